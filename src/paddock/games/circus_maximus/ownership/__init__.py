"""Code shared by season and campaign: books, sheets, bets, plots, deals and debts."""

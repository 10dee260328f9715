"""What the season and the campaign share: books, sheets, bets, plots, deals and debts."""

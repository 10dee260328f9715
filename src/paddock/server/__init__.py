"""The table: where people play, live or a move a day, with bots and with friends."""

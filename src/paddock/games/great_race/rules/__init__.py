"""Rules as pure functions: joined spaces, costs, and changes of hands, gauges and piles."""

"""The physics of the race: pure functions that cite their clause."""

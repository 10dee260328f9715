"""Rules of the race as pure functions that cite their clause."""

"""Notices: tell absent people by push, mail or webhook what happened at their tables."""

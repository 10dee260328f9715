"""Races in a terminal: a screen, or plain lines for pipes and screen readers."""

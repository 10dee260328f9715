"""Paddock: five classics of racing, played, simulated and studied from one source of rules."""

__version__ = "0.1.0"

"""The store: database access. It decides the order of rows."""

from paddock.server.store.engine import BadDatabase
from paddock.server.store.store import ClockJumped, Conflict, Store, Unavailable

__all__ = ["BadDatabase", "ClockJumped", "Conflict", "Store", "Unavailable"]

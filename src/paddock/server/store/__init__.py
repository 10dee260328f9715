"""The store: database access. It decides the order of rows."""

from paddock.server.store.engine import BadDatabase
from paddock.server.store.store import Conflict, Store, Unavailable

__all__ = ["BadDatabase", "Conflict", "Store", "Unavailable"]

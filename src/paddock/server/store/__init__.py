"""The store: the one place where the order of things is decided."""

from paddock.server.store.engine import BadDatabase
from paddock.server.store.store import Conflict, Store, Unavailable

__all__ = ["BadDatabase", "Conflict", "Store", "Unavailable"]

"""Winds of War 1934–1940: Grand Prix racing of the thirties."""

from __future__ import annotations

from paddock.games.winds_of_war.state import State

__all__ = ["State"]

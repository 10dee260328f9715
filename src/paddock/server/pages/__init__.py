"""Texts of the web pages; `paddock types` writes them for the browser."""

from paddock.core.words import Words

WORDS = Words("paddock.server.pages")

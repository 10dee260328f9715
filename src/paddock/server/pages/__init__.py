"""The words of the browser's pages; `paddock types` writes them out for the browser."""

from paddock.core.words import Words

WORDS = Words("paddock.server.pages")

"""The texts of the game: `words.toml`, and how cards are named in a sentence."""

from paddock.core.seats import Language, Names
from paddock.core.words import Words
from paddock.games.template.data import NAME


def face(card: int, language: Language, names: Names = ()) -> str:
    """A card's name in a sentence."""
    return WORDS.tell(f"card.{NAME[card]}", language)


WORDS = Words("paddock.games.template", {"card": face})

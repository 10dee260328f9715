"""Reviews of records as text: what a machine of a cluster is given, and what it gives back."""

from __future__ import annotations

from paddock.analysis.review import Review, review
from paddock.core import record
from paddock.core.errors import BadOption
from paddock.core.seats import Language
from paddock.games import find_spec


def review_text(text: str, seed: int, language: Language) -> Review:
    """The review of a record that was read from a file. The race must be over."""
    spec, found, closing = record.read_record(text, find_spec)
    if closing.outcome is None:
        raise BadOption(spec.words.tell("review.not-over", language))
    return review(spec, found, seed)

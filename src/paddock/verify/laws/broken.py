"""What is raised when a law does not hold, and the laws by number."""

from __future__ import annotations

LAWS = {
    1: "random play ends",
    2: "somebody is asked until there is an outcome",
    3: "every option can be played, every other move is refused",
    4: "a record replays to the same states and events",
    5: "values survive being written and read",
    6: "nobody is told a secret",
    7: "bots choose by what they see",
    8: "sealed answers commute",
    9: "options are stable, distinct and not too many",
    10: "nothing is lost or made",
    11: "taking back restores, and finality is told truly",
    12: "everything has words and a drawing",
    13: "defaults are legal and end the race",
    14: "every clause is cited, every citation is known",
    15: "standings agree with the outcome, and foresight has words",
    16: "no ask without an option",
}


class BrokenLaw(AssertionError):
    """A law that does not hold, why, and the record of the race that shows it."""

    def __init__(self, law: int, why: str, record_text: str = "") -> None:
        super().__init__(f"law {law}, {LAWS[law]}: {why}")
        self.law, self.why, self.record_text = law, why, record_text

"""Options: one description for every form, and each wrong value one clear line."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct

from paddock.core.errors import BadOption
from paddock.core.options import convert_options, option_fields, parse_options
from paddock.core.words import Words
from paddock.games.template.state import Options
from paddock.games.template.words import WORDS


def test_options_are_described_in_their_order() -> None:
    length, blocking, grid = option_fields(Options, WORDS)
    assert (length.name, length.kind, length.default) == ("length", "number", 24)
    assert (length.least, length.most) == (10, 63)
    assert (blocking.kind, blocking.default) == ("switch", True)
    assert (grid.kind, grid.default) == ("choice", "level")
    assert grid.choices == (("level", "all side by side"), ("staggered", "one before the other"))
    assert length.help == "How many spaces the road has."
    assert option_fields(Options, WORDS, "it")[2].choices[0] == ("level", "tutte affiancate")


@pytest.mark.parametrize(
    ("given", "made"),
    [
        ({}, Options()),
        ({"length": "30"}, Options(length=30)),
        ({"blocking": "no"}, Options(blocking=False)),
        ({"blocking": "ON"}, Options()),
        ({"grid": "staggered"}, Options(grid="staggered")),
    ],
)
def test_options_are_parsed(given: dict[str, str], made: Options) -> None:
    assert parse_options(Options, given, WORDS) == made


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"lenght": "30"}, "no option 'lenght'; the options are: length, blocking, grid"),
        ({"length": "long"}, "option length: 'long' is not a number"),
        ({"length": ""}, "option length: '' is not a number"),
        ({"length": "2.5"}, "option length: '2.5' is not a number"),
        ({"length": "9"}, "length"),
        ({"length": "64"}, "length"),
        ({"blocking": "perhaps"}, "option blocking: 'perhaps' is neither yes nor no"),
        ({"grid": "round"}, "option grid: 'round' is not one of level, staggered"),
        ({"grid.level": "yes"}, "no option 'grid.level'"),
    ],
)
def test_wrong_options_are_named(given: dict[str, str], why: str) -> None:
    with pytest.raises(BadOption, match=why) as wrong:
        parse_options(Options, given, WORDS)
    assert "\n" not in str(wrong.value)


@pytest.mark.parametrize("tree", [{"wings": 1}, {"length": "x"}, {"blocking": 1}, [], None])
def test_a_tree_is_read_strictly(tree: object) -> None:
    with pytest.raises(BadOption, match=r"^options: "):
        convert_options(Options, tree)


class Wide(Struct, frozen=True, forbid_unknown_fields=True):
    """What the template has no use for: lists, numbered choices, a check of its own."""

    modules: tuple[Literal["wind", "rain"], ...] = ()
    year: Literal[1937, 1934] = 1934
    cars: Annotated[int, Meta(ge=1)] = 1

    def __post_init__(self) -> None:
        if self.cars > 1 and self.year == 1937:
            raise ValueError("in 1937 there is one car")


def wide() -> Words:
    words = Words("paddock.games.template")
    ids = ["modules", "modules.rain", "modules.wind", "year", "year.1934", "year.1937", "cars"]
    for id in [*ids, "modules.help", "year.help", "cars.help"]:
        words.messages[f"option.{id}"] = {"en": id, "it": id}
    return words


def test_lists_and_numbered_choices() -> None:
    modules, year, _ = option_fields(Wide, wide())
    assert (modules.kind, year.kind) == ("list", "choice")
    assert [value for value, _ in modules.choices] == ["wind", "rain"]  # as declared, not sorted
    assert [value for value, _ in year.choices] == ["1937", "1934"]
    made = parse_options(Wide, {"modules": "rain+wind", "year": "1937"}, wide())
    assert made == Wide(("rain", "wind"), 1937)
    assert parse_options(Wide, {"modules": ""}, wide()) == Wide()
    with pytest.raises(BadOption, match="'snow' is not one of wind, rain"):
        parse_options(Wide, {"modules": "rain,snow"}, wide())


def test_options_that_do_not_go_together_say_so() -> None:
    with pytest.raises(BadOption, match="in 1937 there is one car"):
        parse_options(Wide, {"year": "1937", "cars": "2"}, wide())

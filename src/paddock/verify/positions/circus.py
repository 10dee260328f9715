"""Crowded positions of Circus Maximus: teams wheel to wheel, at corners and at the line, hurt and
spent; stables without money; gladiators near their end."""

from __future__ import annotations

import random
from typing import Any

from paddock.core.notation import Facts
from paddock.core.seats import Names
from paddock.games.circus_maximus.data import COLOURS
from paddock.games.circus_maximus.data.gladiators import Kind, Shield
from paddock.games.circus_maximus.data.kinds import name_of
from paddock.games.circus_maximus.modes.campaign.phases import entries
from paddock.games.circus_maximus.modes.season.phases import week
from paddock.games.circus_maximus.modes.season.state import MAX_FACTIONS
from paddock.games.circus_maximus.rules.track import TRACKS, Track, square_name
from paddock.verify.positions.writing import Position, list_text, near_limit, yes

MOST_CHARIOTS = 16
RACE_PARTS = ("turn", "turn", "cup", "end", "foot")
SEASON_PARTS = ("week", "market", "enter", "rest", "train", "settle")
SEASON_RACE_PARTS = ("plot", "bet", "lap", "race")
CAMPAIGN_PARTS = (
    "round", "auction", "deal", "shop", "part", "enter", "rest", "train", "settle", "challenge",
    "hire", "gala", "drill", "heal",
)  # fmt: skip


def write_race(options: Any, names: Names, generator: random.Random) -> Position:
    """Chariots of all seats in a crowd on the track."""
    chariots = max(len(names), min(MOST_CHARIOTS, options.field or generator.randint(2, 8)))
    owners = [names[i % len(names)] for i in range(chariots)]
    facts = write_chariots(options, owners, generator)
    facts["table"] = write_table(generator)
    return Position(facts, begin_race(facts, generator))


def write_table(generator: random.Random) -> dict[str, str]:
    return {"turn": str(generator.randint(2, 12))}


def write_chariots(options: Any, owners: list[str], generator: random.Random) -> Facts:
    """Each with a team and a car on squares of their own, close together."""
    track = TRACKS[options.track]
    last = track.last_segment[options.two_laps]
    segments = generator.choice((0, 1, 2, last, last, generator.randint(0, last)))
    squares = [
        q for q in track.squares if track.segment[q] == segments % 4 and not track.is_grey[q]
    ]
    middle = generator.choice((squares[0], squares[-1], generator.choice(squares)))
    near = crowd_around(track, middle, squares, segments)
    facts: Facts = {}
    taken: set[int] = set()
    for i, owner in enumerate(owners):
        team = next((q for q in near if not {q, track.back(q, segments)} & taken), None)
        if team is None:
            break
        taken |= {team, track.back(team, segments)}
        facts[COLOURS[i]] = {"owner": owner} | write_chariot(options, generator)
        facts[COLOURS[i]] |= {"team": square_name(team), "half": str(segments)}
    return facts


def crowd_around(track: Track, middle: int, squares: list[int], segments: int) -> list[int]:
    """The squares of a segment, those nearest to one first; the car must have room behind."""
    lane = track.lane[middle]
    row = [q for q in squares if track.back(q, segments) >= 0]
    return sorted(
        row,
        key=lambda q: (
            abs(track.front[q] - track.front[middle]) / track.scale + 2 * abs(track.lane[q] - lane)
        ),
    )


def write_chariot(options: Any, generator: random.Random) -> dict[str, str]:
    dm = generator.randint(0, 3)
    most_hits = generator.randint(3, 8)
    horses = [near_limit(generator, 5, 1) for _ in range(4)]
    return {
        "endurance": str(generator.choice((0, 1, 3, 10, 40))),
        "horses": list_text(horses),
        "wheels": list_text(generator.choice(((0, 0), (1, 0), (1, 1), (2, 1)))),
        "dm": str(dm),
        "cdm": str(generator.randint(0, dm)),
        "hits": str(near_limit(generator, most_hits, 1)),
        "most": str(most_hits),
        "written": str(generator.choice((0, 1, 8, 14, 18))),
        "whip": str(int(generator.random() < 0.7)),
    }


def begin_race(facts: Facts, generator: random.Random) -> str:
    chariots = [colour for colour in facts if colour in COLOURS]
    part = generator.choice((*RACE_PARTS, "phase"))
    return f"phase {generator.choice(chariots)}" if part == "phase" else part


def write_money(names: Names, generator: random.Random) -> Facts:
    sums = (0, 100, 500, 1000, 20_000)
    return {name: {"money": str(generator.choice(sums))} for name in names}


def write_season(options: Any, names: Names, generator: random.Random) -> Position:
    """Poor stables, before a race or in it."""
    facts = write_money(names, generator)
    factions = max(1, min(MAX_FACTIONS, len(names) - options.betters))
    begin = generator.choice((*SEASON_PARTS, *SEASON_RACE_PARTS, "in-race"))
    last = options.races - (begin == "week")  # a week begins the next race
    facts["season"] = {"race": str(near_limit(generator, last, min(1, last)))}
    if begin in SEASON_PARTS:
        return Position(facts, begin)
    owners = [names[i % factions] for i in range(max(2, factions))]
    return with_race(facts, week.race_options(options, len(owners)), owners, begin, generator)


def with_race(
    facts: Facts, options: Any, owners: list[str], begin: str, generator: random.Random
) -> Position:
    race = write_chariots(options, owners, generator)
    for known in race.values():  # as in the stable
        known |= {"dm": "0", "cdm": "0", "most": "6", "hits": str(near_limit(generator, 6, 1))}
        known["horses"] = list_text(near_limit(generator, 4, 1) for _ in range(4))
    facts |= race
    facts["table"] = write_table(generator)
    return Position(facts, begin_race(race, generator) if begin == "in-race" else begin)


def write_campaign(options: Any, names: Names, generator: random.Random) -> Position:
    """Poor owners with few chariots, some ruined, before a race or in it."""
    facts = write_money(names, generator)
    for name in names:
        facts[name]["chariots"] = str(generator.randint(1, 4))
        gladiators = generator.randint(0, 2)
        facts[name]["gladiators"] = str(gladiators)
        for n in range(gladiators):
            facts[f"{name}.g{n + 1}"] = write_man(generator)
    recruits = generator.randint(0, 2)
    for n in range(recruits):
        facts[f"recruit.{n + 1}"] = {"name": f"Recruit-{n + 1}"}
    facts["campaign"] = {
        "race": str(near_limit(generator, (options.rounds or 7) - 1)),
        "market": str(generator.randint(0, 3)),
        "recruits": str(recruits),
        "allowed": list_text(write_allowed(names, generator)),
    }
    begin = generator.choice((*CAMPAIGN_PARTS, *SEASON_RACE_PARTS, "in-race"))
    if begin in CAMPAIGN_PARTS:
        return Position(facts, begin)
    owners = [name for name in names for _ in range(int(facts[name]["chariots"]))][:8]
    if len(set(owners)) < 2:
        owners = [names[0], names[1]]
    return with_race(facts, entries.race_options(options, len(owners)), owners, begin, generator)


def write_allowed(names: Names, generator: random.Random) -> list[int]:
    """How many chariots each owner may enter: no more than race at once."""
    left, allowed = 6, []
    for seat in range(len(names)):
        allowed.append(1 if seat < 2 else min(left, generator.randint(0, 2)))
        left -= allowed[-1] * (seat > 1)
    return allowed


def write_man(generator: random.Random) -> dict[str, str]:
    most = generator.randint(3, 10)
    shield = generator.choice(list(Shield))
    return {
        "kind": name_of(generator.choice(list(Kind))),
        "training": str(generator.randint(6, 10)),
        "strength": str(generator.randint(0, 3)),
        "agility": str(generator.randint(0, 3)),
        "constitution": str(generator.randint(1, 6)),
        "most_wounds": str(most),
        "shield": name_of(shield),
        "wins": str(generator.randint(0, 5)),
    }


def write_arena(options: Any, names: Names, generator: random.Random) -> Position:
    """Two men in the ring, hurt, unarmed, stunned or under the net."""
    facts: Facts = {}
    for name in names:
        man = write_man(generator)
        most = int(man["most_wounds"])
        wounds = [generator.choice((0, 0, 1, most - 1)) for _ in range(5)]
        if sum(wounds) > most:
            wounds = [0, 0, 0, 0, most - 1]
        facts[name] = man | {
            "wounds": list_text(wounds),
            "blows": list_text(int(n > 0) for n in wounds),
            "armed": yes(generator.random() < 0.7),
            "netted": yes(generator.random() < 0.3),
            "stunned": yes(generator.random() < 0.3),
            "attacked": yes(generator.random() < 0.5),
        }
    pair = generator.sample(names, 2)
    facts["arena"] = {"turn": str(generator.randint(0, 14)), "bouts": "/".join(pair)}
    return Position(facts, generator.choice(("bout", "turn", "turn", "heal")))


CROWDS = {
    "circus-maximus": write_race,
    "circus-maximus-season": write_season,
    "circus-maximus-campaign": write_campaign,
    "circus-maximus-arena": write_arena,
}

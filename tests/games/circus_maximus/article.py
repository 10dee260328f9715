"""Counts the claims of the strategy article (The General 17/5, "Flipping Out") in races of eight.

Chariots are built at random over all ways to spread four points, so that no claim depends on one
build. `race` counts one race; `claims` interprets the counts.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import cast

from msgspec import Struct

from paddock.core.game import Step
from paddock.games.circus_maximus import events as ev
from paddock.games.circus_maximus import moves as mv
from paddock.games.circus_maximus.data.kinds import MAN, RACING, StrainResult, Weight
from paddock.games.circus_maximus.events import Event
from paddock.games.circus_maximus.rules.track import TRACKS
from paddock.games.circus_maximus.state import Book, Options, State
from tests.games.circus_maximus.racing import Count, Race, bots, drive, record

SEATS = 8
POINTS = ("driver", "car", "speed", "endurance")
LANES = range(1, 9)
WALLS = (1, 8)


class Passage(Struct):
    """A chariot in a corner."""

    lane: int
    turn: int
    whipped: bool
    strained: int = 0
    points: int = 0
    attacked: int = 0


class Fight(Struct):
    """An attack until it is over."""

    by: int
    whom: int
    key: str
    place: str  # the target's: at a wall, or between
    corner: bool
    poor: bool  # the target's modifier is below 0
    weight: int
    marks: set[str]


class Watch:
    """Watches a race and counts."""

    def __init__(self, options: Options) -> None:
        self.track = TRACKS[options.track]
        self.count: Count = Counter()
        self.passages: dict[int, Passage] = {}
        self.fight: Fight | None = None
        self.attacks = [0] * SEATS
        self.kills = [0] * SEATS
        self.leaders: dict[int, int] = {}
        self.blown: set[int] = set()
        self.whipped: set[int] = set()
        self.strain = -1  # chariots that have just flipped on the corner chart

    def see(self, race: Race, before: State, step: Step[State, Event]) -> None:
        for event in step.events:
            self.told(before, step.state, event)
        if self.passages:
            self.come_out(step.state)

    def told(self, before: State, after: State, event: Event) -> None:
        match event:
            case ev.PhaseBegan():
                self.fought()
                self.whipped.clear()
            case ev.Whipped(chariot=i):
                self.whipped.add(i)
            case ev.Stepped(chariot=i, square=square) | ev.Changed(chariot=i, square=square):
                self.fought()
                self.enter(before, after, i, square)
            case ev.Slipped() | ev.Braked() | ev.Crossed():
                self.fought()
            case ev.MarkerFell(chariot=i, marker=marker):
                self.leaders[marker] = i
            case ev.Blown(chariot=i):
                self.blown.add(i)
            case ev.Strained(chariot=i, points=points, result=result):
                self.strained(i, points, result)
            case ev.Attacked():
                self.fought()
                self.attack(before, event)
            case ev.Flipped(chariot=i) | ev.Pulled(chariot=i) | ev.HorsesGone(chariot=i):
                self.out(i)
            case _ if self.fight is not None:
                self.mark(self.fight, event)

    # ------------------------------------------------------------ corners

    def enter(self, before: State, after: State, i: int, square: int) -> None:
        was = before.chariots[i]
        if not self.track.in_corner[square] or was.condition != RACING or i in self.passages:
            return
        if was.team >= 0 and not self.track.in_corner[was.team]:
            whipped = i in self.whipped or bool(was.whip_mf)
            self.passages[i] = Passage(self.track.lane[square], after.turn, whipped)

    def strained(self, i: int, points: int, result: int) -> None:
        self.count[("strain", min(points, 9), "n")] += 1
        self.count[("strain", min(points, 9), "flips")] += result == StrainResult.FLIP
        self.strain = i if result == StrainResult.FLIP else -1
        passage = self.passages.get(i)
        if passage is not None:
            passage.strained += 1
            passage.points += points

    def come_out(self, state: State) -> None:
        """Chariots whose team and car have both left the corner."""
        in_corner = self.track.in_corner
        for i in list(self.passages):
            c = state.chariots[i]
            gone = c.condition != RACING
            if gone or not (in_corner[c.team] or in_corner[c.car]):
                passage = self.passages.pop(i)
                if not gone:
                    how = "one turn" if state.turn == passage.turn else "more"
                    self.passed(passage, how)
                    outer = min(passage.lane, self.track.lane[c.team]) > 6
                    fresh = not passage.whipped
                    self.count[("outer without whip",)] += outer and fresh and how == "one turn"

    def passed(self, passage: Passage, how: str) -> None:
        """Counts the end of a passage: in one turn, in more, or out of the race."""
        count, lane = self.count, passage.lane
        for key in (("lane", lane), ("passage", how)):
            count[(*key, "n")] += 1
            count[(*key, how)] += 1
            count[(*key, "strained")] += passage.strained > 0
            count[(*key, "clean")] += how == "one turn" and not passage.strained
            count[(*key, "attacked")] += passage.attacked > 0
            record(count, passage.points, *key, "points")

    # ------------------------------------------------------------ fights

    def attack(self, before: State, event: ev.Attacked) -> None:
        a, d = before.chariots[event.chariot], before.chariots[event.target]
        self.attacks[event.chariot] += 1
        if event.part == MAN or d.condition != RACING:  # a man, or a team without a driver
            return
        lane = self.track.lane[d.team]
        self.fight = Fight(
            by=event.chariot,
            whom=event.target,
            key=f"{event.weapon.name.lower()} {event.part.name.lower()}",
            place="wall" if lane in WALLS else "between",
            corner=self.track.in_corner[d.team] or self.track.in_corner[d.car],
            poor=d.cdm < 0,
            weight=a.weight,
            marks=set(),
        )
        if event.target in self.passages:
            self.passages[event.target].attacked += 1

    def mark(self, fight: Fight, event: Event) -> None:
        """Records the result of an attack."""
        who = {fight.by: "attacker ", fight.whom: "target "}.get(getattr(event, "chariot", -1), "")
        if not who:
            return
        match event:
            case ev.Evaded() | ev.BackedUp():
                if who == "target ":
                    fight.marks.add("got away" if isinstance(event, ev.Evaded) else "backed up")
            case ev.WheelHurt():
                fight.marks.add(who + "wheel")
            case ev.HorseHurt() | ev.Wounded() | ev.Slowed() | ev.HorsesLashed() | ev.Jostled():
                fight.marks.add(who + "hurt")
            case ev.Forced():
                fight.marks.add(who + "forced")
            case ev.WhipGrabbed():
                fight.marks.add("whip lost")
            case ev.WhipLost():
                fight.marks.add("whip lost")

    def out(self, i: int) -> None:
        """Records a chariot that is out of the race, and the cause."""
        fight = self.fight
        why = "accident"
        if fight is not None and i == fight.whom:
            fight.marks.add("target out")
            self.kills[fight.by] += 1
            why = "attack"
        elif fight is not None and i == fight.by:
            fight.marks.add("attacker out")
            why = "own attack"
        elif fight is not None:
            why = "others' fight"
        elif self.strain == i:
            why = "corner strain"
        self.count[("out", why)] += 1
        passage = self.passages.pop(i, None)
        if passage is not None:
            self.passed(passage, f"out by {why}")
            self.count[("lane", passage.lane, "out")] += 1

    def fought(self) -> None:
        """Records the end of an attack."""
        fight, self.fight, self.strain = self.fight, None, -1
        if fight is None:
            return
        marks, count = fight.marks, self.count
        hurt = bool(marks & {"target out", "target wheel", "target hurt", "target forced"})
        self_hurt = bool(marks & {"attacker out", "attacker wheel", "attacker hurt", "whip lost"})
        keys: list[tuple[object, ...]] = [("attack", fight.key)]
        keys.append(("weapon", fight.key.split()[0]))
        keys.append(("by", Weight(fight.weight).name.lower()))
        keys.append(("modifier", "poor" if fight.poor else "sound"))
        if fight.key == "lash car":
            keys.append(("lash", fight.place))
            keys.append(("lash", "corner" if fight.corner else "straight"))
        for key in keys:
            count[(*key, "n")] += 1
            count[(*key, "hurts")] += hurt
            count[(*key, "hurts himself")] += self_hurt
            for mark in marks:
                count[(*key, mark)] += 1


def race(book: str, bot: str, seed: int, number: int) -> Count:
    """One race of eight chariots built at random."""
    options = Options(cast("Book", book), SEATS)
    generator = random.Random(f"{seed} {number} builds")
    allots = [generator.choice(mv.ALLOTMENTS) for _ in range(SEATS)]
    watch = Watch(options)
    done = drive(options, bots(bot, allots), f"{seed} {number}", watch)
    watch.fought()
    outcome, count = done.outcome(), watch.count
    assert outcome is not None
    count[("races",)] += 1
    count[("reason", outcome.reason)] += 1
    record(count, done.state.turn, "rounds")
    record(
        count, sum(c.condition != RACING and not c.crossed_as for c in done.state.chariots), "lost"
    )
    for i, c in enumerate(done.state.chariots):
        place = outcome.places[c.owner]
        won = place == 1
        allot = allots[c.owner]
        for name in POINTS:
            key = ("points", name, getattr(allot, name))
            count[(*key, "n")] += 1
            count[(*key, "wins")] += won
            count[(*key, "out")] += place == 0
        record(count, watch.attacks[i], "attacks", "winner" if won else "loser")
        record(count, watch.kills[i], "kills", Weight(allot.car).name.lower())
        count[("blown", won, "n")] += 1
        count[("blown", won, "blown")] += i in watch.blown
    for marker, leader in watch.leaders.items():
        count[("leader", marker, "n")] += 1
        count[("leader", marker, "wins")] += outcome.places[done.state.chariots[leader].owner] == 1
    return count

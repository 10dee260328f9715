"""The claims of the strategy article, each with the counts from races.

A claim that one share is greater than another is printed with both shares and the 95 % interval of
their difference: *agrees*, *DIFFERS*, or *undecided* if the interval includes 0.
"""

from __future__ import annotations

from msgspec import Struct

from paddock.core.statistics import wilson_interval
from tests.games.circus_maximus.article import LANES, POINTS, SEATS
from tests.games.circus_maximus.racing import Count, margin, mean, share_text


class Share(Struct):
    """Hits of tries."""

    hits: int
    tries: int

    @property
    def value(self) -> float:
        return self.hits / self.tries if self.tries else 0.0


def sums(count: Count, hit: str, *keys: tuple[object, ...]) -> Share:
    """The number of hits and tries, over several groups."""
    return Share(sum(count[(*k, hit)] for k in keys), sum(count[(*k, "n")] for k in keys))


def beyond(a: Share, b: Share) -> tuple[float, float]:
    """The 95 % interval of the difference of two shares (Newcombe)."""
    (low_a, high_a), (low_b, high_b) = (
        wilson_interval(a.hits, a.tries),
        wilson_interval(b.hits, b.tries),
    )
    d = a.value - b.value
    low = d - ((a.value - low_a) ** 2 + (high_b - b.value) ** 2) ** 0.5
    return low, d + ((high_a - a.value) ** 2 + (b.value - low_b) ** 2) ** 0.5


def verdict(low: float, high: float) -> str:
    if low > 0:
        return "agrees"
    return "DIFFERS" if high < 0 else "undecided"


def against(a: Share, b: Share) -> str:
    """Whether the first share is greater, as claimed."""
    if not (a.tries and b.tries):
        return "no case"
    low, high = beyond(a, b)
    return f"{a.value:.1%} to {b.value:.1%}, {low:+.1%} to {high:+.1%}: {verdict(low, high)}"


def more(count: Count, key: str, a: object, b: object) -> str:
    """Whether the first mean is greater, as claimed."""
    means = []
    for group in (a, b):
        sums = (
            count[(key, group, "sum")],
            count[(key, group, "squares")],
            count[(key, group, "n")],
        )
        means.append(margin(*sums))
    (one, about), (other, around) = means
    half = (about**2 + around**2) ** 0.5
    low, high = one - other - half, one - other + half
    return f"{one:.2f} to {other:.2f}, {low:+.2f} to {high:+.2f}: {verdict(low, high)}"


def lane_keys(lanes: range) -> list[tuple[object, ...]]:
    return [("lane", lane) for lane in lanes]


def points(count: Count, name: str, level: int, what: str = "wins") -> Share:
    return sums(count, what, ("points", name, level))


def claims(count: Count) -> list[tuple[str, str]]:
    """Each claim, and the result from the races."""
    lash, ram = count[("weapon", "lash", "n")], count[("weapon", "ram", "n")]
    low, high = wilson_interval(lash, lash + ram)
    usual = f"{share_text(lash, lash + ram)}: {verdict(low - 0.5, high - 0.5)}"
    one, more_turns = ("passage", "one turn"), ("passage", "more")
    rail, middle = lane_keys(range(1, 2)), lane_keys(range(2, 7))
    return [
        ("lashes are commoner than rams", usual),
        (
            "a lash at the team never hurts the attacker",
            part_of(count, "lash team", "hurts himself"),
        ),
        ("a lash at the driver may cost the whip", part_of(count, "lash car", "whip lost")),
        ("a ram at a car: the target's car is hurt", part_of(count, "ram car", "target wheel")),
        ("    almost as often the attacker's", part_of(count, "ram car", "attacker wheel")),
        (
            "a lash at the driver puts out more in lanes 1 and 8 than between",
            against(
                sums(count, "target out", ("lash", "wall")),
                sums(count, "target out", ("lash", "between")),
            ),
        ),
        (
            "a lash at the driver puts out more in a corner than on the straight",
            against(
                sums(count, "target out", ("lash", "corner")),
                sums(count, "target out", ("lash", "straight")),
            ),
        ),
        (
            "who has a modifier below zero is hurt more often",
            against(
                sums(count, "hurts", ("modifier", "poor")),
                sums(count, "hurts", ("modifier", "sound")),
            ),
        ),
        (
            "a heavy car's attacks put out more than a light one's",
            against(
                sums(count, "target out", ("by", "heavy")),
                sums(count, "target out", ("by", "light")),
            ),
        ),
        ("a heavy car puts out more rivals in a race", more(count, "kills", "heavy", "light")),
        (
            "a light car wins more than a heavy one",
            against(points(count, "car", 0), points(count, "car", 2)),
        ),
        (
            "a normal car wins less than a light one",
            against(points(count, "car", 0), points(count, "car", 1)),
        ),
        (
            "a normal car wins less than a heavy one",
            against(points(count, "car", 2), points(count, "car", 1)),
        ),
        (
            "a driver of 2 wins more than one of 0",
            against(points(count, "driver", 2), points(count, "driver", 0)),
        ),
        (
            "the fast team wins more than the slow one",
            against(points(count, "speed", 2), points(count, "speed", 0)),
        ),
        (
            "lane 1 is passed in one turn more often than lanes 2 to 6",
            against(sums(count, "one turn", *rail), sums(count, "one turn", *middle)),
        ),
        (
            "lane 1 is passed in one turn without strain more often than lanes 2 to 6",
            against(sums(count, "clean", *rail), sums(count, "clean", *middle)),
        ),
        (
            "the rail is dangerous: more are put out in lane 1 than in lanes 2 to 6",
            against(sums(count, "out", *rail), sums(count, "out", *middle)),
        ),
        (
            "lane 1: put out by an attack in the corner more than in lanes 2 to 6",
            against(
                sums(count, "out by attack", *rail),
                sums(count, "out by attack", *middle),
            ),
        ),
        (
            "more than one turn in a corner is attacked more than one turn",
            against(sums(count, "attacked", more_turns), sums(count, "attacked", one)),
        ),
        (
            "lanes 7 and 8 are never passed in one turn without the whip",
            f"{count[('outer without whip',)]} times",
        ),
        ("winners attack less than the others", more(count, "attacks", "loser", "winner")),
        (
            "first at the second marker, a whole lap, wins more than one in eight",
            above(count[("leader", 2, "wins")], count[("leader", 2, "n")], 1 / SEATS),
        ),
        (
            "endurance counts: some teams are blown before the end",
            share_text(count[("blown", False, "blown")], count[("blown", False, "n")]),
        ),
        ("not a demolition derby: chariots lost of eight", mean(count, "lost")),
    ]


def part_of(count: Count, attack: str, mark: str) -> str:
    return share_text(count[("attack", attack, mark)], count[("attack", attack, "n")])


def above(hits: int, tries: int, line: float) -> str:
    low, high = wilson_interval(hits, tries)
    return f"{share_text(hits, tries)}: {verdict(low - line, high - line)}"


def tell(seen: list[Count]) -> list[str]:
    """The claims with a column for each kind of bot, then the tables."""
    names = ["generic greedy", "charioteer"][-len(seen) :] if len(seen) > 1 else ["races"]
    lines = []
    columns = [dict(claims(count)) for count in seen]
    for claim in columns[0]:
        lines.append(claim)
        lines += [f"    {name:15} {col[claim]}" for name, col in zip(names, columns, strict=True)]
    for name, count in zip(names, seen, strict=True):
        lines += ["", f"{name}: {count[('races',)]} races", *tables(count)]
    return lines


def tables(count: Count) -> list[str]:
    lines = [f"rounds {mean(count, 'rounds')}; {group(count, 'reason')}; out {group(count, 'out')}"]
    lines.append("lane of entry: passages; in one turn; strained; attacked; points; out")
    for lane in LANES:
        n = count[("lane", lane, "n")]
        if not n:
            continue
        cells = [
            share_text(count[("lane", lane, k)], n) for k in ("one turn", "strained", "attacked")
        ]
        strain = share_text(count[("lane", lane, "out by corner strain")], n)
        out = share_text(count[("lane", lane, "out")], n)
        paid = mean(count, "lane", lane, "points")
        lines.append(f"  {lane}: {n}; {'; '.join(cells)}; {paid}; out {out}, by strain {strain}")
    lines.append("attack: how many, target hurt, attacker hurt, target out, attacker out")
    for key in sorted({str(k[1]) for k in count if k[0] == "attack"}):
        n = count[("attack", key, "n")]
        marks = ("hurts", "hurts himself", "target out", "attacker out", "got away", "backed up")
        cells = [f"{mark} {share_text(count[('attack', key, mark)], n)}" for mark in marks]
        lines.append(f"  {key}: {'; '.join(cells)}")
    lines.append("points: wins of those who have so many, and how many are out")
    for name in POINTS:
        for level in range(3):
            won, lost = points(count, name, level), points(count, name, level, "out")
            wins, losses = share_text(won.hits, won.tries), share_text(lost.hits, lost.tries)
            lines.append(f"  {name} {level}: {wins}; out {losses}")
    lines.append("corner checks by points: flips")
    for n in range(1, 10):
        hits, tries = count[("strain", n, "flips")], count[("strain", n, "n")]
        lines.append(f"  {n}: {share_text(hits, tries)}")
    return lines


def group(count: Count, name: str) -> str:
    return str({key[1]: n for key, n in sorted(count.items(), key=str) if key[0] == name})

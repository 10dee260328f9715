"""Whether the question and the main action of every decision are in view, without scrolling.

    python -m tools.browser.panel_visibility [RACE …] [--guides] [--most 40] [--seconds 800]
        [--plain] [--shots DIR]

One seat races against bots. The same person looks at each decision on three screens: as it is
asked, with a complete plan where one is composed, and, for each new kind of question, as somebody
sees it who meets all of it for the first time, and with an open hint. `--plain` leaves the last two
out: long modes take less time. A question or main action counts as hidden if it is outside the
viewport or if something else is drawn over it. How many lists of options scroll is counted too, and
how many of those do not show it; and which questions come in more than one layout. It tells how
often each question came and how the race stopped. It ends with 1 if anything is hidden, or scrolls
without showing it.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Error, Page, Route
from tests.browser.learner import Learner
from tests.browser.person import Person
from tests.browser.watched import GAMES, chromium, seated, server
from tests.server.site import Eye, Guest, Json, Site, usual

from tools.browser.waiting_times import say
from tools.browser.whole_races import FILL, SIZES, Race, chosen_races

CURIOUS = 0.2  # how often something else than the default is chosen
HINT_MS = 120_000

LOOK = """async () => {
    // What a person sees is laid out: resize observers run before the second frame.
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
    const decision = document.querySelector(".decision.turn");
    if (!decision) return null;
    const hidden = (one) => {
        if (!one) return "missing";
        const { left, top, right, bottom } = one.getBoundingClientRect();
        if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
            return "outside";
        const inset = 4, middle = [(left + right) / 2, (top + bottom) / 2];
        const points = [middle, ...[left + inset, right - inset].flatMap((x) =>
            [top + inset, bottom - inset].map((y) => [x, y]))];
        const covered = points.some(([x, y]) => {
            const over = document.elementFromPoint(x, y);
            return !(over && (one.contains(over) || over.contains(one) && !over.matches("dialog")
                && over.closest(".decision") && over.tagName === "LABEL"));
        });
        return covered ? "covered" : "";
    };
    const find = (...all) => all.map((one) => decision.querySelector(one)).find(Boolean);
    const action = find(".doubt .primary", ".composer .primary", ".swap .primary",
        ".offer .primary",
        "[data-commit-picked]", ".amount [type=submit]", ".choices .usual:not([aria-disabled])",
        ".choices [data-move]:not([aria-disabled])", ".choices .head", ".primary");
    const options = find(".composer", ".swap", ".amount", ".choices") ?? decision;
    let scroller = options;
    while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY))
        scroller = scroller.parentElement;
    const scrolls = Boolean(scroller) && scroller !== document.documentElement
        && scroller.scrollHeight - scroller.clientHeight > 1;
    const ends = scroller?.getBoundingClientRect().bottom
        - (decision.querySelector(".bar")?.offsetHeight ?? 0);
    const long = scrolls && [options, ...options.querySelectorAll("button, input")].some((one) =>
        !one.closest(".bar") && one.getBoundingClientRect().bottom - ends > 1);
    const shows = scrolls && (scroller.dataset.above !== undefined
        || scroller.dataset.below !== undefined);
    const lefts = new Set([...decision.querySelectorAll(".choices > [data-move]")]
        .map((one) => Math.round(one.getBoundingClientRect().left)));
    const tables = [...decision.querySelectorAll(".choices table")].map((table) =>
        [...table.querySelectorAll("th[scope=col]")].map((th) => th.innerText).join("|"));
    const headings = [...decision.querySelectorAll(".choices .head, .choices th")];
    return {
        question: hidden(decision.querySelector(".prompt")),
        action: hidden(action),
        pressed: action?.innerText.trim().replace(/\\s+/g, " ").slice(0, 40) ?? "",
        scrolls, shows, long,
        cut: headings.filter((one) => one.scrollWidth > one.clientWidth + 1).length,
        layout: find(".composer, .swap, .amount") ? "composed"
            : [`${lefts.size || 1} columns`, ...tables].join(", "),
        first: document.querySelector("[data-first], .choices .about, .choices .what") !== null,
    };
}"""
FORGET = """() => {
    const key = "paddock.settings";
    const kept = JSON.parse(localStorage.getItem(key) ?? "{}");
    localStorage.setItem(key, JSON.stringify({ ...kept, met: [] }));
}"""


class Report:
    """What was seen in one race, on one screen."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.hidden: list[str] = []
        self.spoilt: set[int] = set()  # decisions of which something was hidden
        self.layouts: defaultdict[str, set[str]] = defaultdict(set)
        self.questions: Counter[str] = Counter()
        self.stopped = ""

    def note(self, what: str, question: str, about: str, seen: Json | None) -> bool:
        """Count one look; whether all of it was in view. `about` tells a question's parts apart."""
        if seen is None:
            return True
        self.counts["looks"] += 1
        self.counts["decisions"] += what == "asked"
        self.counts["scroll"] += seen["scrolls"]
        self.counts["long"] += seen["long"]
        self.counts["long asked"] += seen["long"] and what == "asked"
        self.counts["unmarked"] += seen["scrolls"] and not seen["shows"]
        self.counts["cut headings"] += seen["cut"]
        self.layouts[f"{question} {about}".strip()].add(seen["layout"])
        self.questions[question] += what == "asked"
        bad = [f"{part} {seen[part]}" for part in ("question", "action") if seen[part]]
        if bad:
            self.counts["hidden"] += 1
            self.spoilt.add(self.counts["decisions"])
            self.hidden.append(f"{question}, {what}: {', '.join(bad)} ({seen['pressed']})")
        return not bad

    @property
    def flips(self) -> list[str]:
        return [f"{q}: {sorted(all_)}" for q, all_ in self.layouts.items() if len(all_) > 1]

    @property
    def line(self) -> str:
        c = self.counts
        return (
            f"{c['decisions']:4} decisions, {len(self.spoilt):3} hidden; {c['looks']:4} looks, "
            f"{c['hidden']:3} hidden, {c['scroll']:3} scroll ({c['unmarked']} unmarked), options "
            f"scroll in {c['long']} ({c['long asked']} as asked), "
            f"{c['cut headings']} cut headings, {len(self.flips)} questions in several layouts"
        )


class Screen:
    """One screen at the table."""

    def __init__(self, page: Page, shots: Path | None, name: str) -> None:
        self.page, self.shots, self.name = page, shots, name
        size = page.viewport_size
        assert size is not None
        self.phone = size["width"] < 800
        self.report = Report()
        self.pictures = 0

    def look(self, what: str, question: str, about: str = "") -> None:
        good = self.report.note(what, question, about, self.page.evaluate(LOOK))
        if self.shots and (not good or what in ("new", "hint")) and self.pictures < 60:
            self.pictures += 1
            state = "" if good else "-HIDDEN"
            file = f"{self.name}-{self.pictures:02}-{question}-{what}{state}.png"
            self.page.screenshot(path=self.shots / file)

    def decide(self, ask: Json, new: bool) -> None:
        prompt = f'.decision.turn .prompt[data-ask="{ask["number"]}"]'
        question, about = ask["question"], main_kind(ask)
        self.page.locator(prompt).wait_for()
        self.look("asked", question, about)
        if self.page.evaluate(FILL, self.phone):
            self.look("filled", question, about)
        if not new:
            return
        hint = self.page.locator("[data-hint]")
        if hint.count():
            hint.click()
            try:
                self.page.locator("[data-hints] ol, [data-hints] [data-apply]").first.wait_for(
                    timeout=HINT_MS
                )
            except Error:
                self.report.counts["no hint"] += 1
            self.look("hint", question, about)
        self.page.evaluate(FORGET)
        self.page.reload()
        self.page.locator(prompt).wait_for()
        self.page.wait_for_load_state("networkidle")
        self.page.evaluate(FILL, self.phone)
        self.look("new", question, about)


def main_kind(ask: Json) -> str:
    """The kind that most options have: one question may be asked in parts, as feet, blow, guard."""
    kinds = Counter(option["move"]["type"] for option in ask["options"] or [])
    return kinds.most_common(1)[0][0] if kinds else "amount"


@contextmanager
def screens(
    browser: Browser, site: Site, guest: Guest, name: str, shots: Path | None
) -> Iterator[list[Screen]]:
    """Three screens of one person; a hint is worked out once for all of them."""
    hints: dict[str, tuple[int, str]] = {}

    def hint(route: Route) -> None:
        key = f"{route.request.url} {watched[0].page.locator('.prompt').get_attribute('data-ask')}"
        if key not in hints:
            answer = route.fetch(timeout=HINT_MS * 2)
            hints[key] = answer.status, answer.text()
        status, body = hints[key]
        route.fulfill(status=status, body=body, content_type="application/json")

    contexts = [
        seated(
            browser,
            site,
            guest,
            viewport={"width": wide, "height": high},
            has_touch=wide < 800,
            reduced_motion="reduce",
        )
        for wide, high in SIZES
    ]
    watched = [
        Screen(context.new_page(), shots, f"{name}-{wide}")
        for context, (wide, _) in zip(contexts, SIZES, strict=True)
    ]
    for one in watched:
        one.page.route("**/api/tables/*/hint*", hint)
    yield watched
    for context in contexts:
        context.close()


def raced(
    browser: Browser,
    site: Site,
    race: Race,
    shots: Path | None,
    seed: int,
    seconds: float = float("inf"),
    plain: bool = False,
) -> list[Screen]:
    """A race by the defaults, now and then by something else, looked at on three screens."""
    end = time.monotonic() + seconds
    guest, random = Guest(site, "Ann"), Random(seed)
    rivals = ["greedy"] * race.rivals
    table = guest.open("me", *rivals, game=race.game, options=dict(race.options))
    known: set[tuple[str, str]] = set()
    with (
        guest.at(table, 0) as viewer,
        screens(browser, site, guest, race.name, shots) as watched,
    ):
        for screen in watched:
            screen.page.goto(f"/t/{table}")
        stopped = "most"
        for _ in range(race.most):
            ask = viewer.until_asked()
            if not ask or time.monotonic() > end:
                stopped = "time" if ask else "race over"
                break
            kind = ask["question"], main_kind(ask)
            for screen in watched:
                screen.decide(ask, not plain and kind not in known)
            known.add(kind)
            answer(viewer, ask, random)
        for screen in watched:
            screen.report.stopped = stopped
    guest.http.close()
    return watched


def answer(viewer: Eye, ask: Json, random: Random) -> None:
    options = ask["options"] or []
    bold = len(options) > 1 and random.random() < CURIOUS
    viewer.answer(ask, random.choice(options)["move"] if bold else usual(ask))
    until_gone(viewer, ask)


def until_gone(viewer: Eye, ask: Json) -> None:
    """Until this is not asked any more; what is asked may change while it is."""
    viewer.until(lambda now: all(one["number"] != ask["number"] for one in now["asks"]))


class WatchedLearner(Learner):
    """Follows a lesson, and looks at every decision before it is answered."""

    screen: Screen

    def answer(self, text: str) -> None:
        self.page.locator(".prompt").wait_for()
        self.page.wait_for_timeout(50)
        self.screen.look("asked", text.split(maxsplit=1)[0])
        super().answer(text)


def taught(browser: Browser, site: Site, game: str, shots: Path | None) -> list[Screen]:
    """The lesson of a game, on each screen from its start to the free race."""
    found = []
    for wide, high in SIZES:
        context = browser.new_context(
            base_url=site.url,
            viewport={"width": wide, "height": high},
            locale="en-GB",
            reduced_motion="reduce",
        )
        context.set_default_timeout(60_000)
        learner = WatchedLearner(Person(context.new_page()), game, "en")
        learner.screen = Screen(learner.page, shots, f"lesson-{game}-{wide}")
        learner.begin()
        learner.go()
        learner.page.locator(".decision.turn .prompt").wait_for()
        learner.screen.look("asked", "free")
        found.append(learner.screen)
        context.close()
    return found


def tell(name: str, watched: list[Screen]) -> bool:
    """Print what was seen; whether nothing was hidden."""
    for screen, (wide, high) in zip(watched, SIZES, strict=True):
        say(f"{name:28} {wide}x{high}: {screen.report.line}")
        for line, n in Counter(screen.report.hidden).most_common(8):
            say(f"      {n:3} x {line}")
        for line in screen.report.flips:
            say(f"      layouts of {line}")
    report = watched[0].report
    asked = ", ".join(f"{question} {n}" for question, n in report.questions.most_common())
    say(f"      {report.stopped or 'lesson over'}: {asked}")
    counts = [screen.report.counts for screen in watched]
    return not any(c["hidden"] or c["unmarked"] for c in counts)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("races", nargs="*", help="only these: heat, heat-draft")
    parser.add_argument("--guides", action="store_true", help="the lessons too")
    parser.add_argument("--most", type=int, default=100_000, help="decisions a race")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="for each race")
    parser.add_argument("--plain", action="store_true", help="no hints, no open help")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shots", type=Path, help="a folder for pictures")
    given = parser.parse_args()
    if given.shots:
        given.shots.mkdir(parents=True, exist_ok=True)
    total: Counter[str] = Counter()
    held = True

    def add(name: str, watched: list[Screen]) -> bool:
        for screen in watched:
            total.update(screen.report.counts, decisions_hidden=len(screen.report.spoilt))
        return tell(name, watched)

    with server(bot_pause=0.0) as site, chromium() as browser:
        for race in chosen_races(given.races, given.most):
            seen = raced(browser, site, race, given.shots, given.seed, given.seconds, given.plain)
            held &= add(race.name, seen)
        for game in GAMES:
            if given.guides and (not given.races or game in given.races):
                held &= add(f"lesson {game}", taught(browser, site, game, given.shots))
    say(f"all: {dict(total)}")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())

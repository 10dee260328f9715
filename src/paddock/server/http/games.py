"""Games: cards, data for the form of a new race, and rules."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody

from paddock import games
from paddock.bots import LEVELS, STYLED_NAMES
from paddock.core import guide as guides
from paddock.core.citations import HEADING
from paddock.core.game_spec import AnyForm, AnyGameSpec
from paddock.core.guide import text_in
from paddock.core.languages import complete_languages
from paddock.core.liveries import livery_number
from paddock.core.options import convert_options, option_fields
from paddock.core.seats import Language
from paddock.server.api import bodies, wire
from paddock.server.common.warm_types import warm_decoders
from paddock.server.http.context import RequesterDependency, TheHub
from paddock.server.rendering import primers
from paddock.server.rendering.render import WORDS
from paddock.server.tables.paces import propose_paces


def card(spec: AnyGameSpec, language: Language) -> bodies.GameCard:
    found, (rivals, quick) = spec.card, quick_start(spec)
    return bodies.GameCard(
        id=found.id,
        title=spec.title(language),
        year=found.year,
        seats=found.seats,
        edition=found.edition,
        designers=found.designers,
        goal=spec.words.tell(found.goal, language),
        guides=tuple(guide_card(spec, name, language) for name in guides.guide_names(spec)),
        like=spec.words.tell("like", language),
        minutes=found.minutes,
        weight=found.weight,
        start_here=found.start_here,
        rivals=rivals,
        quick=quick,
        forms=tuple(form_card(spec, form, language) for form in spec.forms),
        about=spec.words.tell(f"about.{found.id}", language) if spec.forms else "",
        prize=spec.words.tell(f"prize.{found.id}", language) if spec.forms else "",
    )


def cards(language: Language) -> list[bodies.GameCard]:
    return [card(spec, language) for spec in games.all_specs().values()]


DEFAULT_RIVALS = 3  # if the game does not define it


def quick_start(spec: AnyGameSpec) -> tuple[int, dict[str, Any]]:
    """Number of bots and non-default options of a quick start."""
    if spec.quick is None:
        return DEFAULT_RIVALS, {}
    return spec.quick.rivals, unusual_options(spec, spec.quick.options)


def unusual_options(spec: AnyGameSpec, options: object) -> dict[str, Any]:
    """Options that differ from the defaults."""
    usual, chosen = msgspec.to_builtins(spec.options()), msgspec.to_builtins(options)
    return {name: chosen[name] for name in chosen if chosen[name] != usual[name]}


def form_card(spec: AnyGameSpec, form: AnyForm, language: Language) -> bodies.FormCard:
    return bodies.FormCard(
        form.name,
        spec.words.tell(f"form.{form.name}", language, races=form.races),
        form.races,
        form.minutes,
        unusual_options(spec, form.options),
    )


def guide_card(spec: AnyGameSpec, name: str, language: Language) -> bodies.GuideCard:
    guide = guides.read_guide(spec, name)
    return bodies.GuideCard(name, text_in(guide.title, language), text_in(guide.pitch, language))


def levels(
    spec: AnyGameSpec, language: Language, own_bots: tuple[str, ...] = ()
) -> tuple[bodies.BotLevel, ...]:
    """Levels of bots: those of every game, those of this one, those of the site's owner."""
    known = [(id, WORDS) for id in LEVELS] + [(id, spec.words) for id in spec.levels]
    plain = [
        bodies.BotLevel(
            id, words.tell(f"bot.{id}", language), words.tell(f"bot.{id}.help", language)
        )
        for id, words in known
    ]
    styled = [styled_level(id, language) for id in STYLED_NAMES]
    help = WORDS.tell("bot.own.help", language)
    own = [bodies.BotLevel(id, id.rpartition(":")[2], help) for id in own_bots]
    return (*plain, *styled, *own)


def styled_level(id: str, language: Language) -> bodies.BotLevel:
    """A level with a playing style."""
    level, _, temper = id.partition(":")
    driver, help = (WORDS.tell(f"temper.{temper}{end}", language) for end in ("", ".help"))
    title = WORDS.tell(f"temper.of.{level}", language, driver=driver)
    return bodies.BotLevel(id, title, help)


def load_specs() -> None:
    """Load every game before the first request. Loading takes seconds, and a game requested while
    it is being imported is incomplete."""
    for language in complete_languages():
        for spec in games.all_specs().values():
            card(spec, language)
    warm_decoders()


class Games(Controller):
    path = "/api/games"
    tags = ("games",)

    @get("/")
    async def all(self, hub: TheHub, asking: RequesterDependency) -> list[bodies.GameCard]:
        return await hub.offload.pages.run(asking.path, cards, asking.language)

    @get("/{game:str}")
    async def one(
        self, game: FromPath[str], hub: TheHub, asking: RequesterDependency
    ) -> bodies.GamePage:
        spec = games.find_spec(game)
        language = asking.language
        options = option_fields(spec.options, spec.words, language)
        bots = levels(spec, language, hub.settings.own_bots)
        return bodies.GamePage(card(spec, language), options, bots, livery_choices(spec, language))

    @post("/{game:str}/paces", status_code=200)
    async def paces(
        self, game: FromPath[str], data: JSONBody[bodies.WantedPaces]
    ) -> tuple[wire.Pace, ...]:
        """Clocks that are proposed for a slow race with these options."""
        spec = games.find_spec(game)
        return propose_paces(spec, convert_options(spec.options, data.options or {}))

    @get("/{game:str}/rules")
    async def rules(self, game: FromPath[str], asking: RequesterDependency) -> bodies.Rules:
        spec = games.find_spec(game)
        language, book = asking.language, spec.rulebook
        told = [book.clause_in(id, language) for id in book.clauses]
        return bodies.Rules(
            card(spec, language),
            intro(book.full_text(language)),
            tuple(bodies.ClauseText(c.id, c.title, c.text, c.level) for c in told),
        )

    @get("/{game:str}/primer")
    async def primer(
        self, game: FromPath[str], hub: TheHub, asking: RequesterDependency
    ) -> bodies.Primer:
        """Introduction of a game; a mode without its own has none."""
        spec, language = games.find_spec(game), asking.language
        found = await hub.offload.pages.run(asking.path, primers.page, spec, language)
        return found or bodies.Primer("", ())


def livery_choices(spec: AnyGameSpec, language: Language) -> tuple[bodies.LiveryChoice, ...]:
    """The colours of a game, in their order."""
    names = spec.liveries(spec.options(), 1)
    return tuple(
        bodies.LiveryChoice(livery_number(name), WORDS.tell(f"livery.{name}", language))
        for name in names
    )


def intro(page: str) -> str:
    """Text before the first clause, without the title."""
    out: list[str] = []
    for line in page.splitlines():
        if HEADING.match(line):
            break
        if not line.startswith("#"):
            out.append(line)
    return "\n".join(out).strip()

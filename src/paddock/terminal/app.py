"""Full-screen interface (Textual): the board, below it the question and the log with clauses."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ScrollableContainer, Vertical, VerticalScroll
from textual.events import Key
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Footer, Input, Markdown, OptionList, RichLog, Static
from textual.widgets.option_list import Option

from paddock.core.errors import BotFailed, Refused
from paddock.core.game import Amount, Ask
from paddock.core.game_spec import AnyGameSpec
from paddock.core.languages import next_language
from paddock.core.record import AnyRecord
from paddock.core.seats import Language, Seat
from paddock.core.styled_text import StyledText
from paddock.terminal.choices import Choice
from paddock.terminal.fit import fold, fold_text
from paddock.terminal.race import Race
from paddock.terminal.rich_text import paint_names, to_rich
from paddock.terminal.typed import Answer, answer, choose


def run(
    spec: AnyGameSpec,
    *,
    options: Any,
    seats: tuple[str, ...],
    names: tuple[str, ...],
    colours: tuple[str, ...] = (),
    language: Language,
    save: Path | None,
    resume: AnyRecord | None,
    seed: int | None = None,
) -> None:
    """Play a race on the screen."""
    race = Race(
        spec=spec,
        options=options,
        seats=seats,
        names=names,
        colours=colours,
        language=language,
        save=save,
        resume=resume,
        seed=seed,
    )
    race.keep()
    RaceApp(race).race_on()


KEYS = {
    "question_mark": "about",
    "h": "hint",
    "u": "take_back",
    "b": "board",
    "p": "places",
    "w": "where",
    "r": "rules",
    "s": "save",
    "l": "language",
    "q": "quit",
    "f": "follow",
    "t": "type",
}
"""Key to action. Plain lines have the same letters."""
UNLISTED = ("follow", "type")
"""Actions that the help and the typing line name; the last line of the screen has no room."""
EDGE_COLUMNS = 1  # the scroll bar
TICK_SECONDS = 0.2
"""Seconds between updates of a countdown."""


class Curtain(ModalScreen[None]):
    """Covers the table while the screen passes from one person to another."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "dismiss(None)", "ok")]

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        yield Static(self.text, id="curtain")


class Page(ModalScreen[None]):
    """A text over the whole screen: help on a decision, the board, the position in sentences."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,h,b,r,p,w,q,enter", "dismiss(None)", "close")
    ]

    def __init__(self, text: str | Text, close: str) -> None:
        super().__init__()
        self.text, self.close = text, close

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="page"):
            yield self.content()
        yield Static(self.close, id="close")

    def content(self) -> Widget:
        text = Text(self.text) if isinstance(self.text, str) else self.text
        return Static(fold_text(text, self.app.size.width - EDGE_COLUMNS))


class Rules(Page):
    """The rulebook."""

    def content(self) -> Widget:
        return Markdown(str(self.text))


class RaceApp(App[None]):
    """One race, from the start to the finish."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pageup", "scroll_text(-1)", show=False, priority=True),
        Binding("pagedown", "scroll_text(1)", show=False, priority=True),
    ]
    CSS = """
    #title { height: 1; padding: 0 1; background: $primary; text-style: bold; }
    #view { height: auto; max-height: 50%; overflow-x: hidden; scrollbar-size-vertical: 1; }
    #board { height: auto; }
    #below { height: 1fr; border-top: solid $primary; }
    #side { width: 3fr; }
    #prompt { height: auto; padding: 0 1; text-style: bold; }
    #choices { height: 1fr; border: none; padding: 0 1; scrollbar-size-vertical: 1; }
    #said { height: auto; padding: 0 1; color: $warning; }
    #line { height: 1; border: none; padding: 0 1; }
    #log { width: 2fr; border-left: solid $primary; padding: 0 1; scrollbar-size-vertical: 1; }
    #curtain { width: 60%; height: auto; padding: 2 4; border: thick $accent; background: $panel; }
    #page { height: 1fr; background: $panel; scrollbar-size-vertical: 1; }
    #close { height: 1; padding: 0 1; background: $primary; }
    Curtain { align: center middle; background: $background; }
    """

    def __init__(self, race: Race) -> None:
        super().__init__()
        self.race = race
        self.title = race.spec.title(race.language)
        self.ask: Ask[Any] | None = None
        self.looking: Seat | None = None
        self.choices: list[Choice] = []
        self.typed = ""
        self.hurried: Ask[Any] | None = None  # the ask of the running countdown
        self.until = 0.0
        self.failed: BotFailed | None = None  # why the race broke off
        self.is_warned = False  # that leaving loses the race
        self.name_keys()

    def name_keys(self) -> None:
        """Label the keys in the language of the race."""
        for key, action in self.keys().items():
            self._bindings.key_to_bindings.pop(key, None)
            told = self.race.say(f"key.{action}")
            self.bind(key, action, description=told, show=action not in UNLISTED)

    def keys(self) -> dict[str, str]:
        """Key to action."""
        return KEYS

    def race_on(self) -> None:
        """Run until the person leaves."""
        self.run()
        if self.failed is not None:
            raise self.failed
        race = self.race
        last = "\n".join(race.result()) if race.over else race.farewell()
        sys.stdout.write(f"{last}\n")

    def compose(self) -> ComposeResult:
        yield Static(self.title, id="title")
        with ScrollableContainer(id="view", can_focus=False):
            yield Static(id="board")
        with Horizontal(id="below"):
            with Vertical(id="side"):
                yield from self.compose_question()
            yield RichLog(id="log", wrap=True, markup=False, min_width=0)
        yield Static(id="said")
        yield Input(id="line", disabled=True)
        yield Footer(compact=True)

    def compose_question(self) -> ComposeResult:
        yield Static(id="prompt")
        yield OptionList(id="choices")

    def on_mount(self) -> None:
        self.set_interval(TICK_SECONDS, self.tick)
        self.go_on()
        if told := self.race.introduction():
            self.open_page("\n\n".join(told))

    def on_resize(self) -> None:
        if self.looking is not None:
            self.call_after_refresh(self.refresh_table, self.looking)

    # ------------------------------------------------------------ going on

    def go_on(self) -> None:
        """Ask the next person, let the next bot think, or show the result."""
        race = self.race
        self.hurried = None
        self.is_warned = False
        self.ask = race.person_ask()
        while self.ask is not None and (move := race.answer_by_itself(self.ask)) is not None:
            race.play(self.ask.seat, move)
            self.ask = race.person_ask()
        if self.ask is not None:
            self.hand_over(self.ask)
        elif (bot := race.bot_ask()) is not None:
            self.refresh_table(race.screen_viewer(None))
            self.prompt(race.say("thinking", seat=bot.seat))
            self.query_one("#choices", OptionList).clear_options()
            self.run_worker(lambda: self.let_think(bot), thread=True)
        else:
            self.refresh_table(race.screen_viewer(None))
            self.prompt("\n".join(race.result()))
            self.query_one("#choices", OptionList).clear_options()
            self.query_one("#line", Input).placeholder = race.say("ended")

    def let_think(self, bot: Ask[Any]) -> None:
        """Run the bot in a worker thread, so that the screen stays responsive."""
        try:
            move = self.race.think(bot)
        except BotFailed as failed:
            self.failed = failed
            self.call_from_thread(self.exit)
            return
        self.call_from_thread(self.bot_plays, bot.seat, move)

    def bot_plays(self, seat: Seat, move: Any) -> None:
        if not self.query("#board"):  # the screen closed while the bot was thinking
            return
        self.race.play(seat, move)
        self.go_on()

    def hand_over(self, ask: Ask[Any]) -> None:
        """Cover the hands between two people."""
        if len(self.race.humans) > 1 and self.looking != ask.seat:
            self.looking = ask.seat
            self.cover()
            text = self.race.say("pass", seat=ask.seat)
            self.push_screen(Curtain(text), lambda _: self.show(ask))
            return
        self.looking = ask.seat
        self.show(ask)

    def cover(self) -> None:
        """Remove everything of the last person from the screen."""
        self.query_one("#board", Static).update("")
        self.query_one("#log", RichLog).clear()
        self.query_one("#choices", OptionList).clear_options()
        self.prompt("")

    # ------------------------------------------------------------ showing

    def show(self, ask: Ask[Any]) -> None:
        race = self.race
        self.refresh_table(ask.seat)
        self.prompt(f"{race.say('turn', seat=ask.seat, prompt=race.prompt(ask))}")
        self.choices = race.choices(ask)
        self.list(self.choices)
        self.say("")
        line = self.query_one("#line", Input)
        line.value, line.disabled = "", False
        if isinstance(ask.options, Amount):
            least, most, step = ask.options.least, ask.options.most, ask.options.step
            line.placeholder = race.say("range", least=least, most=most, step=step)
            line.focus()
        else:
            line.placeholder = race.say("type")
        self.typed = ""
        counted = race.countdown(ask)
        if counted is not None and self.hurried is not ask:
            self.hurried, self.until = ask, time.monotonic() + counted.seconds
            self.tick()

    def tick(self) -> None:
        """Update the countdown; when it runs out, play the default."""
        ask, race = self.hurried, self.race
        if ask is None or not self.screen_stack[0].query(
            "#prompt"
        ):  # no race, or the app is closing
            return
        left = math.ceil(self.until - time.monotonic())
        if left > 0:
            if len(self.screen_stack) == 1:
                turn = race.say("turn", seat=ask.seat, prompt=race.prompt(ask))
                self.prompt(f"{turn}\n{race.say('countdown', n=left)}")
            return
        while len(self.screen_stack) > 1:
            self.pop_screen()
        said = race.count_out(ask)
        self.go_on()
        self.say(said)

    def list(self, shown: Sequence[Choice]) -> None:
        """List options with their codes; the default is highlighted."""
        choices = self.query_one("#choices", OptionList)
        choices.clear_options()
        if not shown:
            return
        wide = max(len(choice.code) for choice in shown)
        for choice in shown:
            label = "" if choice.label == choice.code else choice.label
            line = Text(f"{choice.code:>{wide}}  {label}")
            if choice.remark:
                line.append(f"  {choice.remark}", "italic")
            if choice.danger:
                line.append(f"  ! {self.race.say('danger')}", "bold red")
            if choice.final:
                line.append(f"  · {self.race.say('final')}", "dim")
            choices.add_option(Option(line, id=choice.text))
        choices.highlighted = next((i for i, c in enumerate(shown) if c.default), 0)
        choices.focus()

    def say(self, text: str) -> None:
        self.query_one("#said", Static).update(Text(text))

    def refresh_table(self, viewer: Seat | None) -> None:
        race = self.race
        columns = self.size.width - EDGE_COLUMNS
        drawn = self.drawn(viewer)
        self.query_one("#board", Static).update(fold_text(self.painted(drawn), columns))
        if drawn.focus is not None:
            first, last = (fold(drawn.plain[:at], columns).count("\n") for at in drawn.focus)
            self.call_after_refresh(self.show_lines, first, last)
        log = self.query_one("#log", RichLog)
        log.clear()
        for sentence, clause in race.log(viewer):
            line = Text(sentence)
            if clause:
                line.append(f"  {clause}", "dim")
            log.write(line)

    def show_lines(self, first: int, last: int) -> None:
        """Scroll the board until these lines are in view, the first above all."""
        view = self.query_one("#view", ScrollableContainer)
        view.scroll_to(y=min(first, max(0, last - view.size.height)), animate=False)

    def drawn(self, viewer: Seat | None) -> StyledText:
        """The board as this viewer sees it."""
        race = self.race
        view = race.spec.game.view(race.referee.state, viewer)
        return race.spec.draw(view, viewer, race.names, race.language)

    def painted(self, drawn: StyledText) -> Text:
        """The board with the names of the drivers in their colours."""
        painted = to_rich(drawn)
        painted.rstrip()
        return paint_names(painted, self.race.names, self.race.colours)

    def prompt(self, text: str) -> None:
        self.query_one("#prompt", Static).update(Text(text))

    # ------------------------------------------------------------ what the person does

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        self.select(message.option.id)

    def select(self, text: str | None) -> None:
        """Play the listed choice with this notation."""
        ask = self.ask
        if ask is not None and self.race.still_asked(ask):
            chosen = next((c for c in self.choices if c.text == text), None)
            if chosen is not None:  # a second Enter may still mean the list before
                self.attempt(lambda: choose(self.race, ask, chosen))

    async def on_input_submitted(self, message: Input.Submitted) -> None:
        """A typed line: a key, a choice, an amount, or a run of moves."""
        key = message.value.strip().replace("?", "question_mark")
        if action := self.keys().get(key):
            message.input.value = ""
            await self.run_action(action)
            return
        ask = self.ask
        if ask is None or not self.race.still_asked(ask):
            return
        self.attempt(lambda: answer(self.race, ask, self.choices, message.value))

    def attempt(self, act: Callable[[], Answer]) -> None:
        """Play what was chosen; a refusal is shown."""
        try:
            came = act()
        except Refused as wrong:
            came = Answer(said=str(wrong))
        self.after(came)

    def after(self, came: Answer) -> None:
        """Continue, or show the reason why not."""
        if came.played:
            self.go_on()
        elif came.narrowed:
            self.list(came.narrowed)
        self.say(came.said)

    def on_key(self, event: Key) -> None:
        """Typing moves the highlight to the choice with that code."""
        if event.character is None or not event.character.isalnum() or not self.choices:
            return
        if self.focused is self.query_one("#line", Input):
            return
        codes = [choice.code for choice in self.choices]
        for text in (self.typed + event.character, event.character):
            near = [i for i, code in enumerate(codes) if code == text]
            if text.isdecimal():
                near += [i for i, code in enumerate(codes) if code.startswith(text)]
            if near:
                self.typed = text
                self.query_one("#choices", OptionList).highlighted = near[0]
                event.stop()
                return

    def action_type(self) -> None:
        self.query_one("#line", Input).focus()

    def action_follow(self) -> None:
        """Play the default until another question is asked."""
        if self.ask is not None and answer(self.race, self.ask, self.choices, "follow").played:
            self.go_on()

    def action_take_back(self) -> None:
        undoer = self.race.undoer()
        if undoer is None or not self.race.take_back(undoer):
            self.notify(self.race.say("nothing-to-take-back"))
            return
        self.notify(self.race.say("taken-back"))
        self.go_on()

    def action_rules(self) -> None:
        book, language = self.race.spec.rulebook, self.race.language
        text = book.full_text(language)
        if self.ask is not None:
            here = book.clause_in(self.race.clause(self.ask.question.clause), language)
            text = f"> **{here.id} {here.title}**: {here.text}\n\n{text}"
        self.push_screen(Rules(text, self.race.say("close")))

    def action_about(self) -> None:
        """Help: what matters here, the purpose of each option, then the keys."""
        told = [] if self.ask is None else self.race.about(self.ask)
        self.open_page("\n\n".join([*told, self.race.say("help").strip()]))

    def open_page(self, text: str | Text) -> None:
        self.push_screen(Page(text, self.race.say("close")))

    def action_hint(self) -> None:
        if self.ask is not None:
            self.open_page("\n\n".join(self.race.hint(self.ask)))

    def action_board(self) -> None:
        """The whole board, over the whole screen."""
        seat = None if self.ask is None else self.ask.seat
        self.open_page(self.painted(self.drawn(self.race.screen_viewer(seat))))

    def action_scroll_text(self, pages: int) -> None:
        """Scroll the open page, or else the board."""
        shown = self.screen.query("#page, #view").first()
        shown.scroll_relative(y=pages * (shown.size.height - 1), animate=False)

    def action_places(self) -> None:
        seat = None if self.ask is None else self.ask.seat
        lines = self.race.standings(self.race.screen_viewer(seat))
        self.open_page("\n".join(lines))

    def action_where(self) -> None:
        seat = self.race.screen_viewer(None if self.ask is None else self.ask.seat)
        lines = self.race.around(seat) if seat is not None else [self.race.board_text(None)]
        self.open_page("\n\n".join(lines))

    def action_save(self) -> None:
        race = self.race
        path = race.file or Path(f"{race.spec.card.id}.race")
        try:
            race.save(path)
        except OSError as wrong:
            self.notify(str(wrong), severity="error")
            return
        race.file = path
        self.notify(race.say("saved", text=path))

    async def action_quit(self) -> None:
        """Leave; a race that is not saved asks for the key twice."""
        race = self.race
        if race.over or race.file is not None or self.is_warned or self.failed is not None:
            self.exit()
            return
        self.is_warned = True
        self.say(race.say("leave"))

    def action_language(self) -> None:
        race = self.race
        race.language = next_language(race.language)
        self.title = race.spec.title(race.language)
        self.query_one("#title", Static).update(self.title)
        self.name_keys()
        self.refresh_bindings()
        if self.ask is not None:
            self.show(self.ask)
        else:
            self.refresh_table(race.screen_viewer(None))

"""The table on the screen: map, question, choices, panels and log. It works from seats: a person sees only what they may."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from rich.console import Group, RenderableType
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Footer, Input, OptionList, RichLog, Static

from grognard.cli.table import panels, saves
from grognard.cli.table.choices import Choices
from grognard.cli.table.dialogs import Answers, Ask, Confirm, HandOver, LogPage, Page, rules_page
from grognard.cli.table.ending import ending
from grognard.cli.table.helping import help_page
from grognard.cli.table.host import Host
from grognard.cli.table.mapview import MapView
from grognard.cli.table.odds import forecast_breakdown, risks_table, roll_breakdown
from grognard.cli.telling import Storyteller
from grognard.core.actions import Action
from grognard.core.errors import GrognardError
from grognard.core.events import Names, Rolled
from grognard.core.features import Alliances, CardHands, Story, StrayShots
from grognard.core.rules import Rules
from grognard.core.seats import Seat
from grognard.core.sight_lines import SightLine, places_inspected
from grognard.core.texts import in_table, text
from grognard.telling.boards import Board, board_of
from grognard.telling.cards import advice_in_words, agreement_in_words, cards_in_words
from grognard.telling.diary import diary_in_words
from grognard.telling.names import names_of
from grognard.telling.sight import sight_in_words
from grognard.telling.words import capital, refusal_in_words, say

NEAR_FROM = (130, 34)
"""From this size of the terminal on the map begins near by."""
SMALL = 100
"""Below this width the panels beside the map are narrow."""


class LogPaper:
    """The log as something that a storyteller can write on."""

    is_terminal = True

    def __init__(self, log: RichLog) -> None:
        self.log = log

    def print(self, *words: Any, soft_wrap: bool | None = None) -> None:
        for word in words or ("",):
            self.log.write(word, expand=True)


class TableScreen(Screen[None]):
    """A game in play."""

    AUTO_FOCUS = "#choices"
    BINDINGS = [
        Binding("question_mark", "help", "help"),
        Binding("tab", "switch", "map"),
        Binding("slash", "filter", "find"),
        Binding("n", "next_place", "next"),
        Binding("e", "last_choice", "end"),
        Binding("u", "undo", "undo"),
        Binding("w", "why", "why not"),
        Binding("r", "rules", "rules"),
        Binding("o", "odds", "odds"),
        Binding("l", "log", "log"),
        Binding("s", "diary", "story"),
        Binding("d", "cards", "cards"),
        Binding("a", "allies", "allies"),
        Binding("q", "leave", "quit"),
        Binding("plus,equals_sign", "zoom(True)", show=False),
        Binding("minus", "zoom(False)", show=False),
        Binding("c", "centre", show=False),
        Binding("m", "next_sheet", show=False),
        Binding("h", "bare", show=False),
        Binding("x", "resign", show=False),
        Binding("ctrl+s", "save", show=False),
        Binding("ctrl+up", "scroll_facts(-3)", show=False),
        Binding("ctrl+down", "scroll_facts(3)", show=False),
        Binding("escape", "clear", show=False),
        *(Binding(str(number), f"inspect({number})", show=False) for number in range(1, 10)),
    ]

    def __init__(self, host: Host) -> None:
        super().__init__()
        self.host = host
        self.looking = ""
        self.names: Names = {}
        self.board: Board | None = None
        self.choices: Choices | None = None
        self.teller: Storyteller | None = None
        self.told = 0
        self.inspected = ""
        self.bare = False
        self.rolled: Rolled | None = None
        self.questions = 0
        """How many questions have been shown."""
        self.busy = False
        """Whether the computer players are deciding."""
        self.astray = False
        """Whether the map shows where a choice may strike."""
        self.new_question = False
        """Whether the first choice was highlighted by the table itself."""

    def compose(self) -> ComposeResult:
        yield Static(id="heading", markup=False)
        with Horizontal(id="middle"):
            yield MapView(id="map")
            with Vertical(id="side"):
                yield Static(id="question", markup=False)
                yield Input(id="filter", placeholder=say("filter-hint"))
                yield OptionList(id="choices", markup=False)
                with VerticalScroll(id="panel"):
                    yield Static(id="facts", markup=False)
        yield RichLog(id="log", wrap=True, min_width=20, max_lines=400)
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        self.query_one("#filter").display = False
        self.query_one("#log").can_focus = False
        self.query_one("#panel").can_focus = False
        self.map.zoom(self.app.size.width >= NEAR_FROM[0] and self.app.size.height >= NEAR_FROM[1])
        self.fit(self.app.size.width)
        self.go_on()

    def on_resize(self, event: Resize) -> None:
        self.fit(event.size.width)

    def fit(self, width: int) -> None:
        self.set_class(width < SMALL, "small-screen")
        self.set_class(width >= NEAR_FROM[0], "wide-screen")

    @property
    def map(self) -> MapView:
        return self.query_one("#map", MapView)

    @property
    def offered(self) -> OptionList:
        return self.query_one("#choices", OptionList)

    @property
    def seat(self) -> Seat:
        return self.host.seats[self.looking]

    # ------------------------------------------------------------------ the course of the game

    @work(exclusive=True)
    async def go_on(self) -> None:
        """Let computer players decide until it is a person's turn; then let that person look."""
        self.busy = True
        self.keep()
        while (computer := self.host.computer_to_play()) is not None:
            self.query_one("#question", Static).update(say("thinking", army=capital(in_table("army", computer))))
            action = await asyncio.to_thread(self.host.choose, computer)
            if self.host.game.over is not None:
                break
            self.host.play(computer, action)
        self.keep()
        self.busy = False
        person = self.host.person_to_play(self.looking or None) or self.looking or self.host.people[0]
        if self.looking and self.host.game.over is None and self.host.must_hand_over(self.looking, person):
            self.hide()
            self.close_log(person)
            await self.app.push_screen_wait(HandOver(in_table("army", person)))
        self.look_as(person)
        if self.host.game.over is not None:
            await self.app.push_screen_wait(Page(say("the-end"), ending(self.host, self.seat)))

    def keep(self) -> None:
        """Keep the game; if that cannot be, say so and play on."""
        try:
            self.host.keep()
        except GrognardError as fault:
            self.tell_fault(str(fault))

    def hide(self) -> None:
        """Take everything away that only the one who looked may know."""
        for id in ("#heading", "#question", "#facts"):
            self.query_one(id, Static).update("")
        self.offered.clear_options()
        self.map.drawing = None

    def close_log(self, person: str) -> None:
        """Take the log away if this person was not told the same."""
        if self.looking and self.host.seats[self.looking].events() != self.host.seats[person].events():
            self.query_one("#log", RichLog).clear()
            self.teller = None

    def look_as(self, person: str) -> None:
        """Show the game as this person sees it now."""
        if self.looking != person:
            self.inspected = ""
            self.close_log(person)
        self.looking = person
        self.names = names_of(self.seat)
        self.board = board_of(self.seat.ask(Rules.picture))
        self.questions += 1
        self.choices = Choices(self.seat, self.names, self.board, self.questions)
        with self.app.batch_update():
            self.show_all(self.choices)

    def show_all(self, choices: Choices) -> None:
        seat, wanted = self.seat, self.query_one("#filter", Input)
        self.map.display = self.board is not None
        if self.board is not None:
            self.map.show(self.board, choices.places)
        self.tell()
        wanted.value = ""
        wanted.display = False
        self.query_one("#heading", Static).update(panels.heading(self.host, seat, self.board))
        self.query_one("#question", Static).update(panels.question(seat, self.names, self.board, self.advice()))
        self.show_choices()
        self.new_question = True
        self.find_place(choices)
        self.show_facts()
        self.inspect_again()
        if self.focused is None or self.board is None:
            self.offered.focus()

    def advice(self) -> list[str]:
        """What computer players beside the one who looks say to them."""
        return list(advice_in_words(self.seat, self.host.advice(self.looking)))

    def find_place(self, choices: Choices) -> None:
        """Put the cursor where the question is: on the piece it is about, or else where there is a choice."""
        decision = self.seat.decision
        if self.board is None or decision is None:
            return
        asked = self.board.places_at(decision.args.values())
        offered = [place for action in choices.actions for place in choices.about[action]]
        if asked:
            self.map.put_cursor(asked[0])
        elif offered and self.map.cursor not in offered:
            self.map.put_cursor(offered[0])

    def tell(self) -> None:
        """Tell what happened since the last time, or all of it to somebody new."""
        log = self.query_one("#log", RichLog)
        if self.teller is None:
            log.clear()
            self.told = 0
            self.teller = Storyteller(LogPaper(log), self.host.opening())
        events = self.seat.events(self.told)
        self.teller.tell(events)
        self.teller.flush()
        self.told = self.host.game.happened.length
        self.rolled = next((event for event in reversed(events) if isinstance(event, Rolled)), None)

    # ------------------------------------------------------------------ choices

    def show_choices(self) -> None:
        """List the choices that the filter lets through, a line between kinds of choices."""
        if self.choices is None:
            return
        self.offered.clear_options()
        self.offered.add_options(self.choices.rows())
        if self.offered.option_count:
            self.offered.highlighted = 0
        self.map.show_choices(self.choices.places, self.choices.question)

    @on(OptionList.OptionHighlighted, "#choices")
    def highlighted(self) -> None:
        """Show where the highlighted choice is, and its odds."""
        action = self.chosen()
        if self.new_question:
            self.new_question = False
        elif action is not None and self.choices is not None and self.offered.has_focus:
            for place in self.choices.about[action][-1:]:
                self.map.put_cursor(place)
        self.show_spread(action)
        self.show_facts()

    def show_spread(self, action: Action | None) -> None:
        """Where the highlighted choice may strike, if it may go astray, with the chance of each place."""
        spread = self.seat.ask(StrayShots.spread, action) if action is not None and not self.inspected else {}
        if spread or self.astray:
            self.map.show_inspection({place: f"{chance:.0%}" for place, chance in spread.items()})
        self.astray = bool(spread)

    @on(OptionList.OptionSelected, "#choices")
    def selected(self, event: OptionList.OptionSelected) -> None:
        action = self.choices.action(event.option) if self.choices is not None else None
        if action is not None:
            self.play(action)

    def play(self, action: Action) -> None:
        if self.busy:
            return
        try:
            self.host.play(self.looking, action)
        except GrognardError as fault:
            self.tell_fault(str(fault))
            return
        self.busy = True
        self.go_on()

    def tell_fault(self, words: str) -> None:
        self.notify(words, severity="warning", markup=False)

    def chosen(self) -> Action | None:
        """The choice that is highlighted."""
        place = self.offered.highlighted
        if self.choices is None or place is None:
            return None
        return self.choices.action(self.offered.get_option_at_index(place))

    # ------------------------------------------------------------------ the map

    @on(MapView.Moved)
    def moved(self) -> None:
        self.show_facts()

    @on(MapView.Picked)
    def picked(self, event: MapView.Picked) -> None:
        """Do the one thing that can be done there, or list those that can."""
        if self.choices is None or event.question != self.choices.question:
            return
        found = self.choices.at(event.place)
        if not found:
            self.notify(say("nothing-there"), markup=False)
        elif len(found) == 1:
            self.play(found[0])
        else:
            self.choices.only = event.place
            self.show_choices()
            self.offered.focus()

    def show_facts(self) -> None:
        """The odds of what may be chosen, then the place under the cursor; or the place, then the last roll."""
        if not self.looking or self.choices is None:
            return
        here = [panels.place_panel(self.board, self.map.cursor)] if self.board is not None else []
        odds = self.odds()
        rolled = roll_breakdown(self.rolled, self.names) if self.rolled is not None and not odds else []
        self.query_one("#facts", Static).update(Group(*odds, *([""] if odds else []), *here, "", *rolled))

    def odds(self) -> list[RenderableType]:
        """The odds of the highlighted choice, or else of the attack on the place under the cursor."""
        if self.choices is None:
            return []
        risks = risks_table(self.seat, self.chosen(), self.names)
        if risks:
            return risks
        actions = (self.chosen(), *self.choices.at(self.map.cursor))
        found = (forecast_breakdown(self.seat, action, self.names) for action in actions)
        return next(filter(None, found), [])

    def action_odds(self) -> None:
        """The odds on a page of their own."""
        self.app.push_screen(Page(say("odds"), self.odds() or [say("no-fight")]))

    def action_scroll_facts(self, lines: int) -> None:
        self.query_one("#panel").scroll_relative(y=lines, animate=False)

    def action_inspect(self, number: int) -> None:
        """Show what the game can show of the piece under the cursor, or of the one that is asked about; once more: no more."""
        inspections = self.seat.rules.inspections if self.looking else ()
        if number > len(inspections):
            return
        what = inspections[number - 1]
        self.inspected = "" if self.inspected == what else what
        self.inspect_again()

    def inspect_again(self) -> None:
        pieces = self.inspectable() if self.inspected else []
        for piece in pieces:
            try:
                found = self.seat.inspect(self.inspected, piece)
            except GrognardError:
                continue
            self.map.show_inspection(
                {place: f"{cost:g}" if cost is not None else "" for place, cost in places_inspected(found)}
            )
            said = say("inspecting", what=text(f"inspect.{self.inspected}"), piece=self.names.get(piece, piece))
            lines = [line for line in found if isinstance(line, SightLine)]
            seen = sight_in_words(lines, self.board.groups) if self.board is not None else []
            self.notify("\n".join([said, *seen]), timeout=12 if seen else 3, markup=False)
            return
        if self.inspected:
            self.notify(say("nothing-to-inspect"), markup=False)
        self.inspected = ""
        self.map.show_inspection({})

    def inspectable(self) -> list[str]:
        """The pieces under the cursor, the top one first; then those that the question names."""
        stack = self.board.stacks.get(self.map.cursor, ()) if self.board is not None else ()
        decision = self.seat.decision
        asked = [str(value) for value in decision.args.values()] if decision is not None else []
        return [*(counter.id for counter in reversed(stack)), *(piece for piece in asked if piece in self.seat.rules.names())]

    def action_next_place(self) -> None:
        """The next place at which something can be done."""
        if self.board is None or self.choices is None or not self.choices.places:
            return
        order = {place: number for number, place in enumerate(self.board.places)}
        places = [place for place in order if place in self.choices.places]
        here = order.get(self.map.cursor, -1)
        later = [place for place in places if order[place] > here]
        if places:
            self.map.put_cursor((later or places)[0])
        self.map.focus()

    def action_zoom(self, near: bool) -> None:
        self.map.zoom(near)

    def action_next_sheet(self) -> None:
        self.map.next_sheet()

    def action_centre(self) -> None:
        self.map.centre()

    def action_bare(self) -> None:
        self.bare = not self.bare
        self.map.take_off_counters(self.bare)

    # ------------------------------------------------------------------ keys

    def action_switch(self) -> None:
        if self.map.has_focus or self.board is None:
            self.offered.focus()
        else:
            self.map.focus()

    def action_last_choice(self) -> None:
        """Go to the last choice, which ends what is going on where that can be ended."""
        if self.offered.option_count:
            self.offered.highlighted = self.offered.option_count - 1
            self.offered.focus()

    def action_filter(self) -> None:
        wanted = self.query_one("#filter", Input)
        wanted.display = True
        wanted.focus()

    @on(Input.Changed, "#filter")
    def filter(self, event: Input.Changed) -> None:
        if self.choices is not None and self.choices.wanted != event.value:
            self.choices.wanted = event.value
            self.show_choices()

    @on(Input.Submitted, "#filter")
    def filtered(self) -> None:
        self.offered.focus()

    def action_clear(self) -> None:
        """Show all choices again, and no inspection."""
        if self.choices is None:
            return
        self.choices.only = self.choices.wanted = ""
        self.query_one("#filter", Input).value = ""
        self.query_one("#filter").display = False
        self.inspected = ""
        self.map.show_inspection({})
        self.show_choices()
        self.offered.focus()

    def action_undo(self) -> None:
        if self.busy:
            return
        try:
            self.host.undo(self.looking)
        except GrognardError as fault:
            self.tell_fault(str(fault))
            return
        self.go_on()

    @work
    async def action_resign(self) -> None:
        if self.host.game.over is None and await self.app.push_screen_wait(Confirm(say("resign-sure-key"))):
            self.host.resign(self.looking)
            self.go_on()

    @work
    async def action_save(self) -> None:
        typed = await self.app.push_screen_wait(Ask(say("save-where"), str(self.host.file or "")))
        if not typed:
            return
        try:
            saves.keep(Path(typed).expanduser(), self.host.game, self.host.sides)
            self.notify(say("kept", file=typed), markup=False)
        except GrognardError as fault:
            self.tell_fault(str(fault))

    def action_leave(self) -> None:
        self.keep()
        self.app.exit(
            say("kept", file=str(self.host.file)) if self.host.file is not None and self.host.game.over is None else ""
        )

    def action_help(self) -> None:
        self.app.push_screen(Page(say("help"), help_page(self.board, self.map.drawing, self.seat.rules.inspections)))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Cards and allies have keys only where there are any."""
        if action in ("cards", "allies") and self.looking:
            return (
                self.seat.ask(CardHands.card_table) if action == "cards" else self.seat.ask(Alliances.agreement)
            ) is not None
        return super().check_action(action, parameters)

    def action_cards(self) -> None:
        self.app.push_screen(Page(say("cards"), list(cards_in_words(self.seat, self.names))))

    def action_allies(self) -> None:
        """What allies share and propose; a line that is typed proposes something."""
        self.app.push_screen(Answers(say("allies"), say("allies-how"), self.propose, self.agreed()))

    def agreed(self) -> list[str]:
        return list(agreement_in_words(self.seat, self.host.proposed_to(self.looking)))

    def propose(self, typed: str) -> list[str]:
        try:
            self.host.propose(self.looking, typed)
        except GrognardError as fault:
            return [str(fault), *self.agreed()]
        return self.agreed()

    def action_diary(self) -> None:
        self.app.push_screen(Page(say("diary"), diary_in_words(self.seat.ask(Story.diary))))

    def action_log(self) -> None:
        seat, start = self.seat, self.host.opening()

        def tell(log: RichLog) -> None:
            teller = Storyteller(LogPaper(log), start)
            teller.tell(seat.events())
            teller.flush()

        self.app.push_screen(LogPage(tell))

    def action_rules(self) -> None:
        """The rules behind the question, and any other by its number."""
        decision = self.seat.decision
        self.app.push_screen(rules_page(decision.cites[0] if decision is not None and decision.cites else ""))

    def action_why(self) -> None:
        """Why what concerns the place under the cursor is not among the choices; or anything else that is typed."""
        here = self.choices.refused(self.map.cursor, self.chosen()) if self.choices is not None else []
        reasons = [line for action in here for line in self.why_not(action)]
        hint = say("why-hint", example=str(next(iter(self.seat.actions), "")))
        self.app.push_screen(Answers(say("why"), hint, self.why_typed, reasons or [say("why-nothing-here")]))

    def why_not(self, action: Action) -> list[str]:
        reason = self.seat.why_not(action)
        if reason is None or self.choices is None:
            return [say("you-may")]
        first, *rest = refusal_in_words(reason, self.names)
        return [f"{self.choices.words(action)}: {first}", *rest]

    def why_typed(self, typed: str) -> list[str]:
        try:
            return self.why_not(self.host.parse(typed))
        except GrognardError as fault:
            return [str(fault)]

"""The table in plain lines: commands typed, sentences printed. For screen readers, pipes and small screens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from grognard.cli.odds import print_breakdown
from grognard.cli.table import saves
from grognard.cli.table.host import Host
from grognard.cli.table.odds import forecast_of
from grognard.cli.telling import Paper, Storyteller, summary, tracks_of
from grognard.core.actions import Action
from grognard.core.choices import listed, regions
from grognard.core.errors import GrognardError
from grognard.core.features import Circumstances, RiskTables, Story, StrayShots
from grognard.core.risk_tables import RiskTable
from grognard.core.rules import Rules
from grognard.core.seats import Seat
from grognard.core.sight_lines import SightLine, places_inspected
from grognard.core.texts import in_table, text, texts_of
from grognard.telling.boards import Board, about_values, asked_about, board_of, counter_in_words
from grognard.telling.cards import (
    advice_in_words,
    agreement_in_words,
    boxes_in_words,
    cards_in_words,
    circumstance_in_words,
)
from grognard.telling.diary import diary_in_words
from grognard.telling.names import names_of
from grognard.telling.risks import risks_in_words
from grognard.telling.sight import sight_in_words
from grognard.telling.words import (
    capital,
    cites_in_words,
    condition_in_words,
    offer_in_words,
    question_in_words,
    refusal_in_words,
    rules_or_refusal,
    said_in_words,
    say,
    track_in_words,
)

SHOWN = 30
"""How many choices are listed unless all are asked for."""

Reader = Callable[[], str | None]
"""Gives the next line that was typed; None when there are no more."""


class Quit(Exception):
    """The person leaves; the game is kept."""


class PlainTable:
    """A game played line by line."""

    def __init__(self, host: Host, paper: Paper, reader: Reader) -> None:
        self.host = host
        self.paper = paper
        self.reader = reader
        self.teller = Storyteller(paper, host.opening())
        self.looking: str | None = None
        self.told = dict.fromkeys(host.people, 0)

    def say(self, words: str) -> None:
        self.paper.print(words, soft_wrap=True)

    # ------------------------------------------------------------------ the game

    def run(self) -> None:
        """Play to the end, or until the person leaves."""
        with texts_of(self.host.game.rules):
            self.play()

    def play(self) -> None:
        self.say(self.host.game.scenario.title)
        self.say(say("plain-welcome"))
        try:
            while self.host.game.over is None:
                self.host.let_computers_play()
                self.host.keep()
                seat = self.host.person_to_play(self.looking)
                if seat is not None:
                    self.sit_down(seat)
                    self.tell()
                    self.ask(self.host.seats[seat])
        except Quit:
            self.say(say("kept", file=str(self.host.file)) if self.host.file else say("not-kept"))
            return
        self.tell()
        self.host.keep()
        summary(self.paper, self.host.game)

    def sit_down(self, seat: str) -> None:
        """Let the next person look; what only the last one may know is out of sight before."""
        before = self.looking
        if before is not None and self.host.must_hand_over(before, seat):
            self.say("\n" * 60)
            self.say(say("hand-over", army=in_table("army", seat)))
            self.read()
        elif before is not None:
            self.told[seat] = self.told[before]
        self.looking = seat

    def tell(self) -> None:
        """What happened since the one who looks was told last, as they may know it."""
        seat = self.looking or self.host.people[0]
        self.teller.tell(self.host.seats[seat].events(self.told[seat]))
        self.teller.flush()
        self.told[seat] = self.host.game.happened.length

    def read(self) -> str:
        typed = self.reader()
        if typed is None:
            raise Quit
        return typed.strip()

    # ------------------------------------------------------------------ one question

    def ask(self, seat: Seat) -> None:
        """Ask until something happens that changes the game."""
        self.put_question(seat)
        before = self.host.game.entries.length
        while self.host.game.entries.length == before:
            try:
                self.obey(seat, self.read())
            except GrognardError as fault:
                self.say(str(fault))

    def put_question(self, seat: Seat) -> None:
        names, decision = names_of(seat), seat.decision
        cites = cites_in_words(decision.cites) if decision is not None else ""
        self.say("")
        self.say(
            f"{capital(in_table('army', seat.seated_as))}: {question_in_words(seat, names)}{f' ({cites})' if cites else ''}"
        )
        for worth in asked_about(board_of(seat.ask(Rules.picture)), decision.args.values()) if decision is not None else ():
            self.say(worth)
        self.say_all(advice_in_words(seat, self.host.advice(seat.seated_as)))
        risks = seat.ask(RiskTables.risk_table)
        if risks is None:
            self.list_choices(seat, SHOWN)
        else:
            self.list_risks(seat, risks)

    def list_risks(self, seat: Seat, risks: RiskTable) -> None:
        """What each choice may bring, the rest of them only by how many they are."""
        offered, told = listed(seat.actions), risks_in_words(seat, risks, names_of(seat))
        for row, (words, chances) in zip(risks.rows, told, strict=True):
            self.say(f"{offered.index(row.action) + 1:4}  {words}: {chances}")
        if len(offered) > len(risks.rows):
            self.say(say("more-choices", number=len(offered) - len(risks.rows)))

    def list_choices(self, seat: Seat, most: int, wanted: str = "") -> None:
        names = names_of(seat)
        found = [(number, offer_in_words(seat, action, names)) for number, action in enumerate(listed(seat.actions), 1)]
        found = [(number, words) for number, words in found if wanted.casefold() in words.casefold()]
        for number, words in found[:most]:
            self.say(f"{number:4}  {words}")
        if len(found) > most:
            self.say(say("more-choices", number=len(found) - most))
        for group, region in regions(seat.actions):
            example = region.text(*next(iter(region.points()), region.origin))
            meant = said_in_words(group.kind.of(*region.action.split()[1:]), {"point": "x,y"}, names)
            self.say("      " + say("any-point", what=meant, action=example))
        if not found and not regions(seat.actions):
            self.say(say("no-such-choice", wanted=wanted))

    def obey(self, seat: Seat, typed: str) -> None:
        """Carry out a command: a number or an action is played, the rest only looked at."""
        word, _, rest = typed.partition(" ")
        command = COMMANDS.get(word.casefold())
        if not typed:
            self.put_question(seat)
        elif typed.isdigit():
            self.host.play(seat.seated_as, self.numbered(seat, int(typed)))
        elif word in seat.rules.inspections:
            self.inspect(seat, word, rest.strip())
        elif command is not None:
            command(self, seat, rest.strip())
        else:
            self.play_words(seat, typed)

    def numbered(self, seat: Seat, number: int) -> Action:
        offered = listed(seat.actions)
        if not 1 <= number <= len(offered):
            raise GrognardError(say("no-such-number", most=len(offered)))
        return offered[number - 1]

    def play_words(self, seat: Seat, typed: str) -> None:
        """An action typed as it is written in records; one that is not offered is refused with its rule."""
        action = self.parse(typed)
        reason = seat.why_not(action)
        if reason is None:
            self.host.play(seat.seated_as, action)
        else:
            self.say_all(refusal_in_words(reason, names_of(seat)))

    def parse(self, typed: str) -> Action:
        try:
            return self.host.parse(typed)
        except GrognardError:
            raise GrognardError(say("not-understood", typed=typed)) from None

    def say_all(self, lines: Iterable[str]) -> None:
        for words in lines:
            self.say(words)

    # ------------------------------------------------------------------ commands

    def help(self, seat: Seat, rest: str) -> None:
        self.say_all(say(f"plain-help.{name}", example=str(seat.actions[0])) for name in HELP)
        self.say_all(say("plain-help.inspect", word=what, meaning=text(f"inspect.{what}")) for what in seat.rules.inspections)

    def choices(self, seat: Seat, rest: str) -> None:
        self.list_choices(seat, len(listed(seat.actions)), rest)

    def look(self, seat: Seat, rest: str) -> None:
        board = self.board(seat)
        wanted = rest if rest in board.places else self.piece(seat, rest) if rest else ""
        place = wanted if wanted in board.places else board.where.get(wanted, "")
        if not place:
            raise GrognardError(say("look-where"))
        self.say_all(board.describe(place))
        stack = board.stacks.get(place, ())
        self.say_all(f"  {counter_in_words(counter)}" for counter in reversed(stack))
        self.say_all(f"  {line}" for line in about_values(stack))

    def units(self, seat: Seat, rest: str) -> None:
        """Every stack, and the trays beside the map."""
        board = self.board(seat)
        squads = list(board.squads())
        self.say_all(squads)
        for place, counters in () if squads else board.stacks.items():
            self.say(f"{board.name(place)}: {'; '.join(counter_in_words(counter) for counter in reversed(counters))}")
        for tray in board.trays:
            self.say(f"{tray.title}: {', '.join(counter.title or counter.name for counter in tray.counters)}")

    def why(self, seat: Seat, rest: str) -> None:
        reason = seat.why_not(self.parse(rest)) if rest else None
        if not rest:
            self.say(say("why-what", example=str(seat.actions[0])))
        elif reason is None:
            self.say(say("you-may"))
        else:
            self.say_all(refusal_in_words(reason, names_of(seat)))

    def inspect(self, seat: Seat, what: str, wanted: str) -> None:
        """Whatever the game can show of a piece."""
        found = seat.inspect(what, self.piece(seat, wanted))
        lines = [line for line in found if isinstance(line, SightLine)]
        if lines:
            self.say_all(sight_in_words(lines, self.board(seat).groups))
            return
        name = self.board(seat).name
        places = [f"{name(place)} ({cost:g})" if cost is not None else name(place) for place, cost in places_inspected(found)]
        self.say(", ".join(places) or say("nowhere"))

    def piece(self, seat: Seat, wanted: str) -> str:
        """A piece by its id, or by the beginning of its name."""
        if wanted in seat.rules.names():
            return wanted
        found = [id for id, name in seat.rules.names().items() if wanted and name.casefold().startswith(wanted.casefold())]
        if len(found) != 1:
            raise GrognardError(say("which-piece", wanted=wanted))
        return found[0]

    def odds(self, seat: Seat, rest: str) -> None:
        actions: Sequence[Action | None] = [self.numbered(seat, int(rest))] if rest.isdigit() else listed(seat.actions)
        found = {forecast.fight: forecast for action in actions if (forecast := forecast_of(seat, action)) is not None}
        for forecast in found.values():
            print_breakdown(self.paper, names_of(seat), forecast, self.board(seat), seat.side)
        strikes = seat.ask(StrayShots.spread, self.numbered(seat, int(rest))) if rest.isdigit() else {}
        for place, chance in sorted(strikes.items(), key=lambda each: -each[1]):
            self.say(say("may-strike", place=self.board(seat).name(place), chance=f"{chance:.0%}"))
        if not found and not strikes:
            self.say(say("no-fight"))

    def log(self, seat: Seat, rest: str) -> None:
        """The whole game so far, or its last events."""
        teller = Storyteller(self.paper, self.host.opening())
        events = seat.events()
        teller.tell(events[-int(rest) :] if rest.isdigit() and int(rest) else events)
        teller.flush()

    def diary(self, seat: Seat, rest: str) -> None:
        """The story of the game, a page a turn; with a number, of its last turns."""
        pages = seat.ask(Story.diary)[-int(rest) :] if rest.isdigit() and int(rest) else seat.ask(Story.diary)
        self.say_all(diary_in_words(pages))

    def status(self, seat: Seat, rest: str) -> None:
        self.say_all(status_lines(self.host, seat))
        self.say_all([condition_in_words(condition, names_of(seat)) for condition in seat.public(Rules.conditions)])

    def cards(self, seat: Seat, rest: str) -> None:
        self.say_all(cards_in_words(seat, names_of(seat)))

    def allies(self, seat: Seat, rest: str) -> None:
        """What allies share; or a proposal to them."""
        if rest:
            self.say(say("proposed", what=self.host.propose(seat.seated_as, rest)))
        else:
            self.say_all(agreement_in_words(seat, self.host.proposed_to(seat.seated_as)))

    def undo(self, seat: Seat, rest: str) -> None:
        self.host.undo(seat.seated_as)

    def save(self, seat: Seat, rest: str) -> None:
        if rest:
            saves.keep(Path(rest), self.host.game, self.host.sides)
        else:
            self.host.keep()
        self.say(say("kept", file=rest or str(self.host.file)) if rest or self.host.file else say("not-kept"))

    def rules(self, seat: Seat, rest: str) -> None:
        self.say_all(rules_or_refusal(rest))

    def resign(self, seat: Seat, rest: str) -> None:
        self.say(say("resign-sure"))
        if self.read().casefold() in ("yes", "y"):
            self.host.resign(seat.seated_as)
        else:
            self.say(say("game-goes-on"))

    def quit(self, seat: Seat, rest: str) -> None:
        raise Quit

    def board(self, seat: Seat) -> Board:
        board = board_of(seat.ask(Rules.picture))
        if board is None:
            raise GrognardError(say("no-map"))
        return board


def status_lines(host: Host, seat: Seat) -> list[str]:
    """Where the game stands: the moment, the tracks, what else stands beside the map, and what holds for everybody."""
    picture = seat.ask(Rules.picture)
    board = board_of(picture)
    levels = tracks_of(host.game) | host.game.rules.standings(host.game, seat.seated_as)
    tracks = [capital(track_in_words(name, by_side)) for name, by_side in levels.items()]
    holds = [circumstance_in_words(each, names_of(seat)) for each in seat.public(Circumstances.circumstances)]
    if picture is None or board is None:
        return [*tracks, *holds]
    turns = [boxes_in_words(track) for track in picture.tracks if len(picture.tracks) > 1]
    return [board.subtitle, *(tracks or board.notes), *turns, *holds]


HELP = (
    "choose",
    "choices",
    "look",
    "units",
    "why",
    "odds",
    "status",
    "cards",
    "allies",
    "log",
    "diary",
    "undo",
    "save",
    "rules",
    "resign",
    "quit",
)
"""What the help explains, line by line."""
COMMANDS: dict[str, Callable[[PlainTable, Seat, str], None]] = {
    "help": PlainTable.help,
    "?": PlainTable.help,
    "choices": PlainTable.choices,
    "look": PlainTable.look,
    "units": PlainTable.units,
    "why": PlainTable.why,
    "odds": PlainTable.odds,
    "log": PlainTable.log,
    "diary": PlainTable.diary,
    "status": PlainTable.status,
    "cards": PlainTable.cards,
    "allies": PlainTable.allies,
    "undo": PlainTable.undo,
    "save": PlainTable.save,
    "rules": PlainTable.rules,
    "resign": PlainTable.resign,
    "quit": PlainTable.quit,
    "exit": PlainTable.quit,
}

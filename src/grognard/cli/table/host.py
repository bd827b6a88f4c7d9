"""The host of a table: one game, who plays each seat, and the file that keeps it. People get their seats, never the game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from grognard.cli.arguments import dice_seed
from grognard.cli.table import saves
from grognard.core.actions import Action
from grognard.core.agreements import KEEP, PLAY, Heard, heard_by
from grognard.core.dice import Recorded
from grognard.core.errors import GrognardError
from grognard.core.features import Alliances, SparedWindows
from grognard.core.games import Game
from grognard.core.records import faces_of, start
from grognard.core.seats import Seat
from grognard.players import PLAYERS, Player, find_player, player_seeds, players_for
from grognard.players.allies import as_ally
from grognard.telling.words import say

HUMAN = "human"
"""What stands for a person where a player is named."""
PROPOSALS, DROP = (PLAY, KEEP), "drop"


def usual_sides(game: Game) -> dict[str, str]:
    """The first seat for a person, the others for the strongest players there are."""
    return dict.fromkeys(game.seats, players_for(game)[-1]) | {game.seats[0]: HUMAN}


class Host:
    """Whoever holds the box of a game and knows everything about it."""

    def __init__(self, game: Game, sides: Mapping[str, str], file: Path | None = None) -> None:
        self.game = game
        self.sides = dict(sides)
        self.file = file
        self.seats: dict[str, Seat] = {name: game.seat(name) for name in game.seats}
        known = players_for(game)
        for name in set(self.sides.values()) & set(PLAYERS) - set(known):
            raise GrognardError(f"The player '{name}' does not know this game; choose {' or '.join(known)}.")
        seeds = player_seeds(dice_seed(game), game.seats)
        self.players: dict[str, Player] = {
            seat: find_player(name, seeds[seat]) for seat, name in self.sides.items() if name != HUMAN
        }
        self.people = tuple(seat for seat in game.seats if seat not in self.players)
        self.proposals: dict[str, dict[str, str]] = {}
        """What each seat has proposed to its allies, by the thing; no part of the game, and gone with the table."""
        self.spoken: dict[str, tuple[int, dict[str, dict[str, str]]]] = {}
        """The moment at which each computer player last spoke: the length of the log, and what people proposed."""

    # ------------------------------------------------------------------ whose decision it is

    def computer_to_play(self) -> str | None:
        """A seat that must decide now without a person: of a computer player, or one that the table does not ask here."""
        return next(
            (
                seat
                for seat in self.game.actors
                if seat in self.players or self.seats[seat].ask(SparedWindows.unasked) is not None
            ),
            None,
        )

    def person_to_play(self, looking: str | None) -> str | None:
        """The person who must decide now; of several the one who looks."""
        waiting = [seat for seat in self.game.actors if seat in self.people]
        return looking if looking in waiting else waiting[0] if waiting else None

    def must_hand_over(self, looking: str, next: str) -> bool:
        """Whether one person may not see what is shown to the other: they know different things, such as a sealed choice."""
        ours, theirs = ({**self.seats[seat].view, "seat": ""} for seat in (looking, next))
        return ours != theirs

    # ------------------------------------------------------------------ playing

    def choose(self, seat: str) -> Action:
        """What is done in a seat without asking a person."""
        unasked = self.seats[seat].ask(SparedWindows.unasked) if seat in self.people else None
        if unasked is not None:
            return unasked
        chosen = self.players[seat]
        if (talking := as_ally(chosen)) is not None:
            talking.hear_advice(self.heard(seat))
        return chosen.choose(self.seats[seat])

    def play(self, seat: str, action: Action) -> None:
        self.game.play(seat, action)

    def let_computers_play(self) -> None:
        """Let the computer players decide until a person must, or the game is over."""
        while (seat := self.computer_to_play()) is not None:
            self.play(seat, self.choose(seat))

    def undo(self, seat: str) -> None:
        self.game.undo(seat)

    def resign(self, seat: str) -> None:
        self.game.resign(seat)

    def parse(self, words: str) -> Action:
        """An action as it is typed: `go 1108`."""
        return self.game.rules.vocabulary.parse(words)

    def opening(self) -> Game:
        """The game as it was before anything happened, for whoever tells it from the beginning."""
        game = self.game
        return start(game.rules, game.opening, Recorded(faces_of(game.entries.since(0)), game.dice))

    # ------------------------------------------------------------------ allies

    def proposed_to(self, seat: str) -> dict[str, dict[str, str]]:
        """What a seat and its allies propose."""
        allies = self.game.rules.seats_on(self.game.rules.side_of(seat))
        return {ally: self.proposals[ally] for ally in allies if ally in self.proposals}

    def heard(self, seat: str) -> Heard:
        """The talk of a seat's alliance as it hears it."""
        return heard_by(seat, self.seats[seat].ask(Alliances.agreement), self.proposed_to(seat))

    def advice(self, seat: str) -> dict[str, dict[str, str]]:
        """Let the computer players beside a person speak, once at each moment; what they say, those who say anything."""
        beside = [ally for ally in self.game.rules.seats_on(self.game.rules.side_of(seat)) if ally in self.players]
        for ally in beside:
            talking, said = as_ally(self.players[ally]), {who: dict(self.proposals.get(who, {})) for who in self.people}
            moment = self.game.entries.length, said
            if talking is not None and self.spoken.get(ally) != moment and self.game.over is None:
                self.spoken[ally] = moment
                self.proposals[ally] = talking.advise(self.seats[ally], self.heard(ally))
        return {ally: self.proposals[ally] for ally in beside if self.proposals.get(ally)}

    def propose(self, seat: str, typed: str) -> str:
        """`play THING`, `keep THING` or `drop THING`: what a seat proposes to its allies; returns the thing in words."""
        word, _, wanted = typed.partition(" ")
        agreement = self.seats[seat].ask(Alliances.agreement)
        subjects = {subject.id.casefold(): subject for subject in (agreement.subjects if agreement is not None else ())}
        subject = subjects.get(wanted.strip().casefold())
        if word not in (*PROPOSALS, DROP) or subject is None:
            raise GrognardError(say("allies-what", things=", ".join(each.id for each in subjects.values()) or "-"))
        own = self.proposals.setdefault(seat, {})
        own.pop(subject.id, None)
        if word != DROP:
            own[subject.id] = word
        self.advice(seat)
        return subject.title

    # ------------------------------------------------------------------ keeping

    def keep(self) -> None:
        """Write the game to its file, so that nothing is lost."""
        if self.file is not None:
            saves.keep(self.file, self.game, self.sides)

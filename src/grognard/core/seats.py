"""A seat: everything a client or a computer player gets of a game. It never contains what the seat may not know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from grognard.core.actions import Action, Decision, Proposal
from grognard.core.agreements import Agreement
from grognard.core.cards import CardTable
from grognard.core.circumstances import Circumstance
from grognard.core.conditions import Condition
from grognard.core.diary import DiaryPage
from grognard.core.events import Event, Names
from grognard.core.fights import DicePool, Fight, Party, Prospect
from grognard.core.orders import StandingOrder
from grognard.core.pictures import Picture, WayPicture
from grognard.core.risk_tables import RiskTable
from grognard.core.texts import Reason

if TYPE_CHECKING:
    from grognard.core.games import Game, Outcome


class Seat:
    """One seat's view of a game."""

    __slots__ = ("__game", "name")

    def __init__(self, game: Game, name: str) -> None:
        game.question(name)
        self.__game = game
        self.name = name

    @property
    def decides(self) -> bool:
        """Whether this seat must decide now."""
        return self.name in self.__game.actors

    @property
    def side(self) -> str:
        """The side that this seat wins or loses with."""
        return self.__game.rules.side_of(self.name)

    @property
    def decision(self) -> Decision | None:
        return self.__game.decision(self.name)

    @property
    def actions(self) -> Sequence[Action]:
        return self.__game.actions(self.name)

    @property
    def closing(self) -> tuple[Action, ...]:
        """The actions that end this seat's question, legal now or not."""
        return self.__game.closing(self.name)

    @property
    def view(self) -> dict[str, Any]:
        return self.__game.view(self.name)

    @property
    def over(self) -> Outcome | None:
        return self.__game.over

    @property
    def can_undo(self) -> bool:
        return self.__game.can_undo(self.name)

    @property
    def names(self) -> Names:
        """The names of the pieces by their ids."""
        return self.__game.rules.names()

    @property
    def picture(self) -> Picture | None:
        """The position as this seat sees it, as a picture."""
        return self.__game.rules.picture(self.__game, self.name)

    def said(self, action: Action) -> dict[str, object]:
        """The arguments for the text of an action."""
        return self.__game.said(self.name, action)

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The ways to win, with their present counts."""
        return self.__game.rules.conditions(self.__game)

    @property
    def circumstances(self) -> tuple[Circumstance, ...]:
        """What holds for everybody now: the weather, say."""
        return self.__game.rules.circumstances(self.__game)

    @property
    def card_table(self) -> CardTable | None:
        """The cards as this seat sees them, if the game has any."""
        return self.__game.rules.card_table(self.__game, self.name)

    @property
    def agreement(self) -> Agreement | None:
        """What this seat shares with its allies, if it has any."""
        return self.__game.rules.agreement(self.__game, self.name)

    def subject_of(self, action: Action) -> str:
        """Which of the things that it shares with its allies an action uses, by its id."""
        return self.__game.rules.subject_of(self.__game, action)

    @property
    def costs(self) -> Mapping[Action, float]:
        """What the actions offered to this seat cost, where the game counts that."""
        return self.__game.rules.costs(self.__game, self.name)

    def chance(self, action: Action) -> float | None:
        """The chance that an action succeeds, if a single roll decides it."""
        return self.__game.rules.chance(self.__game, self.name, action)

    def parties(self, action: Action) -> tuple[Party, ...]:
        """Who can begin a fight together, if that is asked after an action; the best first."""
        return self.__game.rules.parties(self.__game, self.name, action)

    def finality(self, action: Action) -> tuple[Reason, ...]:
        """What an action ends for good."""
        return self.__game.rules.finality(self.__game, self.name, action)

    def idle(self, action: Action) -> tuple[str, ...]:
        """The pieces of this seat that an ending action leaves unused, where no choice names them."""
        return self.__game.rules.idle(self.__game, self.name, action)

    @property
    def risk_table(self) -> RiskTable | None:
        """What each choice of a question about risks may bring."""
        return self.__game.rules.risk_table(self.__game, self.name)

    def pools(self, action: Action) -> tuple[DicePool, ...]:
        """The dice of both sides as an action would leave them, where it is about them."""
        return self.__game.rules.pools(self.__game, self.name, action)

    def spread(self, action: Action) -> Mapping[str, float]:
        """The places that an action may strike, with the chance of each, if it may go astray."""
        return self.__game.rules.spread(self.__game, self.name, action)

    def way_of(self, action: Action) -> WayPicture | None:
        """The way that an action declares, where it declares one."""
        return self.__game.rules.way_of(self.__game, self.name, action)

    def why_not(self, action: Action) -> Reason | None:
        return self.__game.why_not(self.name, action)

    def reminders(self, action: Action) -> tuple[Reason, ...]:
        """What this seat would leave undone, and might regret, by an action that ends something."""
        return self.__game.rules.reminders(self.__game, self.name, action)

    @property
    def proposals(self) -> tuple[Proposal, ...]:
        """Ready-made answers, such as a complete set-up."""
        return self.__game.rules.proposals(self.__game, self.name)

    def events(self, since: int = 0) -> list[Event]:
        return self.__game.events(self.name, since)

    @property
    def inspections(self) -> tuple[str, ...]:
        """What can be inspected in this game."""
        return self.__game.rules.inspections

    def inspect(self, what: str, piece: str) -> Any:
        return self.__game.inspect(self.name, what, piece)

    def remarks(self, place: str, piece: str = "") -> tuple[Reason, ...]:
        """Facts about a place, for a piece if one is named."""
        return self.__game.remarks(self.name, place, piece)

    def decisions(self, piece: str) -> tuple[Reason, ...]:
        """Why an automaton last did what it did with a piece."""
        return self.__game.decisions(self.name, piece)

    @property
    def diary(self) -> tuple[DiaryPage, ...]:
        """The story of the game so far, if the game tells one."""
        return self.__game.diary(self.name)

    @property
    def standing_orders(self) -> tuple[StandingOrder, ...]:
        """The standing orders of this seat."""
        return self.__game.rules.standing_orders(self.name)

    @property
    def reacts(self) -> bool:
        """Whether this seat is asked in another's turn."""
        return self.__game.rules.reacts(self.__game, self.name)

    def carry_out(self, order: str, answer: str) -> Action | None:
        """The action that a standing order of this seat means for its question now, if it applies."""
        return self.__game.rules.carry_out(self.__game, self.name, order, answer)

    def spared(self, kept: frozenset[str]) -> Action | None:
        """The pass that this seat gives to its question now if nothing it holds fits, but for what these orders keep."""
        return self.__game.rules.spared(self.__game, self.name, kept)

    @property
    def unasked(self) -> Action | None:
        """The answer to this seat's question now at a table that asks nobody here."""
        return self.__game.rules.unasked(self.__game, self.name)

    def aggression(self, action: Action) -> float:
        """How aggressive an action is; 1 is neutral."""
        return self.__game.rules.aggression(self.__game, self.name, action)

    @property
    def fights(self) -> list[Fight]:
        """The fights in progress or announced, the next first."""
        return self.__game.rules.fights(self.__game)

    @property
    def fight_under_way(self) -> Fight | None:
        """The fight being resolved now, if any."""
        return self.__game.rules.fight_under_way(self.__game)

    def fight_of(self, action: Action) -> Fight | None:
        """The fight that an action of this seat begins or joins, if any."""
        return self.__game.rules.fight_of(self.__game, self.name, action)

    def prospect(self, fight: Fight) -> Prospect:
        """What may come of a fight, from what this seat may know; `grognard.forecast` turns it into chances."""
        return self.__game.prospect(self.name, fight)

    def imagine(self, seed: int) -> Game:
        """A full game consistent with what this seat knows: for search without seeing secrets or future dice."""
        from grognard.core.positions import imagine, imagine_dice

        game = self.__game
        if not game.rules.hides(game, self.name):
            return imagine_dice(game, self.name, seed)
        return imagine(self.view, seed, game.scenario.overlay)

"""Chapters 2 and 19: who wins, and when."""

from __future__ import annotations

from grognard.core.conditions import Condition, Count
from grognard.core.games import Outcome
from grognard.core.hexes import Hex
from grognard.games.chancellorsville.victories.chapter import C, Chapter
from grognard.games.chancellorsville.victories.pieces import ARMIES, CSA, ENEMY, LEFT, LOST, UNION, Piece


class Winning(Chapter[C]):
    """Victory in the campaign and in each scenario."""

    def place(self, name: str) -> Hex:
        return self.components.places[name]

    def holders(self, game: C, army: str, h: Hex) -> list[Piece]:
        """U9.27: the units of an army in a hex, those that hold it: skirmishers do, dummies do not."""
        return [piece for piece in game.units_at(army, h) if not self.counters[piece.id].is_dummy]

    def holder(self, game: C, h: Hex) -> str:
        """Whose units stand in a hex."""
        return next((army for army in ARMIES if self.holders(game, army, h)), "")

    def lost_units(self, game: C, army: str) -> int:
        """U19.12: how many units an army has lost, skirmishers apart."""
        pieces = game.army(army).pieces.values()
        return sum(piece.box == LOST and self.counters[piece.id].is_real for piece in pieces)

    def loss_difference(self, game: C) -> int:
        """U2.5: Confederate losses less Union losses, in combat points."""
        return game.lost_points(CSA) - game.lost_points(UNION)

    # ------------------------------------------------------------------ at once

    def occupied(self, game: C) -> None:
        """U19.16: in one scenario the Confederates win as soon as they hold two places at once."""
        victory = self.components.scenario.victory
        if victory.type == "csa_occupies_all_at_once_else_union":
            if all(self.holder(game, self.place(name)) == CSA for name in victory.hexes):
                game.end(Outcome(CSA, "victory", "places-taken", ("U19.16",)))

    def units_left(self, game: C, army: str) -> None:
        """U19.22: in one scenario the Union wins as soon as three of its brigades have left."""
        victory = self.components.scenario.victory
        if victory.type == "union_exits_brigades_else_csa" and self.brigades_out(game) >= victory.brigades:
            game.end(Outcome(UNION, "victory", "brigades-left", ("U19.22",)))

    def brigades_out(self, game: C) -> int:
        pieces = game.army(UNION).pieces.values()
        return sum(piece.box == LEFT and self.counters[piece.id].is_infantry for piece in pieces)

    # ------------------------------------------------------------------ at the end of a turn

    def victory(self, game: C) -> None:
        """U2.3: what is judged at the end of a turn, and of the game."""
        scenario, turn = self.components.scenario, game.state.turn
        self.automatic(game)
        if game.over is None and turn >= scenario.last_turn:
            self.score(game)  # U6.4

    def automatic(self, game: C) -> None:
        """U2.3: a great difference in losses, then the Confederate condition of one turn."""
        special = self.components.scenario.special
        difference = self.loss_difference(game)
        if special.automatic_difference and abs(difference) >= special.automatic_difference:
            winner = UNION if difference > 0 else CSA
            game.end(Outcome(winner, "automatic", "heavy-losses", ("U2.1",), {UNION: float(difference)}))
        automatic = special.csa_automatic
        # U2.2
        if game.over is None and automatic is not None and game.state.turn == automatic.turn:
            if all(self.controls(game, CSA, self.place(name)) for name in automatic.hexes):
                game.end(Outcome(CSA, "automatic", "both-places", ("U2.2",)))

    def controls(self, game: C, army: str, h: Hex) -> bool:
        """U2.2: whether a unit of the army, in supply, stands in a hex."""
        supplied = game.rules.check_supply(game, army) >> h & 1
        return any(supplied or not game.rules.needs_supply(piece) for piece in self.holders(game, army, h))

    def holds_in_supply(self, game: C, army: str, h: Hex) -> bool:
        """U2.7: the supply state is the one found in the last supply check."""
        return any(not piece.unsupplied for piece in self.holders(game, army, h))

    # ------------------------------------------------------------------ at the end of the game

    def score(self, game: C) -> None:
        """Who has won when the last turn is over."""
        victory = self.components.scenario.victory
        match victory.type:
            case "points":
                self.by_points(game)  # U2.4
            case "occupy_at_end":
                holder = self.holder(game, self.place(victory.hex))
                if holder:
                    game.end(Outcome(holder, "victory", "place-held", ("U19.7",)))
                else:
                    game.end(Outcome(None, "draw", "place-empty", ("U19.7",)))
            case "csa_occupies_at_end_else_more_units_eliminated":
                self.jackson(game)  # U19.12
            case "csa_occupies_all_at_once_else_union":
                game.end(Outcome(UNION, "victory", "places-kept", ("U19.16",)))
            case "union_exits_brigades_else_csa":
                game.end(Outcome(CSA, "victory", "brigades-held", ("U19.22",)))

    def jackson(self, game: C) -> None:
        """U19.12: Chancellorsville, or else more enemy units eliminated."""
        if self.holder(game, self.place(self.components.scenario.victory.hex)) == CSA:
            game.end(Outcome(CSA, "victory", "place-held", ("U19.12",)))
            return
        union, csa = self.lost_units(game, UNION), self.lost_units(game, CSA)
        scores = {UNION: float(csa), CSA: float(union)}
        if union == csa:
            game.end(Outcome(None, "draw", "equal-losses", ("U19.12",), scores))
        else:
            game.end(Outcome(CSA if union > csa else UNION, "victory", "more-units", ("U19.12",), scores))

    def points(self, game: C) -> dict[str, int]:
        """The Union's victory points, item by item."""
        victory = self.components.scenario.victory
        found = {"losses": self.loss_difference(game)}  # U2.5
        # U2.7
        for name, points in victory.locations.items():
            found[name] = points if self.holds_in_supply(game, UNION, self.place(name)) else 0
        found["exit"] = self.exit_points(game)  # U2.8
        return found

    def exit_points(self, game: C) -> int:
        """U2.8, U2.9: levels gone by roads to which supply is traced; the Confederates cancel the points by leaving too."""
        exit = self.components.scenario.victory.exit
        if exit is None:
            return 0
        roads, state = game.rules.check_supply(game, UNION), game.state
        gone = {UNION: 0, CSA: 0}
        for id, label in state.exits.items():
            counter = self.counters[id]
            traced = counter.side == CSA or roads >> self.board.hex(label) & 1
            if traced and (counter.is_infantry or counter.is_artillery):
                gone[counter.side] += game.rules.levels(game.piece(id))
        return exit.vp if gone[UNION] >= exit.union_levels and gone[CSA] < exit.csa_cancel_levels else 0

    def by_points(self, game: C) -> None:
        """U2.4: more than 16 for the Union, 8 or fewer for the Confederates; between them a draw."""
        victory = self.components.scenario.victory
        total = sum(self.points(game).values())
        scores = {UNION: float(total)}
        if total > victory.union_more_than:
            game.end(Outcome(UNION, "victory", "points", ("U2.4",), scores))
        elif total <= victory.csa_at_most:
            game.end(Outcome(CSA, "victory", "points", ("U2.4",), scores))
        else:
            game.end(Outcome(None, "draw", "points", ("U2.4",), scores))

    # ------------------------------------------------------------------ told to all

    def victory_conditions(self, game: C) -> tuple[Condition, ...]:
        """The ways to win, with what each counts now."""
        victory = self.components.scenario.victory
        match victory.type:
            case "occupy_at_end":
                h = self.place(victory.hex)
                return tuple(
                    Condition(army, "victory", "at-the-end", (self.held_count(game, army, victory.hex, h),), ("U19.7",))
                    for army in self.seats
                )
            case "csa_occupies_at_end_else_more_units_eliminated":
                held = self.held_count(game, CSA, victory.hex, self.place(victory.hex))
                return (
                    Condition(CSA, "victory", "at-the-end", (held,), ("U19.12",)),
                    *(
                        Condition(
                            army,
                            "victory",
                            "at-the-end",
                            (self.more_eliminated(game, army),),
                            ("U19.12",),
                        )
                        for army in self.seats
                    ),
                )
            case "csa_occupies_all_at_once_else_union":
                counts = tuple(self.held_count(game, CSA, name, self.place(name)) for name in victory.hexes)
                kept = Count("places-kept", sum(not count.met for count in counts), 1)
                return (
                    Condition(CSA, "victory", "at-once", counts, ("U19.16",)),
                    Condition(UNION, "victory", "at-the-end", (kept,), ("U19.16",)),
                )
            case "union_exits_brigades_else_csa":
                count = Count("brigades-gone", self.brigades_out(game), victory.brigades)
                held = Count("brigades-held", victory.brigades - self.brigades_out(game), 1)
                return (
                    Condition(UNION, "victory", "at-once", (count,), ("U19.22",)),
                    Condition(CSA, "victory", "at-the-end", (held,), ("U19.22",)),
                )
        return self.campaign_conditions(game)

    def more_eliminated(self, game: C, army: str) -> Count:
        """U19.12: more enemy units than own ones."""
        lost, wanted = self.lost_units(game, ENEMY[army]), self.lost_units(game, army) + 1
        return Count("units-eliminated", lost, wanted, in_numbers=True)

    def held_count(self, game: C, army: str, name: str, h: Hex) -> Count:
        return Count("place-occupied", float(self.holder(game, h) == army), 1, {"place": name})

    def campaign_conditions(self, game: C) -> tuple[Condition, ...]:
        """U2.1, U2.4: losses are open to all; so are the places that are held."""
        wanted = self.components.scenario.special.automatic_difference
        difference = self.loss_difference(game)
        return (
            Condition(UNION, "automatic", "end-of-turn", (Count("loss-lead", difference, wanted),), ("U2.1",)),
            Condition(CSA, "automatic", "end-of-turn", (Count("loss-lead", -difference, wanted),), ("U2.1",)),
        )

"""Standing orders: the questions in the enemy's player turn that a player may answer in advance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from grognard.core.actions import Action, Take
from grognard.core.hexes import Hex, members
from grognard.core.orders import StandingOrder, standing_order
from grognard.games.revolution.series.actions import (
    Accept,
    AddGun,
    Appoint,
    Chit,
    Commit,
    Follow,
    Lead,
    OpenFire,
    Reroll,
    Retreat,
    Stay,
    Target,
)
from grognard.games.revolution.series.chapter import Chapter
from grognard.games.revolution.series.close_combat import ADVERSE, CloseCombat
from grognard.games.revolution.series.fire import HOLD_FIRE
from grognard.games.revolution.series.retreat import STAND, WITHDRAW

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle

HOLD, LIKELIEST, STRONGEST = "hold", "likeliest", "strongest"
FIRES = (HOLD, LIKELIEST, STRONGEST)
OUTNUMBERED = 2
"""An attack with so many times the strength of the defence, or more, outnumbers it."""

BEFORE_THE_FIGHT = (
    standing_order(
        "artillery-fire", ("ArtilleryPhase.choose_target", "ArtilleryFire.gather_guns"), ("S11.1a", "S11.2c"), FIRES
    ),
    standing_order("rifle-fire", ("RifleFirePhase.other_orders",), ("S10.1a", "S10.2b"), FIRES),
    standing_order(
        "cavalry-withdrawal", ("CloseCombat.offer_withdrawal",), ("S12.4a",), ("stand", "ride-off-outnumbered", "ride-off")
    ),
    standing_order("lead-unit", ("CloseCombat.choose_defending_lead",), ("S12.23-2a",), ("best-morale", "weakest")),
)
LOSSES = standing_order(
    "losses",
    ("Suffer.strike", "Suffer.second_loss", "RetreatUnit.give_way", "LoseLeader.choose"),
    ("S13.1-DC", "S13.1-AC", "S13.1-2b", "S13.1-L", "S13.23b"),
    ("least",),
)
AFTER_IT = (
    standing_order(
        "retreats",
        (
            "RetreatUnit.choose_hex",
            "WithdrawSide.choose",
            "CavalryWithdrawal.choose",
            "FireRetreats.choose",
            "Companions.choose",
        ),
        ("S13.2", "S12.4b", "S12.23-4c"),
        ("far", "cover"),
    ),
    standing_order(
        "leaders", ("LeadersFollow.choose", "AppointCommanders.choose"), ("S13.26", "S3.2d"), ("with-the-last", "go", "stay")
    ),
)
REROLL = standing_order("momentum", ("CloseCombat.spend_momentum",), ("S12.23-6a",), ("keep", "if-it-harms-me"))
INITIATIVE = standing_order("initiative", ("Initiative.commit", "Initiative.overrule"), ("S6.2a", "S6.2b"), ("none", "all"))


class StandingOrders(Chapter):
    """What can be ordered, and what each order means in a position; all of it from what lies open on the map."""

    def standing_orders(self, seat: str) -> tuple[StandingOrder, ...]:
        """S1b: momentum belongs to the advanced game. A battle adds what its own rulebook asks."""
        tactics = standing_order(
            "tactics", ("CloseCombat.choose_tactics",), ("S12.23-4a", "S12.51"), self.components.tactics.chits, "chit"
        )
        momentum = (REROLL, INITIATIVE) if self.advanced else ()
        return (*BEFORE_THE_FIGHT, tactics, *momentum, LOSSES, *AFTER_IT)

    def reacts(self, game: Battle, seat: str) -> bool:
        """S6.2: while the initiative is settled it is nobody's player turn."""
        state = game.state
        return state.phase == "initiative" or (bool(state.phasing) and state.phasing != self.side_of_seat[seat])

    def carry_out(self, game: Battle, seat: str, order: str, answer: str) -> Action | None:
        actions = game.actions(seat)
        match order if actions else "":
            case "artillery-fire" | "rifle-fire":
                return self.fire_as_ordered(game, seat, answer, actions)
            case "cavalry-withdrawal":
                return self.withdraw_as_ordered(game, answer)
            case "lead-unit":
                return self.lead_as_ordered(game, answer, actions)
            case "tactics":
                return self.chit_as_ordered(game, seat, answer)
            case "momentum":
                return self.momentum_as_ordered(game, answer)
            case "initiative":
                return self.initiative_as_ordered(answer, actions)
            case "losses":
                ask = game.question(seat)
                return game.rules.default_answer(game, ask)[1] if ask is not None else None
            case "retreats":
                return self.retreat_as_ordered(game, seat, answer, actions)
            case "leaders":
                return self.leaders_as_ordered(game, answer, actions)
        return None

    # ------------------------------------------------------------------ fire

    def fire_as_ordered(self, game: Battle, seat: str, answer: str, actions: Sequence[Action]) -> Action | None:
        """Hold fire, or the target most likely to be hit, or the strongest; every gun in reach joins in."""
        if isinstance(actions[0], AddGun | OpenFire):
            return actions[0] if answer != HOLD else None
        if answer == HOLD:
            return HOLD_FIRE
        targets = [action for action in actions if isinstance(action, Target)]

        def strength(target: Target) -> tuple[int, int]:
            piece = game.piece(target.piece)
            return game.strength(piece), self.counters[piece.id].morales[piece.step]

        if answer == STRONGEST:
            return max(targets, key=strength)
        return max(targets, key=lambda target: (self.chance_to_hit(game, seat, target), strength(target)))

    def chance_to_hit(self, game: Battle, seat: str, target: Target) -> float:
        fight = game.rules.fight_of(game, seat, target)
        if fight is None:
            return 0.0
        prospect = game.rules.prospect(game, seat, fight)
        return 1 - prospect.results(0).get("miss", 0) / prospect.ways

    # ------------------------------------------------------------------ close combat

    def withdraw_as_ordered(self, game: Battle, answer: str) -> Action | None:
        """S12.4a: stand, ride off, or ride off from twice one's strength."""
        if answer != "ride-off-outnumbered":
            return {"stand": STAND, "ride-off": WITHDRAW}.get(answer)
        combat = game.stack[-1]
        if not isinstance(combat, CloseCombat):
            return None
        attack, defence = combat.strengths(game)
        return WITHDRAW if attack >= OUTNUMBERED * defence else STAND

    def lead_as_ordered(self, game: Battle, answer: str, actions: Sequence[Action]) -> Action | None:
        """S12.23-2c, S12.23-2d: the lead's morale counts, and it suffers first."""
        candidates = [action.piece for action in actions if isinstance(action, Lead)]
        if answer == "best-morale":
            return Lead(game.rules.best_lead(game, candidates))
        return Lead(min(candidates, key=lambda id: (game.strength(game.piece(id)), candidates.index(id))))

    def chit_as_ordered(self, game: Battle, seat: str, answer: str) -> Action | None:
        """S12.52, S12.54a: the chit if its requirements are met; nobody orders a chit that costs a penalty."""
        combat = game.stack[-1]
        if not isinstance(combat, CloseCombat) or answer not in game.rules.legal_chits(game, combat, self.side_of_seat[seat]):
            return None
        return Chit(answer)

    def momentum_as_ordered(self, game: Battle, answer: str) -> Action | None:
        """S12.23-6a: keep every result, or roll again while one harms the defender, whose orders they are, and nobody else."""
        combat = game.stack[-1]
        if answer == "keep" or not isinstance(combat, CloseCombat):
            return Accept()
        attacker, defender = (code.rstrip("*") in ADVERSE for code in combat.codes())
        return Reroll() if defender and not attacker else Accept()

    def initiative_as_ordered(self, answer: str, actions: Sequence[Action]) -> Action | None:
        """No chit or all of them for the roll; whatever it brings is accepted."""
        if isinstance(actions[0], Commit):
            return actions[-1] if answer == "all" else actions[0]  # S6.2a
        return Accept()  # S6.2b

    # ------------------------------------------------------------------ what comes of it

    def retreat_as_ordered(self, game: Battle, seat: str, answer: str, actions: Sequence[Action]) -> Action | None:
        """S13.2: of the legal ends the farthest from the enemy, or the best cover; whose turn it is, as they are listed."""
        if isinstance(actions[0], Take):
            return actions[0]
        hexes = {action: self.board.hex(action.hex) for action in actions if isinstance(action, Retreat)}
        enemies = list(members(game.force(self.enemy[self.side_of_seat[seat]]).units))

        def away(h: Hex) -> int:
            return min((self.board.grid.distance(h, enemy) for enemy in enemies), default=0)

        def cover(h: Hex) -> int:
            return -self.ground[h].close_combat_drm

        if answer == "cover":
            return max(hexes, key=lambda action: (cover(hexes[action]), away(hexes[action])))
        return max(hexes, key=lambda action: (away(hexes[action]), cover(hexes[action])))

    def leaders_as_ordered(self, game: Battle, answer: str, actions: Sequence[Action]) -> Action | None:
        """S13.26: with the last unit, always, or never; of equals the one who helps most in combat commands."""
        named = [action.piece for action in actions if isinstance(action, Appoint)]  # S3.2d
        if named:  # S3.2d
            return Appoint(max(named, key=lambda id: (self.counters[id].close_combat, self.counters[id].command)))
        if answer == "with-the-last":
            return game.rules.follow_the_last(game, actions)
        return next((action for action in actions if isinstance(action, Follow if answer == "go" else Stay)), None)

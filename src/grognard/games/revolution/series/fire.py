"""Chapters 10 and 11 in common: the fire tables and what a fire result does to its target."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from grognard.core.procedures import Procedure
from grognard.core.texts import Modifier
from grognard.games.revolution.series.actions import HoldFire
from grognard.games.revolution.series.chapter import Chapter
from grognard.games.revolution.series.names import FireResult, UnitId
from grognard.games.revolution.series.pieces import PARADE, SHATTERED, Piece
from grognard.games.revolution.series.results import Disrupt
from grognard.games.revolution.series.retreat import RetreatUnit
from grognard.games.revolution.series.seating import InOwnersOrder
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle


HOLD_FIRE = HoldFire()


class Fire(Chapter):
    """The to-hit, modifier and damage tables (S-T-fire)."""

    def number_to_hit(self, strength: int, distance: int) -> int:
        """S10.3a, S11.3a: the number to roll or more, by firing strength and range."""
        for row in self.components.fire.to_hit:
            if row.min <= strength and (row.max is None or strength <= row.max):
                return row.adjacent if distance == 1 else row.range_2_3
        raise ValueError(f"no row for {strength} SP")

    def fire_modifiers(self, game: Battle, firers: tuple[str, ...], target: Piece, rifles: bool) -> Iterator[Modifier]:
        """S10.3a, S11.3a: the fire DRMs, all cumulative; a battle yields from super() and adds its own."""
        counter, drm = self.counters[target.id], self.components.fire_drm
        if counter.is_light:
            yield Modifier(drm["target_light_infantry"], "target-light-infantry", "S3.2g")
        yield from self.target_terrain_modifiers(game, target)
        if counter.is_artillery or counter.is_cavalry:
            yield Modifier(drm["target_artillery_or_dragoons"], "target-artillery-or-dragoons", "S-T-fire")
        if rifles and not any(game.piece(id).fired for id in firers):
            yield Modifier(drm["first_rifle_fire"], "first-rifle-fire", "S10.5a")

    def target_terrain_modifiers(self, game: Battle, target: Piece) -> Iterator[Modifier]:
        """The terrain of the target's hex; a shattered target gets nothing from it (S13.4c)."""
        row = self.ground[target.hex]
        drm = max(row.fire_drm, 0) if target.order == SHATTERED else row.fire_drm
        if drm:
            label = "target-in-woods" if row.woods else "target-terrain"
            yield Modifier(drm, label, "S-T-fire" if row.woods else row.rule or "S-T-fire")

    def damage(self, column: str, face: int) -> str:
        """S10.3c, S11.3c: the unmodified damage roll read in its column."""
        for row in self.components.fire.damage.rows:
            if row.min <= face <= row.max:
                return str(getattr(row, column))
        raise ValueError(f"no damage row for {face}")

    def may_fire(self, game: Battle, piece: Piece) -> bool:
        """S10.1a, S11.1b, S13.3b: only units in parade order fire."""
        return piece.hex != OFF_MAP and piece.order == PARADE


def fire_losses(game: Battle, target: str, result: str) -> None:
    """The part of a fire result that is neither leader loss nor retreat (S13.0: only the target suffers)."""
    rules, piece = game.rules, game.piece(target)
    if result == "AM":
        rules.note_event(game, "suffer_AM", game.army_of(target), target)  # S13.1-AM
    elif result.startswith("1"):
        rules.note_event(game, "result_1", game.army_of(target), target)  # S13.1-1-fire
        rules.lose_step(game, target)
    elif result == "D" and piece.order == SHATTERED:
        rules.suffer_disruption(game, target)  # S13.1-D3


def fire_retreat(game: Battle, target: str, result: str) -> Procedure | None:
    """The retreat that a fire result asks of its target."""
    if game.piece(target).hex == OFF_MAP:
        return None
    if result == "R":
        return RetreatUnit(target, 1, "R")  # S13.1-R-fire
    if result == "D":
        return Disrupt(target)  # S13.1-D-fire
    return None


class FireRetreats(InOwnersOrder):
    """S10.4b: the retreats of one side after simultaneous rifle fire, in its owner's order."""

    items: tuple[UnitId, ...]
    results: tuple[tuple[UnitId, FireResult], ...]
    prompt: ClassVar[str] = "next-retreat"
    cites: ClassVar[str] = "S10.4b"

    def remaining(self, game: Battle) -> tuple[str, ...]:
        return game.alive(self.items)

    def procedure_for(self, game: Battle, item: str) -> Procedure | None:
        return fire_retreat(game, item, dict(self.results)[item])

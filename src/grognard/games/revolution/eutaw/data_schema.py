"""The tables that only Eutaw Springs has, as data/tables.json holds them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from grognard.games.revolution.series.data_schema import (
    Basis,
    Conflict,
    Draw,
    DrmLine,
    Hex,
    LeaderLoss,
    Marginal,
    RuleId,
    Substantial,
)


class LootingRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A modified roll of `max` or less puts a unit of this row in disorder."""

    max: int
    units: tuple[str, ...]
    basis: Basis
    printed_row: str
    printed_cell: str


class Looting(Struct, frozen=True, forbid_unknown_fields=True):
    die: str
    rule: RuleId
    modifiers: tuple[DrmLine, ...]
    rows: dict[str, LootingRow]


class DisorderDrm(Struct, frozen=True, forbid_unknown_fields=True):
    drm: int
    when: str
    rule: RuleId


class DisorderRally(Struct, frozen=True, forbid_unknown_fields=True):
    when: str
    check: str
    own: int
    enemy: int
    rule: RuleId


class Disorder(Struct, frozen=True, forbid_unknown_fields=True):
    """What the disorder of looting does to a unit."""

    may_move: bool
    may_attack: bool
    may_fire: bool
    zoc: bool
    defence_strength: str
    close_combat_drm: DisorderDrm
    lead_unit: str
    rally: DisorderRally
    results: dict[str, str]
    results_rule: RuleId


class BattleMoraleEvent(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    side: str
    own: int
    enemy: int
    rule: RuleId
    event: str
    zone: str | None = None
    hexes: int = 0


class Surprise(Struct, frozen=True, forbid_unknown_fields=True):
    shift: int
    side: str
    when: str
    rule: RuleId


class PlaceVp(Struct, frozen=True, forbid_unknown_fields=True):
    """VP for controlling at least `hexes` hexes of a zone."""

    id: str
    vp: int | float
    zone: str
    hexes: int
    rule: RuleId
    note: str


class Decisive(Struct, frozen=True, forbid_unknown_fields=True):
    """Enemy losses, and a hex held or a leader lost."""

    when: Literal["at once", "end of turn"]
    sp: int
    groups: tuple[str, ...]
    min_sp: int
    min_groups: tuple[str, ...]
    not_counted: tuple[str, ...]
    rules: tuple[RuleId, ...]
    text: str
    hex: Hex | None = None
    leader: str | None = None


class VictoryLevels(Struct, frozen=True, forbid_unknown_fields=True):
    decisive: dict[str, Decisive]
    substantial: Substantial
    marginal: Marginal
    draw: Draw


class TablesData(Struct, frozen=True, forbid_unknown_fields=True):
    """The tables of Eutaw Springs beside those of the series."""

    name: str
    source: str
    looting: Looting
    disorder: Disorder
    leader_losses: dict[str, LeaderLoss]
    leader_losses_how: str
    army_morale_events: tuple[BattleMoraleEvent, ...]
    surprise: Surprise
    victory_points: tuple[PlaceVp, ...]
    vp_excluded_units: tuple[str, ...]
    victory_levels: VictoryLevels
    conflicts: tuple[Conflict, ...]

    def morale_event(self, id: str) -> BattleMoraleEvent:
        """One of the changes of army morale that only this battle has."""
        return next(event for event in self.army_morale_events if event.id == id)


SCHEMAS: dict[str, object] = {"tables.json": TablesData}

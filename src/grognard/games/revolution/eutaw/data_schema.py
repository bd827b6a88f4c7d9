"""The tables that only Eutaw Springs has, as data/tables.json holds them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from grognard.core.schemas import Few, Table, Text, Word
from grognard.games.revolution.series.data_schema import (
    Basis,
    Conflict,
    DieTotal,
    Draw,
    Drm,
    DrmLine,
    Hex,
    HexCount,
    LeaderLoss,
    Marginal,
    MoraleChange,
    RuleId,
    Shift,
    StrengthTotal,
    Substantial,
    VictoryPoints,
)


class LootingRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A modified roll of `max` or less puts a unit of this row in disorder."""

    max: DieTotal
    units: Few[Word]
    basis: Basis
    printed_row: Text
    printed_cell: Text


class Looting(Struct, frozen=True, forbid_unknown_fields=True):
    die: Text
    rule: RuleId
    modifiers: Few[DrmLine]
    rows: Table[Word, LootingRow]


class DisorderDrm(Struct, frozen=True, forbid_unknown_fields=True):
    drm: Drm
    when: Text
    rule: RuleId


class DisorderRally(Struct, frozen=True, forbid_unknown_fields=True):
    when: Text
    check: Text
    own: MoraleChange
    enemy: MoraleChange
    rule: RuleId


class Disorder(Struct, frozen=True, forbid_unknown_fields=True):
    """What the disorder of looting does to a unit."""

    may_move: bool
    may_attack: bool
    may_fire: bool
    zoc: bool
    defence_strength: Text
    close_combat_drm: DisorderDrm
    lead_unit: Text
    rally: DisorderRally
    results: Table[Word, Text]
    results_rule: RuleId


class BattleMoraleEvent(Struct, frozen=True, forbid_unknown_fields=True):
    id: Word
    side: Word
    own: MoraleChange
    enemy: MoraleChange
    rule: RuleId
    event: Text
    zone: Word | None = None
    hexes: HexCount = 0


class Surprise(Struct, frozen=True, forbid_unknown_fields=True):
    shift: Shift
    side: Word
    when: Text
    rule: RuleId


class PlaceVp(Struct, frozen=True, forbid_unknown_fields=True):
    """VP for controlling at least `hexes` hexes of a zone."""

    id: Word
    vp: VictoryPoints
    zone: Word
    hexes: HexCount
    rule: RuleId
    note: Text


class Decisive(Struct, frozen=True, forbid_unknown_fields=True):
    """Enemy losses, and a hex held or a leader lost."""

    when: Literal["at once", "end of turn"]
    sp: StrengthTotal
    groups: Few[Word]
    min_sp: StrengthTotal
    min_groups: Few[Word]
    not_counted: Few[Word]
    rules: Few[RuleId]
    text: Text
    hex: Hex | None = None
    leader: Word | None = None


class VictoryLevels(Struct, frozen=True, forbid_unknown_fields=True):
    decisive: Table[Word, Decisive]
    substantial: Substantial
    marginal: Marginal
    draw: Draw


class TablesData(Struct, frozen=True, forbid_unknown_fields=True):
    """The tables of Eutaw Springs beside those of the series."""

    name: Word
    source: Text
    looting: Looting
    disorder: Disorder
    leader_losses: Table[Word, LeaderLoss]
    leader_losses_how: Text
    army_morale_events: Few[BattleMoraleEvent]
    surprise: Surprise
    victory_points: Few[PlaceVp]
    vp_excluded_units: Few[Word]
    victory_levels: VictoryLevels
    conflicts: Few[Conflict]

    def morale_event(self, id: str) -> BattleMoraleEvent:
        """One of the changes of army morale that only this battle has."""
        return next(event for event in self.army_morale_events if event.id == id)


SCHEMAS: dict[str, object] = {"tables.json": TablesData}

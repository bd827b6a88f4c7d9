"""The tables that only Eutaw Springs has, as data/tables.json holds them."""

from __future__ import annotations

from typing import Literal

from grognard.core.schemas import Basis, Conflict, Data, Few, Table, Text, Word
from grognard.games.revolution.series.data_schema import (
    BattleMoraleEvent,
    DieTotal,
    Drm,
    DrmLine,
    Hex,
    HexCount,
    LeaderLoss,
    MoraleChange,
    RuleId,
    Shift,
    StrengthTotal,
    VictoryLevels,
    VictoryPoints,
)
from grognard.games.revolution.series.data_schema import Decisive as SeriesDecisive


class LootingRow(Data):
    """A modified roll of `max` or less puts a unit of this row in disorder."""

    max: DieTotal
    units: Few[Word]
    basis: Basis
    printed_row: Text
    printed_cell: Text


class Looting(Data):
    die: Text
    rule: RuleId
    modifiers: Few[DrmLine]
    rows: Table[Word, LootingRow]


class DisorderDrm(Data):
    drm: Drm
    when: Text
    rule: RuleId


class DisorderRally(Data):
    when: Text
    check: Text
    own: MoraleChange
    enemy: MoraleChange
    rule: RuleId


class Disorder(Data):
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


class Surprise(Data):
    shift: Shift
    side: Word
    when: Text
    rule: RuleId


class PlaceVp(Data):
    """VP for controlling at least `hexes` hexes of a zone."""

    id: Word
    vp: VictoryPoints
    zone: Word
    hexes: HexCount
    rule: RuleId
    note: Text


class Decisive(SeriesDecisive, kw_only=True):
    """Enemy losses, some of them of the better troops, and a hex held or a leader lost."""

    when: Literal["at once", "end of turn"]
    min_sp: StrengthTotal
    min_groups: Few[Word]
    not_counted: Few[Word]
    hex: Hex | None = None


class TablesData(Data):
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
    victory_levels: VictoryLevels[Decisive]
    conflicts: Few[Conflict]

    def morale_event(self, id: str) -> BattleMoraleEvent:
        """One of the changes of army morale that only this battle has."""
        return next(event for event in self.army_morale_events if event.id == id)


SCHEMAS: dict[str, object] = {"tables.json": TablesData}

"""The tables that only Guilford Courthouse has, as data/tables.json holds them."""

from __future__ import annotations

from typing import Literal

from grognard.core.schemas import Basis, Conflict, Data, Few, Table, Text, Word
from grognard.games.revolution.series.data_schema import BattleMoraleEvent as SeriesMoraleEvent
from grognard.games.revolution.series.data_schema import Decisive as SeriesDecisive
from grognard.games.revolution.series.data_schema import (
    Divisor,
    DrmLine,
    Hex,
    LeaderLoss,
    RuleId,
    Shift,
    Turn,
    Turns,
    VictoryLevels,
    VictoryPoints,
    WholePoints,
)


class BattleMoraleEvent(SeriesMoraleEvent, kw_only=True):
    """A change of army morale, tested at the end of a turn: so many hexes of a zone held, and no enemy in any."""

    zone: Word
    turn: Turn


class MeleeFire(Data):
    """Guns that fire into a close combat: the attacker's column shifts, on so many turns of the game."""

    side: Word
    unit: Text
    shift: Shift
    turns: Turns
    when: Text
    rules: Few[RuleId]


class Bretigny(Data):
    """The limits of one unit, and what holds for those who march up to it while the skirmisher is adjacent."""

    unit: Text
    closed_zone: Word
    skirmisher: Word
    marchers: Few[Word]
    strength_divisor: Divisor
    unprepared: DrmLine
    text: Text
    rules: Few[RuleId]


class Release(Data):
    """When an army that may not move is released, who moves before, and who keeps out of some zones afterwards."""

    turn: Turn
    turns_after_contact: Turns
    free_units: Few[Word]
    contact: Text
    no_contact_with: Few[Word]
    limited_units: Few[Word]
    closed_zones: Few[Word]
    limits: Text
    rules: Few[RuleId]


class BlockedEntry(Data):
    entry: Word
    allowance_divisor: Divisor
    strategic_movement: bool
    text: Text
    rule: RuleId


class PairsVp(Data):
    """VP for every so many units that end in one of these states, rounded down."""

    side: Word
    vp: VictoryPoints
    for_every: Divisor
    states: Few[Word]
    rule: RuleId


class NcMilitia(Data):
    """Units whose losses change no army morale and score in pairs; the names are those of the army morale events."""

    units: Few[Word]
    no_army_morale_for: Few[Word]
    eliminated: Text
    army_morale_as_usual_for: Few[Word]
    vp: PairsVp
    no_momentum_for: Word
    text: Text
    rules: Few[RuleId]


class VictoryHexes(Data):
    """The hexes that score in a scenario, who controls one, and to whom it falls if nobody does."""

    hexes: Table[Hex, VictoryPoints]
    control: Literal["last_through", "held_in_good_order"]
    artillery: bool
    enemy_zoc_denies: bool
    otherwise: Word | None
    british_hold_cancels: Hex | None  # with it in British hands the Americans score no victory hex
    text: Text
    rules: Few[RuleId]


class Decisive(SeriesDecisive, kw_only=True):
    """Strength that left the map through a zone, or enemy losses together with a leader lost."""

    side: Word
    when: Literal["at once"]
    not_counted: Few[Word]
    zone: Word | None = None
    exit_mp: WholePoints = 0


class DecisiveOption(Data):
    """An option by which further groups count for a decisive victory."""

    default: bool
    decisive: Word
    adds_groups: Few[Word]
    rule: RuleId
    text: Text


class TablesData(Data):
    """The tables of Guilford Courthouse beside those of the series."""

    name: Word
    source: Text
    basis: Basis
    leader_losses: Table[Word, LeaderLoss]
    leader_losses_how: Text
    army_morale_events: Few[BattleMoraleEvent]
    melee_fire: MeleeFire
    bretigny: Bretigny
    release: Release
    blocked_entry: BlockedEntry
    nc_militia: NcMilitia
    vp_excluded_units: Few[Word]
    victory_hexes: Table[Word, VictoryHexes]  # by scenario
    victory_levels: VictoryLevels[Decisive]
    options: Table[Word, DecisiveOption]
    conflicts: Few[Conflict]


SCHEMAS: dict[str, object] = {"tables.json": TablesData}

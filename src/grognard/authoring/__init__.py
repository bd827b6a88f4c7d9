"""What the author of a game needs, in one import; docs/writing-a-game.md grows a small game with it, step by step.

*The rules*: a `Rules` class answers what the table asks, and a `Procedure` is one heading of the rulebook. `OpenRules`
writes what positions and records need for a game in which nothing is hidden; `HexRules` adds a hex map with counters.

*What a step returns*: `None` (go on), `Ask` (one seat chooses), `AskAll` (several seats, sealed), `Roll` (dice), `Draw`
(from a set), `Call` (another procedure), `Goto` (another step), `Done` (back to the caller).

*What seats do and what happens*: an `Action` is a word with at most two fields, an `Event` is what the log tells, a
`Modifier` is a number that explains itself, and a `Reason` says why something may not be done. `naming` and `limits` say in
the type of a field what it may hold.

*What only some games have*, such as cards or circumstances, is a feature that the rules derive from, `CardHands` or
`Circumstances`; the hooks are in `grognard.core.features`.

*The catalogue*: `scenario` makes the `Scenario` that an entry point of the group `grognard.games` returns. `read_map` and
`read_data` read the files of a package.
"""

from __future__ import annotations

from grognard.authoring.hex_rules import Counter, HexName, HexRules, HexState, PieceName, PieceOrNone, scenario
from grognard.authoring.maps import distance, read_data, read_map
from grognard.authoring.open_rules import OpenRules, TurnNumber, limits
from grognard.core.actions import CORE_ACTIONS, Action, Pass, Proposal, Take
from grognard.core.boards import HexBoard
from grognard.core.cards import Card, CardTable, Hand
from grognard.core.charts import Chart, ChartRow, chart
from grognard.core.choices import Choices, Group, Region
from grognard.core.circumstances import Circumstance
from grognard.core.conditions import Condition, Count
from grognard.core.dice import D6, D10, Dice, Die
from grognard.core.errors import DataError, GrognardError, IllegalAction, PositionError, UnknownName
from grognard.core.events import Event, Rolled, TurnBegan
from grognard.core.features import (
    Alliances,
    CardHands,
    Circumstances,
    DeclaredWays,
    DicePools,
    EndingWarnings,
    FightParties,
    Motives,
    PhaseHeadings,
    Rerolls,
    RiskTables,
    SparedWindows,
    Story,
    StrayShots,
)
from grognard.core.fights import Consequences, Fight, Prospect
from grognard.core.flood import MoveTable, Reach, flood
from grognard.core.frames import naming
from grognard.core.games import Game, Options, Outcome, State
from grognard.core.hexes import Hex, HexGrid, HexSet, hex_grid, hex_set, members
from grognard.core.knowledge import Knowledge
from grognard.core.orders import PASS, SPARE, StandingOrder, standing_order
from grognard.core.pictures import (
    AdditionPicture,
    Art,
    Colours,
    CounterPicture,
    GroundArt,
    MarkerPicture,
    Picture,
    StackPicture,
    StateArt,
    TrackPicture,
    TrayPicture,
    art_of,
)
from grognard.core.pictures.areas import AreaPicture, AreaSheet
from grognard.core.pictures.display import BoxPicture, DisplaySheet, PanelPicture
from grognard.core.pictures.hexes import HexPicture, HexSheet, NamePicture
from grognard.core.positions import describe
from grognard.core.procedures import (
    DONE,
    Ask,
    AskAll,
    Call,
    Done,
    Draw,
    EachInOrder,
    Goto,
    Next,
    Procedure,
    Roll,
    SeatName,
)
from grognard.core.rules import Rules
from grognard.core.scenarios import Option, Scenario
from grognard.core.seats import Seat
from grognard.core.texts import Modifier, Reason, has_text, register_texts, text
from grognard.core.tracks import Band, Scale
from grognard.core.windows import SealedWindow, Window
from grognard.hexgames.map_boards import board_of
from grognard.hexgames.map_data import HexMapData
from grognard.hexgames.pictures import bare_sheet

__all__ = [
    "CORE_ACTIONS",
    "D6",
    "D10",
    "DONE",
    "PASS",
    "SPARE",
    "Action",
    "AdditionPicture",
    "Alliances",
    "AreaPicture",
    "AreaSheet",
    "Art",
    "Ask",
    "AskAll",
    "Band",
    "BoxPicture",
    "Call",
    "Card",
    "CardHands",
    "CardTable",
    "Chart",
    "ChartRow",
    "Choices",
    "Circumstance",
    "Circumstances",
    "Colours",
    "Condition",
    "Consequences",
    "Count",
    "Counter",
    "CounterPicture",
    "DataError",
    "DeclaredWays",
    "Dice",
    "DicePools",
    "Die",
    "DisplaySheet",
    "Done",
    "Draw",
    "EachInOrder",
    "EndingWarnings",
    "Event",
    "Fight",
    "FightParties",
    "Game",
    "Goto",
    "GrognardError",
    "GroundArt",
    "Group",
    "Hand",
    "Hex",
    "HexBoard",
    "HexGrid",
    "HexMapData",
    "HexName",
    "HexPicture",
    "HexRules",
    "HexSet",
    "HexSheet",
    "HexState",
    "IllegalAction",
    "Knowledge",
    "MarkerPicture",
    "Modifier",
    "Motives",
    "MoveTable",
    "NamePicture",
    "Next",
    "OpenRules",
    "Option",
    "Options",
    "Outcome",
    "PanelPicture",
    "Pass",
    "PhaseHeadings",
    "Picture",
    "PieceName",
    "PieceOrNone",
    "PositionError",
    "Procedure",
    "Proposal",
    "Prospect",
    "Reach",
    "Reason",
    "Region",
    "Rerolls",
    "RiskTables",
    "Roll",
    "Rolled",
    "Rules",
    "Scale",
    "Scenario",
    "SealedWindow",
    "Seat",
    "SeatName",
    "SparedWindows",
    "StackPicture",
    "StandingOrder",
    "State",
    "StateArt",
    "Story",
    "StrayShots",
    "Take",
    "TrackPicture",
    "TrayPicture",
    "TurnBegan",
    "TurnNumber",
    "UnknownName",
    "Window",
    "art_of",
    "bare_sheet",
    "board_of",
    "chart",
    "describe",
    "distance",
    "flood",
    "has_text",
    "hex_grid",
    "hex_set",
    "limits",
    "members",
    "naming",
    "read_data",
    "read_map",
    "register_texts",
    "scenario",
    "standing_order",
    "text",
]

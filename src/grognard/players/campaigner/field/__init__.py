"""Either army of Give Us Victories, in every scenario: marches by road, gathers, attacks where the dice favour it.

What a scenario is about is in `plans`, and for each army in `union` and `confederate`; `situation` weighs what is seen.
"""

from __future__ import annotations

from grognard.core.actions import Action
from grognard.core.seats import Seat
from grognard.games.chancellorsville.victories.state import Campaign
from grognard.players.campaigner.field import command, event_markers, fighting, marching, routine
from grognard.players.campaigner.field.situation import Field
from grognard.players.campaigner.outlook import Ways


def decide(seat: Seat, game: Campaign, ways: Ways) -> Action:
    """The answer to the question before a seat, in a game that agrees with what it knows."""
    actions, decision = seat.actions, seat.decision
    field = Field(game, seat.seated_as, ways)
    match decision.prompt if decision is not None else "":
        case "choose-formations":
            return command.choose(field, actions)
        case "place-command":
            return command.place(field, actions)
        case "activation" | "take-along":
            return marching.activation(field, actions)
        case "march-on":
            return marching.go_on(field, actions)
        case "break-away":
            return fighting.react(field, actions)
        case "shell":
            return fighting.shell(field, actions)
        case "which-guns":
            return fighting.fire(field, actions)
        case "declare-attacks":
            return fighting.declare(field, actions)
        case "take-losses" | "suffer-bombardment" | "march-loss":
            return fighting.lose(field, actions)
        case "use-six":
            return fighting.six(field, actions)
        case "retreat-to" | "scatter-to" | "move-aside":
            return fighting.retreat(field, actions)
        case "advance-into" | "who-advances":
            return fighting.advance(field, actions)
        case "whose-terrain" | "which-cover":
            return fighting.cover(field, actions)
        case "add-bonus" | "subtract-bonus":
            return fighting.share(field, actions)
        case "combat-event":
            return event_markers.of_combat(field, actions)
        case "between-activations" | "in-the-enemys-activation":
            return actions[-1]  # no general retreat: disorder costs more than the ground
    return routine.answer(field, actions)

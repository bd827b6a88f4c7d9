"""Invitations: what they invite to, taking a seat, sending and withdrawing them."""

from __future__ import annotations

from litestar import post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from grognard.core.texts import in_table
from grognard.server.http.callers import Caller
from grognard.server.http.errors import may_refuse
from grognard.server.http.rate_limits import LIMITED
from grognard.server.shapes import Committed, Invitation, Invited, Inviting, NewInvitation, TakenSeat, Taking
from grognard.server.views.catalogue import title_of


@post("/api/games/{game:str}/invitation", opt={LIMITED: "words"}, status_code=200, responses=may_refuse(403, 404, 409, 413))
async def look(caller: NamedDependency[Caller], data: JSONBody[Invited]) -> Invitation:
    """What an invitation invites to; one that is spent or withdrawn is refused. The secret is in the body, not in a log."""
    table = caller.table
    seat = table.invitation(data.invitation).seat
    game, called = table.game, table.called
    others = tuple(called.get(other) or in_table("side", other) for other in game.seats if other != seat)
    colour = caller.context.seat.rules.colours().get(seat, "")
    scenario = game.scenario
    return Invitation(table.id, scenario.id, title_of(scenario), seat, in_table("side", seat), colour, others)


@post(
    "/api/games/{game:str}/invitation/seat", opt={LIMITED: "words"}, status_code=200, responses=may_refuse(403, 404, 409, 413)
)
async def take(caller: NamedDependency[Caller], data: JSONBody[Taking]) -> TakenSeat:
    """Take the seat: whoever does so first gets a token of their own, and the invitation is spent."""
    taken = await caller.table.take_seat(data.invitation, data.key, caller.seat)
    return TakenSeat(taken.seat, taken.token)


@post("/api/games/{game:str}/invitations", opt={LIMITED: "words"}, status_code=201, responses=may_refuse(403, 404, 409, 413))
async def invite(caller: NamedDependency[Caller], data: JSONBody[Inviting]) -> NewInvitation:
    """A new invitation to a seat to which you have invited somebody, and that nobody has taken; the old one is withdrawn."""
    return NewInvitation(data.seat, await caller.table.invite(caller.seated(), data.seat))


@post(
    "/api/games/{game:str}/invitations/withdraw",
    opt={LIMITED: "words"},
    status_code=200,
    responses=may_refuse(403, 404, 409, 413),
)
async def withdraw(caller: NamedDependency[Caller], data: JSONBody[Inviting]) -> Committed:
    """Withdraw the invitation to a seat that nobody has taken."""
    await caller.table.withdraw_invitation(caller.seated(), data.seat)
    return Committed(caller.table.seq)


handlers = [look, take, invite, withdraw]

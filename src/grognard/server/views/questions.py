"""What a seat must decide, with exactly the legal choices; why something is not among them; what can be inspected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from grognard.core.actions import Action
from grognard.core.choices import listed, regions
from grognard.core.errors import GrognardError
from grognard.core.events import tell
from grognard.core.facts import Mention, mentions
from grognard.core.features import DeclaredWays, DicePools, EndingWarnings, RiskTables, StrayShots
from grognard.core.fights import Fight
from grognard.core.pictures import WayPicture
from grognard.core.rules import Rules
from grognard.core.sight_lines import SightLine, places_inspected
from grognard.core.texts import Reason, in_table
from grognard.server.refusals import Refused, only_seats, refused
from grognard.server.shapes import (
    Choice,
    Closing,
    Duty,
    Inspection,
    InspectionKind,
    Leave,
    LineOfSight,
    OpenFight,
    PlaceValue,
    Pool,
    Proposal,
    Question,
    RefusedAction,
    RegionChoices,
    Remark,
    Remarks,
    RiskColumn,
    RiskRow,
    RiskTable,
    WhyNot,
)
from grognard.server.views.context import ViewContext
from grognard.server.views.pieces import way_on
from grognard.telling.choices import refused as refused_actions
from grognard.telling.fights import fight_in_words
from grognard.telling.words import action_in_words, capital, question_in_words, said_in_words


def question_of(context: ViewContext) -> Question | None:
    """What is asked of who looks, if anything is."""
    seat, decision = context.seat, context.seat.decision
    if decision is None:
        return None
    under_way = seat.public(Rules.fight_under_way)
    return Question(
        decision.kind,
        question_in_words(seat, context.names),
        decision.cites,
        decision.sealed,
        tuple(choices_of(context, decision.sealed and under_way is not None)),
        tuple(regions_of(context)),
        pieces_named(context, decision.args.values()),
        tuple(open_fights(context, under_way, seat.public(Rules.fights))),
        tuple(closing_of(context)),
        leave_of(context),
        tuple(proposals_of(context)),
        risk_table_of(context),
    )


def open_fights(context: ViewContext, under_way: Fight | None, others: Iterable[Fight]) -> Iterator[OpenFight]:
    """The fight under way, which the question belongs to, and those announced."""
    board = context.board
    for fight in dict.fromkeys((*((under_way,) if under_way else ()), *others)):
        units = [board.standing_for(unit) for unit in fight.units] if board is not None else []
        targets = [board.standing_for(target) for target in fight.targets] if board is not None else []
        pieces = tuple(piece for piece in units if board is not None and piece in board.where)
        places = board.places_at(targets) if board is not None else ()
        yield OpenFight(fight_in_words(fight, context.names, board), pieces, places, fight == under_way)


def risk_table_of(context: ViewContext) -> RiskTable | None:
    """What each choice may bring, where the game says so."""
    seat = context.seat
    found = seat.ask(RiskTables.risk_table)
    if found is None:
        return None
    rows = (RiskRow(str(row.action), action_in_words(seat, row.action, context.names), row.chances) for row in found.rows)
    columns = (RiskColumn(capital(column.title), capital(column.about), column.bad, column.goal) for column in found.columns)
    return RiskTable(tuple(columns), tuple(rows))


# ---------------------------------------------------------------- how it ends, and how one gets out of it


def closing_of(context: ViewContext) -> Iterator[Closing]:
    """The actions that end what is asked, those that are not legal now with the reason."""
    seat = context.seat
    for action in seat.closing:
        words = action_in_words(seat, action, context.names)
        if action in seat.actions:
            then = context.after(action)
            duties = tuple(duty_of(context, reason) for reason in seat.ask(EndingWarnings.reminders, action))
            final = then is None or context.seat.name not in then.seat.actors
            yield Closing(str(action), words, None, duties, final, pieces_named(context, seat.ask(EndingWarnings.idle, action)))
        elif (reason := seat.why_not(action)) is not None:
            yield Closing(str(action), words, duty_of(context, reason), (), False)


def duty_of(context: ViewContext, reason: Reason) -> Duty:
    return Duty(capital(tell(reason.key, reason.args, context.names)), reason.cites, reason.pieces)


def leave_of(context: ViewContext) -> Leave | None:
    """The way out of a question about a counter: to end what it does, or to take back that it was chosen."""
    seat, decision = context.seat, context.seat.decision
    assert decision is not None
    if not pieces_named(context, decision.args.values()) or is_about_fire(context):
        return None
    for action in seat.closing:
        then = context.after(action) if action in seat.actions else None
        if then is not None and context.seat.asks_within(then.seat):
            return leave_to(then, str(action))
    before = context.before
    return leave_to(before, "") if before is not None and context.seat.asks_within(before.seat) else None


def is_about_fire(context: ViewContext) -> bool:
    """Whether all that can be chosen, but for the end, begins or joins a fight: then no counter is in hand that might move."""
    closing = context.seat.closing
    others = [action for action in listed(context.seat.actions) if action not in closing]
    return bool(others) and all(context.fight_of(action) is not None for action in others)


def leave_to(then: ViewContext, action: str) -> Leave:
    seat = then.seat
    pieces = counters_in(then, (mention for each in listed(seat.actions) for mention in mentions(type(each), seat.said(each))))
    return Leave(action, pieces, tuple(closing_of(then)))


def proposals_of(context: ViewContext) -> Iterator[Proposal]:
    """What the game has ready as a whole."""
    for proposal in context.seat.ask(Rules.proposals):
        words, about = in_table("proposal", proposal.name), in_table("proposal-about", proposal.name)
        yield Proposal(capital(words), about, tuple(map(str, proposal.actions)), proposal.cites)


# ---------------------------------------------------------------- the legal list


def choices_of(context: ViewContext, under_way: bool) -> Iterator[Choice]:
    """Every choice; what names nothing, such as ending a phase, comes last. A fight under way can be forecast with each."""
    seat, memo, board, names = context.seat, context.memo, context.board, context.names
    costs, said_of, chance_of, fight_of = seat.ask(Rules.costs), seat.saying(), seat.asking(Rules.chance), context.fight_of
    finality_of, pools_of = seat.asking(EndingWarnings.finality), seat.asking(DicePools.pools)
    spread_of = seat.asking(StrayShots.spread)
    for action in sorted(listed(seat.actions), key=lambda action: not action.__struct_fields__):
        said = said_of(action)
        fight = under_way or fight_of(action) is not None
        key = (action, *said.values(), fight)
        choice: Choice | None = memo.get(key)
        if choice is None:
            mentioned = tuple(mentions(type(action), said))
            places = board.places_of(mentioned) if board is not None else ()
            words, pieces = said_in_words(action, said, names), counters_in(context, mentioned)
            choice = memo[key] = Choice(str(action), action.word, words, places, pieces, fight, leads=action.leads)
        elif choice.pieces and board is not None:  # it is kept as it is spoken of, but pieces move
            mentioned = tuple(mentions(type(action), said))
            places, pieces = board.places_of(mentioned), counters_in(context, mentioned)
            if places != choice.places or pieces != choice.pieces:
                choice = replace(choice, places=places, pieces=pieces)
        chance, cost = chance_of(action), costs.get(action)
        ends, pools, spread = finality_of(action), pools_of(action), spread_of(action)
        if ends or pools or spread or chance is not None or cost is not None:
            shared = tuple(Pool(capital(in_table("side", pool.side)), pool.counts_from) for pool in pools)
            choice = replace(
                choice,
                chance=chance,
                cost=cost,
                ends=in_remarks(context, ends),
                pools=shared,
                spread=tuple(astray(context, spread)),
            )
        yield choice


def astray(context: ViewContext, spread: Mapping[str, float]) -> Iterator[PlaceValue]:
    """Where something may strike, as places are addressed, with the chance of each."""
    for name, chance in spread.items():
        place = context.board.find(name) if context.board is not None else None
        if place is not None:
            yield PlaceValue(place, round(chance, 4))


def regions_of(context: ViewContext) -> Iterator[RegionChoices]:
    """The choices of a table top that differ only in a point."""
    seat, board = context.seat, context.board
    if board is None:
        return
    for group, region in regions(seat.actions):
        sample = group.kind.of(*region.action.split()[1:])
        words = said_in_words(sample, {field: getattr(sample, field) for field in sample.__struct_fields__}, context.names)
        yield RegionChoices(region.action, words, board.plane, region.origin, region.step, region.rows)


def pieces_in(context: ViewContext, mentioned: Iterable[Mention]) -> tuple[str, ...]:
    """The pieces that are spoken of, and groups of them."""
    return tuple(dict.fromkeys(name for role, name in mentioned if role == "piece" and name in context.names))


def counters_in(context: ViewContext, mentioned: Iterable[Mention]) -> tuple[str, ...]:
    """The pieces that are spoken of; of a group, its counters as they are now."""
    return pieces_named(context, (name for role, name in mentioned if role == "piece"))


def pieces_named(context: ViewContext, ids: Iterable[object]) -> tuple[str, ...]:
    """Those of some values that are ids of pieces; of a group, the ids of its counters."""
    board = context.board
    each = (one for id in ids for one in (board.counters_of(str(id)) if board is not None else (str(id),)))
    return tuple(dict.fromkeys(id for id in each if id in context.names))


# ---------------------------------------------------------------- why not


def why_not(context: ViewContext, action: str, place: str, piece: str) -> WhyNot:
    """Why an action, or what could be meant by a place or a piece, is not among the choices."""
    seat = context.seat
    if seat.name is None:
        raise only_seats()
    if action:
        return WhyNot(tuple(refusals(context, [parsed(context, action)])))
    board = context.board
    if board is None:
        return WhyNot(())
    if piece and piece not in context.names:
        raise refused("no-piece", piece=piece[:50])
    where = place or board.where.get(piece, "")
    if where not in board.places:
        raise refused("no-place", place=(place or piece)[:50])
    about = refused_actions(seat, board, seat.actions, where, None)
    if piece:
        about = [one for one in about if piece in counters_in(context, mentions(type(one), seat.said(one)))]
    return WhyNot(tuple(refusals(context, about)))


def refusals(context: ViewContext, actions: Iterable[Action]) -> Iterator[RefusedAction]:
    seat = context.seat
    for action in actions:
        reason = seat.why_not(action)
        if reason is not None:
            words = capital(tell(reason.key, reason.args, context.names))
            yield RefusedAction(str(action), action_in_words(seat, action, context.names), words, reason.cites)


def parsed(context: ViewContext, action: str) -> Action:
    """An action from its text."""
    try:
        return context.seat.rules.vocabulary.parse(action)
    except GrognardError as fault:
        raise Refused("malformed", str(fault)) from None


# ---------------------------------------------------------------- ways


def way_of(context: ViewContext, action: str) -> WayPicture | None:
    """The way that a choice declares, as it would be drawn."""
    seat, board = context.seat, context.board
    if seat.name is None:
        raise only_seats()
    meant = parsed(context, action)
    found = seat.ask(DeclaredWays.way_of, meant) if meant in seat.actions else None
    return way_on(board, board.picture.main.id, found) if found is not None and board is not None else None


# ---------------------------------------------------------------- inspections


def inspections_of(rules: Rules) -> tuple[InspectionKind, ...]:
    """What can be inspected, each with its key: the digits in their order."""
    marks, pointed, own = rules.inspection_marks, rules.pointed_inspection, rules.inspects_own
    return tuple(
        InspectionKind(what, capital(in_table("inspect", what)), str(key), marks.get(what, "highlight"), what == pointed, own)
        for key, what in enumerate(rules.inspections, 1)
    )


def inspection(context: ViewContext, what: str, piece: str) -> Inspection:
    """Reach, zones, sight and the like of a piece, from what who looks may know."""
    whats = context.seat.rules.inspections
    if what not in whats:
        raise refused("no-inspection", what=what[:50], whats=", ".join(whats))
    try:
        found = context.seat.inspect(what, piece)
    except GrognardError as fault:
        raise Refused("unknown", str(fault)) from None
    board = context.board

    def address(place: str) -> str:
        return (board.find(place) if board is not None and place else None) or place

    def line(seen: SightLine) -> LineOfSight:
        start, end, broken = address(seen.start), address(seen.end), address(seen.broken)
        return LineOfSight(seen.piece, start, end, seen.far, seen.sight, capital(seen.words), broken)

    places = tuple(PlaceValue(address(place), value) for place, value in places_inspected(found))
    return Inspection(what, piece, places, tuple(line(each) for each in found if isinstance(each, SightLine)))


def remarks_about(context: ViewContext, place: str, piece: str) -> Remarks:
    """What there is to say about a place now, for a piece if one is named, from what who looks may know."""
    board = context.board
    if board is not None and not board.single and place not in board.places:
        raise refused("no-place", place=place[:50])
    sheet, own = board.at(place) if board is not None else (None, place)
    try:  # the rules know the places of the first sheet
        said = context.seat.remarks(own, piece) if board is None or sheet is board.main else ()
    except GrognardError:
        raise refused("no-place", place=place[:50]) from None
    decided = decisions_at(context, place)
    told = tuple(reason for reason in said if reason not in decided)
    return Remarks(place, piece, in_remarks(context, told), in_remarks(context, decided))


def decisions_at(context: ViewContext, place: str) -> tuple[Reason, ...]:
    """Why an automaton did what it did with the counters of a place."""
    board = context.board
    pieces = [counter.id for counter in board.stacks.get(place, ())] if board is not None else []
    return next(filter(None, (context.seat.decisions(piece) for piece in pieces)), ())


def in_remarks(context: ViewContext, reasons: Iterable[Reason]) -> tuple[Remark, ...]:
    return tuple(Remark(capital(tell(reason.key, reason.args, context.names)), reason.cites) for reason in reasons)

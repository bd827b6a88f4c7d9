"""Chapter 12: artillery bombards between movement and combat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, cast

from grognard.core.actions import Action
from grognard.core.dice import D6
from grognard.core.events import Rolled
from grognard.core.hexes import Hex, HexSet, hex_set, members
from grognard.core.procedures import DONE, NOT_OFFERED, Ask, Call, Goto, Next, Procedure, Roll
from grognard.core.texts import Modifier, Reason
from grognard.games.chancellorsville.victories.actions import CeaseFire, Detach, DigIn, FireGuns, NoWorks, Shell, Suffer
from grognard.games.chancellorsville.victories.chapter import C, Chapter
from grognard.games.chancellorsville.victories.events import Bombarded, BombardmentResult
from grognard.games.chancellorsville.victories.names import ArmyName, HexId, HexOrNone, Points, TargetKind, UnitId, Word
from grognard.games.chancellorsville.victories.pieces import ENEMY, GOOD, Piece

if TYPE_CHECKING:
    from grognard.games.chancellorsville.victories.state import Campaign

CEASE_FIRE, NO_WORKS = CeaseFire(), NoWorks()
GUNS, TROOPS = "guns", "troops"
KINDS = (GUNS, TROOPS)
RANGE = 2
NONE, DIS, LEVEL, BOTH = "-", "DIS", "1", "1DIS"


class Bombarding(Chapter[C]):
    """Who fires at whom, and what comes of it."""

    def why_not_fire(self, game: C, piece: Piece) -> Reason | None:
        """U12.1, U12.6, U9.22, U6.11: why a unit cannot bombard in this activation."""
        state, counter = game.state, self.counters[piece.id]
        name = {"unit": counter.name}
        if piece.id not in state.active:
            return Reason("not-active", ("U12.1",), name)
        if not counter.is_artillery:
            return Reason("only-guns-bombard", ("U12.1",), name)
        if game.night:
            return Reason("no-bombardment-at-night", ("U6.11", "U12.6"))
        if piece.fired:
            return Reason("has-fired", ("U12.2",), name)
        if piece.order != GOOD:
            return Reason("in-disorder", ("U12.6", "U14.46"), name)
        if self.on_forced_march(game, piece):
            return Reason("after-a-forced-march", ("U9.22", "U12.6"), name)
        return None

    def on_forced_march(self, game: C, piece: Piece) -> bool:
        """U9.22: whether its formation, or it with another, makes a forced march this turn, whether or not it moved."""
        counter = self.counters[piece.id]
        forced = game.state.forced.get(counter.side)
        if piece.tired or (forced is not None and self.commands[forced].formation == counter.formation != ""):
            return True
        return piece.id in game.state.active and self.marches_by_force(game, counter.side)

    def marches_by_force(self, game: C, army: str) -> bool:
        """U9.22, U8.13: whether the formation that acts makes a forced march, and with it all under Detach, early or late."""
        return bool(game.state.command) and game.state.forced.get(army) == game.state.command

    def targets_of(self, game: C, piece: Piece) -> HexSet:
        """U12.1: enemy hexes at most two away; at two not if all between is woods or town."""
        grid, held = self.board.grid, game.held(ENEMY[self.counters[piece.id].side])
        found = grid.adjacent[piece.hex] & held
        # U12.7
        for target in members(grid.ring(piece.hex, RANGE) & held):
            between = grid.adjacent[piece.hex] & grid.adjacent[target]
            if between & ~game.rules.blocking:
                found |= 1 << target
        return found

    def guns_on(self, game: C, army: str, target: Hex) -> list[Piece]:
        """The guns that can fire at a hex now, in the order of the counter sheet."""
        return [
            piece
            for piece in game.on_map(army)
            if self.why_not_fire(game, piece) is None and self.targets_of(game, piece) >> target & 1
        ]

    def why_not_shell(self, game: C, army: str, target: Hex) -> Reason | None:
        """Why no active guns can fire at a hex: what bars those that are near enough, or the range."""
        if self.guns_on(game, army, target):
            return None
        active = [game.piece(id) for id in sorted(game.state.active) if self.counters[id].is_artillery]
        near = (gun for gun in active if gun.hex and self.targets_of(game, gun) >> target & 1)
        return next((self.why_not_fire(game, gun) for gun in near), None) or Reason(
            "no-guns-bear-on-it", ("U12.7",), {"hex": game.label(target)}
        )

    def brings_guns(self, game: C, army: str, h: Hex) -> bool:
        """U8.13: whether artillery would come under a Detach marker put here that could still bombard."""
        pieces = (game.piece(id) for id in game.rules.detachable(game, army, h))
        guns = (piece for piece in pieces if self.counters[piece.id].is_artillery)
        able = any(gun.order == GOOD and not self.on_forced_march(game, gun) for gun in guns)
        return able and not self.marches_by_force(game, army)  # U9.22

    def kinds_at(self, game: C, army: str, h: Hex) -> tuple[str, ...]:
        """U12.8: what may be named as the target in a hex; both where the enemy's stack is hidden."""
        return KINDS

    def target_of_guns(self, game: C, army: str) -> HexSet:
        """Every hex that can be bombarded now."""
        found = 0
        for id in game.state.active:
            piece = game.piece(id)
            if self.why_not_fire(game, piece) is None:
                found |= self.targets_of(game, piece)
        return found

    def could_bombard(self, game: C, army: str, done: Iterable[Hex]) -> bool:
        """Whether guns may bear on a target for all that the enemy knows: then the owner is asked, guns or not."""
        grid, targets = self.board.grid, game.held(ENEMY[army]) & ~hex_set(done)
        if game.night or not targets:
            return False
        near = grid.around_set(game.rules.seen_acting(game, army))
        return bool((near | grid.around_set(near)) & targets)

    def bombardment_modifiers(self, game: C, army: str, target: Hex, guns: tuple[str, ...]) -> tuple[Modifier, ...]:
        """U12.10: the ground of the target and its works."""
        terrain, enemy = self.board.terrain[target], ENEMY[army]
        chart, found = self.components.terrain, []
        drm = chart.hexes[terrain].bombard_drm
        if terrain == "open":
            found.append(Modifier(drm, "target-in-the-open", "U12.10"))
        elif terrain == "woods":
            found.append(Modifier(drm, "target-in-the-woods", "U12.10"))
        else:
            found.append(Modifier(drm, "target-in-town", "U12.10"))
        if game.rules.has_fortification(game, enemy, target):
            found.append(Modifier(chart.hexsides.fortification_facing.bombard_drm, "target-in-fortification", "U12.10"))
        elif game.rules.has_breastworks(game, enemy, target):
            found.append(Modifier(chart.markers.breastworks.bombard_drm, "target-in-breastworks", "U12.9"))
        place = game.state.effects.get("alexanders-artillery", "")
        if place and army == "CSA":
            h = self.board.hex(place)
            if all(self.board.grid.distance(h, game.piece(id).hex) <= 1 for id in guns):
                found.append(Modifier(game.rules.event(army, "alexanders-artillery").bombard_drm, "event-guns", "U17.11"))
        return tuple(found)

    def bombardment_result(self, factor: int, total: int) -> str:
        """U12.10: the row of the factors, the column of the modified die."""
        table = self.components.artillery
        row = table.rows[self.artillery_row(factor)]
        return row.results[table.columns[min(max(total, 1), len(table.columns)) - 1]]

    def artillery_row(self, factor: int) -> int:
        """The row of the Artillery Table for so many factors."""
        rows = enumerate(self.components.artillery.rows)
        return next(place for place, row in rows if row.min <= factor and (row.max is None or factor <= row.max))

    def sufferers(self, game: C, army: str, h: Hex, kind: str, result: str) -> list[Piece]:
        """U12.8: the units that can take a result; if none of the kind is there, those of the other."""
        stack = [piece for piece in game.units_at(army, h) if not self.counters[piece.id].is_dummy]
        of_kind = [piece for piece in stack if self.counters[piece.id].is_artillery == (kind == GUNS)]
        found = of_kind or stack
        if result == DIS:
            found = [piece for piece in found if self.counters[piece.id].is_real]  # U12.11, U13.14
        return game.rules.distinct(game, found)

    def note_attacked(self, game: C, army: str, h: Hex) -> None:
        """An attack releases formations that are held back."""
        special = self.components.scenario.special
        names = set()
        for piece in game.units_at(army, h):
            counter = self.counters[piece.id]
            names |= {name for name in (counter.formation, counter.division) if name}
        game.state.stirred |= names & set(special.locked_until_attacked)  # U19.5
        if names & set(special.locked):  # U18.4
            game.state.stirred |= set(special.locked)


class Bombardments(Procedure["Campaign"]):
    """U12: the active artillery bombards, one target after another."""

    army: ArmyName
    targets: frozenset[HexId] = frozenset()
    """U12.5: the hexes bombarded in this activation."""
    hex: HexOrNone = 0
    kind: TargetKind = ""
    steps: ClassVar[tuple[str, ...]] = ("aim", "fire")

    def facts(self, game: Campaign) -> Mapping[str, Any]:
        """The guns that can fire at the hex."""
        return {"guns": tuple(gun.id for gun in game.rules.guns_on(game, self.army, self.hex))} if self.hex else {}

    def aim(self, game: Campaign) -> Next:
        rules = game.rules
        actions: list[Action] = [
            Shell(game.label(h), kind)
            for h in members(rules.target_of_guns(game, self.army))
            if h not in self.targets
            for kind in rules.kinds_at(game, self.army, h)
        ]
        always = rules.secretive and rules.could_bombard(game, self.army, self.targets)
        if actions or always:
            actions.extend(a for a in rules.detachments(game) if rules.brings_guns(game, self.army, rules.board.hex(a.hex)))
        if not actions and not always:
            return DONE
        actions.append(CEASE_FIRE)
        cites = ("U12.1", "U12.8")
        return Ask(self.army, actions, self.aimed, "shell", cites, self.why_not, always=always, closing=(CEASE_FIRE,))

    def why_not(self, game: Campaign, action: Action) -> Reason | None:
        match action:
            case CeaseFire():
                return None
            case Shell(label, kind):
                h = game.rules.board.grid.by_label.get(label)
                if h is None or kind not in KINDS or not game.held(ENEMY[self.army]) >> h & 1:
                    return Reason("nothing-to-bombard", ("U12.1",), {"hex": label})
                if kind not in game.rules.kinds_at(game, self.army, h):
                    return Reason("none-of-that-kind", ("U12.8",), {"hex": label, "kind": kind})
                if h in self.targets:
                    return Reason("bombarded-already", ("U12.5",), {"hex": label})
                return game.rules.why_not_shell(game, self.army, h)
            case Detach(label):
                return self.why_not_detach(game, label)
        return NOT_OFFERED

    def why_not_detach(self, game: Campaign, label: str) -> Reason | None:
        """U8.13: the marker may be placed at any moment; here it is of use only with guns under it."""
        refused = game.rules.why_not_detach_at(game, label)
        if refused is not None:
            return refused
        able = game.rules.brings_guns(game, self.army, game.rules.board.hex(label))
        return None if able else Reason("no-guns-to-detach", ("U8.13",), {"hex": label})

    def aimed(self, game: Campaign, answer: Action) -> Next:
        if isinstance(answer, Detach):
            game.rules.detach(game, game.rules.board.hex(answer.hex))
            return Goto("aim")
        if not isinstance(answer, Shell):
            return DONE
        self.hex, self.kind = game.rules.board.hex(answer.hex), cast("TargetKind", answer.kind)
        return None

    def fire(self, game: Campaign) -> Next:
        """U12.4: whoever fires at a hex adds up; a unit does not divide its fire."""
        guns = game.rules.guns_on(game, self.army, self.hex)
        actions = [FireGuns(mask) for mask in range(1, 1 << len(guns))]
        args = {"hex": game.label(self.hex)}
        return Ask(self.army, actions, self.fired, "which-guns", "U12.4", None, args, game.rules.secretive)

    def fired(self, game: Campaign, answer: FireGuns) -> Next:
        guns = game.rules.guns_on(game, self.army, self.hex)
        firing = tuple(piece.id for place, piece in enumerate(guns) if answer.guns >> place & 1)
        for id in firing:
            game.change(id, fired=True)
        self.targets |= {self.hex}
        factor = sum(game.points(game.piece(id)) for id in firing)
        target, kind = self.hex, self.kind
        game.emit(Bombarded(self.army, firing, factor, game.label(target), kind))
        self.hex, self.kind = 0, ""
        return Call(Bombardment(self.army, target, kind, firing, factor), then="aim")


class Bombardment(Procedure["Campaign"]):
    """One hex is bombarded with one die."""

    army: ArmyName
    hex: HexId
    kind: TargetKind
    guns: tuple[UnitId, ...]
    factor: Points
    result: Word = ""
    steps: ClassVar[tuple[str, ...]] = ("dig", "roll", "suffer")

    def dig(self, game: Campaign) -> Next:
        """U12.9: the defender may place breastworks; whether only skirmishers are there is not betrayed."""
        rules, enemy = game.rules, ENEMY[self.army]
        refused = rules.why_not_dig(game, enemy, self.hex)
        if refused is not None and refused.key != "skirmishers-do-not-dig":
            return None
        actions: list[Action] = [NO_WORKS] if refused else [DigIn(game.label(self.hex)), NO_WORKS]
        return Ask(enemy, actions, self.dug, "dig-in", ("U12.9", "U14.20"), None, {"hex": game.label(self.hex)}, always=True)

    def dug(self, game: Campaign, answer: Action) -> Next:
        if isinstance(answer, DigIn):
            game.rules.dig(game, ENEMY[self.army], self.hex)
        return None

    def roll(self, game: Campaign) -> Next:
        """U12.10: one die, modified."""
        rules = game.rules
        modifiers = rules.bombardment_modifiers(game, self.army, self.hex, self.guns)
        added = sum(modifier.value for modifier in modifiers)
        rules.note_attacked(game, ENEMY[self.army], self.hex)

        def reading(face: int) -> str:
            return rules.bombardment_result(self.factor, face + added)

        return Roll("bombardment", self.rolled, modifiers, "U12.10", self.army, D6, reading=reading)

    def rolled(self, game: Campaign, rolled: Rolled) -> Next:
        self.result = game.rules.bombardment_result(self.factor, rolled.total)
        game.emit(BombardmentResult(game.label(self.hex), self.result))
        return None if self.result != NONE else DONE

    def suffer(self, game: Campaign) -> Next:
        """U12.11: the defender chooses the unit."""
        enemy = ENEMY[self.army]
        units = game.rules.sufferers(game, enemy, self.hex, self.kind, self.result)
        if not units:
            return DONE
        actions = [Suffer(piece.id) for piece in units]
        args = {"hex": game.label(self.hex), "result": self.result}
        return Ask(enemy, actions, self.suffered, "suffer-bombardment", "U12.11", None, args, game.rules.secretive)

    def suffered(self, game: Campaign, answer: Suffer) -> Next:
        """U12.11: a level, disorder or both."""
        rules, enemy = game.rules, ENEMY[self.army]
        if self.result in (LEVEL, BOTH):
            rules.lose_level(game, answer.unit, "U12.11")
        if self.result in (DIS, BOTH) and game.piece(answer.unit).hex:
            return Call(rules.disorder(game, enemy, (answer.unit,), "U12.11"), then="ended")
        return DONE

    def ended(self, game: Campaign, result: object) -> Next:
        return DONE

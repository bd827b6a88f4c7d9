"""Dice sources: scripted, recorded, enumerated, live with a commitment, or fast.

Every source is a function of the index of the roll, so copying a game copies one number and nothing can be rolled again.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from grognard.core.errors import DiceError

if TYPE_CHECKING:
    from grognard.core.procedures import Draw, Roll


class Die(NamedTuple):
    """A die that shows every whole number from low to high."""

    low: int
    high: int

    @property
    def sides(self) -> int:
        return self.high - self.low + 1


D10 = Die(0, 9)
"""A ten-sided die on which 0 counts as zero."""
D6 = Die(1, 6)


class Dice:
    """A source of rolls: `face(i, die)` is the result of roll number i."""

    may_fail: ClassVar[bool] = False
    """Whether it can run out or disagree; the game then makes a copy to fall back on."""
    may_fork: ClassVar[bool] = False

    def face(self, index: int, die: Die, purpose: str) -> int:
        raise NotImplementedError

    def header(self) -> dict[str, object]:
        """The dice in a full record."""
        return {}

    @staticmethod
    def script(faces: Iterable[int]) -> Scripted:
        return Scripted(faces)

    @staticmethod
    def fast(seed: int) -> Fast:
        return Fast(seed)

    @staticmethod
    def live(game_id: str | None = None, nonces: Mapping[str, str] | None = None, secret: bytes | None = None) -> Live:
        return Live(game_id or secrets.token_hex(8), dict(nonces or {}), secret or secrets.token_bytes(32))


MASK = (1 << 64) - 1


class Fast(Dice):
    """For simulation: a 64-bit mixing function of (seed, index)."""

    __slots__ = ("seed",)

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def face(self, index: int, die: Die, purpose: str) -> int:
        z = (self.seed * 0xD1342543DE82EF95 + (index + 1) * 0x9E3779B97F4A7C15) & MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        low = die[0]
        return low + (((z ^ (z >> 31)) * (die[1] - low + 1)) >> 64)

    def header(self) -> dict[str, object]:
        return {"kind": "fast", "seed": self.seed}


class Scripted(Dice):
    """For tests: the rolls in order; one roll too many is an error."""

    __slots__ = ("faces",)
    may_fail = True

    def __init__(self, faces: Iterable[int]) -> None:
        self.faces = tuple(faces)

    def face(self, index: int, die: Die, purpose: str) -> int:
        if index >= len(self.faces):
            raise DiceError(f"The dice script holds {len(self.faces)} numbers and the game wants one more (for {purpose}).")
        face = self.faces[index]
        if not die.low <= face <= die.high:
            raise DiceError(
                f"Number {index + 1} of the dice script is {face}, but the die (for {purpose}) shows {die.low} to {die.high}."
            )
        return face

    def header(self) -> dict[str, object]:
        return {"kind": "script", "faces": list(self.faces)}


class Recorded(Dice):
    """For replay: the rolls of a record, then another source."""

    __slots__ = ("after", "faces")
    may_fail = True

    def __init__(self, faces: Sequence[int], after: Dice | None = None) -> None:
        self.faces = tuple(faces)
        self.after = after

    def face(self, index: int, die: Die, purpose: str) -> int:
        if index < len(self.faces):
            face = self.faces[index]
            if not die.low <= face <= die.high:
                raise DiceError(f"Roll {index + 1} of the record shows {face}, but the die (for {purpose}) has no such face.")
            return face
        if self.after is None:
            raise DiceError(f"The record holds {len(self.faces)} rolls and the game wants one more (for {purpose}).")
        return self.after.face(index, die, purpose)

    def header(self) -> dict[str, object]:
        return self.after.header() if self.after else {}


class Fork(Exception):
    """Raised by enumerated dice at the first roll that is not yet decided."""

    def __init__(self, die: Die, reading: Callable[[int], Hashable] | None, request: Roll | Draw) -> None:
        self.die = die
        self.reading = reading
        self.request = request
        super().__init__("an undecided roll")

    def branches(self) -> list[tuple[int, float]]:
        """One face for each distinct reading, with its probability."""
        groups: dict[Hashable, list[int]] = {}
        for face in range(self.die.low, self.die.high + 1):
            groups.setdefault(self.reading(face) if self.reading else face, []).append(face)
        return [(faces[0], len(faces) / self.die.sides) for faces in groups.values()]


class Enumerated(Dice):
    """For exact odds: the rolls decided so far, then a fork."""

    __slots__ = ("faces", "start")
    may_fork = True

    def __init__(self, faces: tuple[int, ...], start: int) -> None:
        self.faces = faces
        self.start = start

    def face_or_fork(self, index: int, die: Die, reading: Callable[[int], Hashable] | None, request: Roll | Draw) -> int:
        place = index - self.start
        if place >= len(self.faces):
            raise Fork(die, reading, request)
        return self.faces[place]


class Live(Dice):
    """For play between people: HMAC-SHA256 with a secret that is committed to before the game and revealed after it."""

    __slots__ = ("game_id", "nonces", "secret")

    def __init__(self, game_id: str, nonces: dict[str, str], secret: bytes) -> None:
        self.game_id = game_id
        self.nonces = nonces
        self.secret = secret

    @property
    def commitment(self) -> str:
        """The hash of the secret, published when the game starts."""
        return hashlib.sha256(self.secret).hexdigest()

    def face(self, index: int, die: Die, purpose: str) -> int:
        return live_face(self.secret, self.game_id, self.nonces, index, die)

    def header(self) -> dict[str, object]:
        return {
            "kind": "live",
            "game": self.game_id,
            "nonces": self.nonces,
            "commitment": self.commitment,
            "secret": self.secret.hex(),
        }


def live_face(secret: bytes, game_id: str, nonces: Mapping[str, str], index: int, die: Die) -> int:
    """The result of roll `index`: rejection sampling over the 32-bit words of HMACs makes all faces equally likely."""
    players = ",".join(f"{seat}={nonces[seat]}" for seat in sorted(nonces))
    limit = (1 << 32) - (1 << 32) % die.sides
    attempt = 0
    while True:
        message = f"{game_id}|{players}|{index}|{attempt}".encode()
        digest = hmac.new(secret, message, hashlib.sha256).digest()
        for start in range(0, 32, 4):
            word = int.from_bytes(digest[start : start + 4], "big")
            if word < limit:
                return die.low + word % die.sides
        attempt += 1

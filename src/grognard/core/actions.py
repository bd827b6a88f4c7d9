"""Actions: a word and at most two fields (pieces, places, numbers), so that they form a finite table."""

from __future__ import annotations

from functools import cache
from typing import ClassVar, Self

import msgspec

from grognard.core.documents import shortened, whole_number
from grognard.core.errors import GrognardError


@cache
def kebab(name: str) -> str:
    """`EndMovement` as `end-movement`."""
    return "".join("-" + c.lower() if c.isupper() else c for c in name).lstrip("-")


class Action(msgspec.Struct, frozen=True, gc=False, tag=kebab, tag_field="do"):
    """One thing a seat may do. As text it is its word and its fields: `go 1108`, `attack maryland 3`."""

    leads: ClassVar[bool] = False
    """Whether pointing at what it names means this, where several actions name it."""

    @property
    def word(self) -> str:
        return kebab(type(self).__name__)

    def __str__(self) -> str:
        return " ".join([self.word, *(str(getattr(self, field)) for field in self.__struct_fields__)])

    @classmethod
    def of(cls, *fields: str) -> Self:
        """The action with these fields as text; numbers are read as numbers."""
        names = cls.__struct_fields__
        if len(fields) != len(names):
            wanted = " ".join(f"<{name}>" for name in names) or "nothing more"
            raise GrognardError(f"'{kebab(cls.__name__)}' takes {wanted}, not '{shortened(' '.join(fields))}'.")
        kinds = cls.__annotations__
        values = [
            _number(cls, name, text) if kinds[name] in (int, "int") else text for name, text in zip(names, fields, strict=True)
        ]
        return cls(*values)


def _number(cls: type[Action], name: str, text: str) -> int:
    try:
        return whole_number(text)
    except ValueError:
        raise GrognardError(f"'{kebab(cls.__name__)}' wants a number for its {name}, not '{shortened(text)}'.") from None


class Vocabulary:
    """The actions of one game: parses them from text and from JSON."""

    def __init__(self, kinds: tuple[type[Action], ...]) -> None:
        self.kinds = {kebab(kind.__name__): kind for kind in kinds}

    def parse(self, text: str) -> Action:
        """`go 1108` as an action."""
        word, *fields = text.split() or [""]
        kind = self.kinds.get(word)
        if kind is None:
            raise GrognardError(f"There is no action '{shortened(word)}'; the words are {', '.join(sorted(self.kinds))}.")
        return kind.of(*fields)

    def read(self, data: object) -> Action:
        """An action from its JSON form `{"do": "take", "item": "1108"}`."""
        if isinstance(data, str):
            return self.parse(data)
        if not isinstance(data, dict) or str(data.get("do")) not in self.kinds:
            raise GrognardError(f"An action needs a field 'do' with one of {', '.join(sorted(self.kinds))}.")
        try:
            return msgspec.convert(data, self.kinds[str(data["do"])])
        except msgspec.ValidationError as fault:
            raise GrognardError(f"The action '{data['do']}' is not well formed: {fault}.") from None


class Pass(Action, frozen=True):
    """Do not react in this window."""


class Take(Action, frozen=True):
    """Take this one next, when several things are done one after another."""

    item: str


CORE_ACTIONS: tuple[type[Action], ...] = (Pass, Take)


class Proposal(msgspec.Struct, frozen=True):
    """Actions that belong together and can be taken one after another, such as a ready-made set-up."""

    name: str
    """A word of the table `proposal`; the table `proposal-about` says more."""
    actions: tuple[Action, ...]
    cites: tuple[str, ...] = ()


class Decision(msgspec.Struct, frozen=True):
    """What is asked of a seat: its kind, a prompt with arguments, and the rules it comes from."""

    kind: str
    prompt: str
    cites: tuple[str, ...]
    args: dict[str, str | int | float] = {}
    sealed: bool = False
    """Whether several seats answer, each without seeing what the others do."""

    WORDS: ClassVar[str] = "prompt."

    def __str__(self) -> str:
        from grognard.core.texts import text

        return text(self.WORDS + self.prompt, self.args)

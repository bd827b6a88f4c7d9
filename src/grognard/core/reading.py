"""Reading a position's own fields: values are looked at one after another, and every fault is kept."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Generic, TypeVar

from grognard.core.documents import in_short, shortened
from grognard.core.errors import PositionError
from grognard.core.positions import FIELDS

R = TypeVar("R")


class Reader(Generic[R]):
    """Reads a position and gathers every fault of it."""

    def __init__(self, rules: R, body: dict[str, Any]) -> None:
        self.rules = rules
        self.body = body
        self.faults: list[str] = []

    def refuse_others(self, fields: Collection[str]) -> None:
        """Only these fields and those of every game may be there."""
        for field in self.body:
            if field not in fields and field not in FIELDS:
                self.faults.append(f"There is no field '{shortened(field)}' in a position of this game.")

    def refuse_faults(self) -> None:
        if self.faults:
            raise PositionError(self.faults)

    def number(self, field: str, low: int, high: int, absent: int, body: dict[str, Any] | None = None) -> int:
        value = (self.body if body is None else body).get(field, absent)
        if type(value) is int and low <= value <= high:
            return value
        self.faults.append(f"'{field}' must be a number from {low} to {high}, not {in_short(value)}.")
        return absent

    def one_of(self, known: Collection[str], field: str, absent: str) -> str:
        value = self.body.get(field, absent)
        if isinstance(value, str) and value in known:
            return value
        self.faults.append(f"'{field}' must be one of {', '.join(known)}, not {in_short(value)}.")
        return absent

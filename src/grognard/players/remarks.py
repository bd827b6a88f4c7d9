"""A computer player's reasons for a choice, as text keys with arguments."""

from __future__ import annotations

import msgspec

from grognard.core.events import NO_NAMES, Names, tell


class Remark(msgspec.Struct, frozen=True):
    """One reason for a choice; `grognard watch --explain` prints them."""

    key: str
    args: dict[str, str | int | float | tuple[str, ...]] = {}

    def in_words(self, names: Names = NO_NAMES) -> str:
        return tell(f"remark.{self.key}", self.args, names)

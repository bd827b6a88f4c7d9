"""Rules and charts."""

from __future__ import annotations

from typing import Literal

from grognard.server.shapes.base import Cites, Shape, Words


class RuleLine(Shape):
    """A line of the contents, or something that was found, with the sentence that says most about it."""

    id: str
    title: Words
    text: Words
    book: Words
    depth: int
    kind: Literal["section", "rule"]


class RuleLink(Shape):
    id: str
    title: Words


class Rule(Shape):
    """A rule in full; the ruling says how a doubt about the printed text was decided."""

    id: str
    title: Words
    text: Words
    example: Words
    ruling: Words


class RulePage(Shape):
    """A section of the rules in short, its rules in full, and the ways to other sections."""

    id: str
    title: Words
    text: Words
    book: Words
    above: tuple[RuleLink, ...]
    within: tuple[RuleLink, ...]
    see: tuple[RuleLink, ...]
    rules: tuple[Rule, ...]
    links: tuple[str, ...]
    before: RuleLink | None
    after: RuleLink | None


class ChartRow(Shape):
    title: Words
    cells: tuple[Words, ...]
    cites: Cites


class Chart(Shape):
    """A table of the game as it is printed."""

    id: str
    title: Words
    corner: Words
    columns: tuple[Words, ...]
    rows: tuple[ChartRow, ...]
    notes: tuple[Words, ...]
    cites: Cites

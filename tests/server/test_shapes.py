"""The shapes of the server are those that the pages are written for, field by field."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grognard.server import shapes

TYPES = Path(__file__).parent.parent.parent / "web" / "src" / "api" / "types.ts"
Fields = dict[str, tuple[bool, Any]]
"""The fields of an object: whether each may be left out, and the object that it is or holds."""


class Reader:
    """Reads the interfaces of a TypeScript file: names, question marks, and objects within objects."""

    def __init__(self, source: str) -> None:
        plain = re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL)
        self.tokens = re.findall(r"""[A-Za-z_]\w*\??|"[^"]*"|[{}\[\]();:|,<>=]|\d+|\S""", re.sub(r"//.*", "", plain))
        self.place = 0

    def interfaces(self) -> dict[str, Fields]:
        found = {}
        while self.place < len(self.tokens):
            if self.tokens[self.place] == "interface":
                name = self.tokens[self.place + 1]
                self.place += 3
                found[name] = self.fields()
            else:
                self.place += 1
        return found

    def fields(self) -> Fields:
        """From after an opening brace to after the closing one."""
        found: Fields = {}
        while self.tokens[self.place] != "}":
            name = self.tokens[self.place]
            assert self.tokens[self.place + 1] == ":", self.tokens[self.place : self.place + 3]
            self.place += 2
            found[name.removesuffix("?")] = (name.endswith("?"), self.kind())
        self.place += 1
        return found

    def kind(self) -> Fields | None:
        """What stands after a colon, up to the next field."""
        inner, depth = None, 0
        while depth or self.tokens[self.place] not in (";", "}"):
            token = self.tokens[self.place]
            self.place += 1
            if token == "{":
                inner = self.fields()
            depth += (token in "([<") - (token in ")]>")
        if self.tokens[self.place] == ";":
            self.place += 1
        return inner


INTERFACES = Reader(TYPES.read_text("utf-8")).interfaces()


def struct_in(kind: msgspec.inspect.Type) -> msgspec.inspect.StructType | None:
    """The struct that a type is or holds."""
    match kind:
        case msgspec.inspect.StructType():
            return kind
        case msgspec.inspect.UnionType(types=types):
            return next(filter(None, map(struct_in, types)), None)
        case msgspec.inspect.VarTupleType(item_type=item):
            return struct_in(item)
    return None


def check(name: str, wanted: Fields, given: msgspec.inspect.StructType) -> None:
    fields = {field.encode_name: field for field in given.fields}
    if given.tag_field is not None:
        wanted = {field: kind for field, kind in wanted.items() if field != given.tag_field}
    assert sorted(fields) == sorted(wanted), name
    for field, (optional, inner) in wanted.items():
        omitted = given.cls.__struct_config__.omit_defaults and not fields[field].required
        assert optional <= (not fields[field].required), f"{name}.{field} may be left out"
        assert omitted <= optional, f"{name}.{field} is always sent"
        if inner is not None:
            within = struct_in(fields[field].type)
            assert within is not None, f"{name}.{field} is an object"
            check(f"{name}.{field}", inner, within)


def test_the_types_were_read():
    assert len(INTERFACES) > 30
    assert set(INTERFACES["Table"]["when"][1]) == {"turn", "phase", "phasing", "words"}
    assert INTERFACES["Move"]["action"][0]


@pytest.mark.parametrize("name", sorted(INTERFACES))
def test_a_shape_has_the_fields_that_the_pages_know(name: str):
    info = msgspec.inspect.type_info(getattr(shapes, name))
    assert isinstance(info, msgspec.inspect.StructType)
    check(name, INTERFACES[name], info)


def test_what_comes_over_the_socket_has_the_words_that_the_pages_know():
    source = TYPES.read_text("utf-8").partition("export type FromServer =")[2].partition(";\n\n")[0]
    wanted = {kind: set(re.findall(r"(\w+):", rest)) for kind, rest in re.findall(r'type: "([\w-]+)";([^}]*)', source)}
    given = {}
    for kind in (shapes.Update, shapes.Chat, shapes.Thinking, shapes.RefusedHello):
        given[kind.__struct_config__.tag] = set(kind.__struct_fields__)
    assert given == wanted

"""Writes web/src/api/types.ts: the shapes of the server (grognard.server.shapes, which OpenAPI shows, too) as TypeScript.

Run it after a change to the shapes: `python web/generate_types.py`. A test says so if it was forgotten.
"""

from __future__ import annotations

import ast
import inspect
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec.inspect import (
    BoolType,
    DictType,
    Field,
    FloatType,
    IntType,
    ListType,
    LiteralType,
    NoneType,
    RawType,
    StrType,
    StructType,
    TupleType,
    UnionType,
    VarTupleType,
    type_info,
)

TYPES = Path(__file__).parent / "src" / "api" / "types.ts"
KNOWN_BETTER = {"Update.parts": "Partial<Table>"}
"""Fields that are written as JSON already, with the type that they have."""
WIDTH = 120
"""What is no longer than that is written on one line."""
HEAD = """\
/** What the server sends and takes. Written by web/generate_types.py from the server's shapes; change those, not this. */

export type Point = [number, number];
"""


def written() -> str:
    """The whole file: every struct that a shape is or holds, those of the server first, in the order of their modules."""
    from grognard.server import shapes

    found: dict[str, StructType] = {}
    CATALOGUE.update(catalogue())
    for value in vars(shapes).values():
        if isinstance(value, type) and issubclass(value, msgspec.Struct) and value.__struct_fields__:
            collect(type_info(value), found)
    collect(type_info(shapes.FromServer), found)
    unions = {"AnySheet": shapes.AnySheet, "FromServer": shapes.FromServer}
    names = (f"export type {name} = {' | '.join(map(literal, values))};\n" for values, name in CATALOGUE.items())
    parts = [HEAD, *map(interface, found.values()), *(union(name, kind) for name, kind in unions.items()), *names]
    return "\n".join(parts)


CATALOGUE: dict[tuple[str, ...], str] = {}
"""The lists of names in the catalogue of art, each with what it is called: the pages must draw every one."""


def catalogue() -> dict[tuple[str, ...], str]:
    from grognard.core.pictures import art

    return {get_args(value): name for name, value in vars(art).items() if get_origin(value) is Literal}


def collect(kind: Any, found: dict[str, StructType]) -> None:
    """The structs within a type, each after those that it was found by."""
    match kind:
        case StructType():
            name = kind.cls.__name__
            known = found.setdefault(name, kind)
            if known.cls is not kind.cls:
                raise SystemExit(f"Two shapes are called {name}; rename one.")
            if known is kind:
                for field in kind.fields:
                    collect(field.type, found)
        case UnionType(types=types):
            for one in types:
                collect(one, found)
        case VarTupleType(item_type=item) | ListType(item_type=item):
            collect(item, found)
        case TupleType(item_types=items):
            for one in items:
                collect(one, found)
        case DictType(value_type=value):
            collect(value, found)


# ---------------------------------------------------------------- TypeScript


def interface(kind: StructType) -> str:
    about = about_fields(kind.cls)
    lines = [f"  {kind.tag_field}: {literal(kind.tag)};"] if kind.tag_field else []
    for field in kind.fields:
        known = KNOWN_BETTER.get(f"{kind.cls.__name__}.{field.name}") or typescript(field.type)
        if field.default is None and kind.cls.__struct_config__.omit_defaults:
            known = known.removesuffix(" | null")  # then it is left out
        lines.append(f"  {field.encode_name}{'?' if may_be_missing(kind, field) else ''}: {known};{note(about, field)}")
    head = f"export interface {kind.cls.__name__} {{"
    short = f"{head} {' '.join(map(str.strip, lines)).removesuffix(';')} }}"
    whole = [head, *lines, "}"] if len(short) > WIDTH or any("//" in line for line in lines) else [short]
    return "\n".join([*comment(kind.cls), *whole, ""])


def may_be_missing(kind: StructType, field: Field) -> bool:
    """A field with a default may be left out of what is taken, and is left out of what is sent where its shape says so."""
    sent = kind.cls.__struct_config__.forbid_unknown_fields
    return not field.required and (sent or kind.cls.__struct_config__.omit_defaults)


def union(name: str, kind: Any) -> str:
    return f"export type {name} = {' | '.join(one.cls.__name__ for one in type_info(kind).types)};\n"


def typescript(kind: Any) -> str:
    match kind:
        case StructType():
            return kind.cls.__name__
        case StrType():
            return "string"
        case IntType() | FloatType():
            return "number"
        case BoolType():
            return "boolean"
        case NoneType():
            return "null"
        case RawType():
            return "unknown"
        case LiteralType(values=values):
            named = (name for names, name in CATALOGUE.items() if set(names) == set(values))
            return next(named, "") or " | ".join(map(literal, values))
        case UnionType(types=types):
            return " | ".join(dict.fromkeys(map(typescript, types)))
        case DictType(value_type=value):
            return f"Record<string, {typescript(value)}>"
        case TupleType(item_types=(FloatType(), FloatType())):
            return "Point"
        case TupleType(item_types=items):
            return f"[{', '.join(map(typescript, items))}]"
        case VarTupleType(item_type=item) | ListType(item_type=item):
            inner = typescript(item)
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
    raise SystemExit(f"There is no TypeScript for {kind}; add it to web/generate_types.py.")


def literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


# ---------------------------------------------------------------- words


def comment(cls: type) -> list[str]:
    words = " ".join((cls.__dict__.get("__doc__") or "").split())
    return [f"/** {words} */"] if words else []


def note(about: dict[str, str], field: Field) -> str:
    return f" // {about[field.name]}" if field.name in about else ""


def about_fields(cls: type) -> dict[str, str]:
    """The docstrings below the fields of a class and of those it is built on."""
    found: dict[str, str] = {}
    for one in reversed(cls.__mro__):
        module = inspect.getmodule(one)
        if isinstance(module, ModuleType) and module.__name__.startswith("grognard"):
            found |= documented(module).get(one.__name__, {})
    return found


_known: dict[str, dict[str, dict[str, str]]] = {}


def documented(module: ModuleType) -> dict[str, dict[str, str]]:
    """For each class of a module the strings that stand below its fields."""
    if module.__name__ not in _known:
        found: dict[str, dict[str, str]] = {}
        for node in ast.parse(inspect.getsource(module)).body:
            if isinstance(node, ast.ClassDef):
                for field, words in zip(node.body, node.body[1:], strict=False):
                    match field, words:
                        case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                            found.setdefault(node.name, {})[name] = " ".join(text.split())
        _known[module.__name__] = found
    return _known[module.__name__]


if __name__ == "__main__":
    if "--check" in sys.argv and TYPES.read_text("utf-8") != written():
        raise SystemExit("web/src/api/types.ts is not current; run: python web/generate_types.py")
    TYPES.write_text(written(), "utf-8")

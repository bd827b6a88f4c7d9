"""The types of the pages are those of the server's shapes, and OpenAPI shows the same."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import msgspec

from grognard.server import shapes

GENERATOR = Path(__file__).parent.parent.parent / "web" / "generate_types.py"


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate_types", GENERATOR)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_types_of_the_pages_are_current():
    made = generator()
    assert made.TYPES.read_text("utf-8") == made.written(), "run: python web/generate_types.py"


def test_every_shape_of_the_server_is_among_them():
    written = generator().written()
    for name, kind in vars(shapes).items():
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__struct_fields__:
            assert f"export interface {name} {{" in written


def test_a_field_that_may_be_left_out_is_marked():
    written = generator().written()
    assert " chance?: number;" in written  # of a choice: left out where no single roll decides
    assert " action?: string" in written  # of a move: taken without
    assert " boxes: string[]" in written  # of a track: always sent
    assert " from: number" in written  # of a band, by the name it is sent with

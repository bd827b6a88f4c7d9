"""Data files of a package: read once, and named with their fault."""

from pathlib import Path

import pytest

from grognard.core.errors import DataError
from grognard.core.overlays.components import load


def test_a_data_file_is_named_with_its_fault(tmp_path: Path):
    file = tmp_path / "table.json"
    with pytest.raises(DataError, match=r"^There is no data file .*table.json\.$"):
        load(file, dict)
    file.write_text("[1, 2]")
    with pytest.raises(DataError, match=r"table.json cannot be used: Expected `object`, got `array`\.$"):
        load(file, dict)
    assert load(file, list) == [1, 2]

"""Upgrades a database of an earlier version when the server opens it, one process at a time."""

from __future__ import annotations

from importlib.resources import files

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection

from grognard.server.storage.database import DatabaseError


def upgrade(connection: Connection) -> None:
    """Run all missing migrations. The caller holds a lock, so that processes that start together take turns."""
    config = Config()
    config.set_main_option("script_location", str(files("grognard.server.storage") / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError:
        newest = ScriptDirectory.from_config(config).get_current_head()
        raise DatabaseError(
            f"This database was made by a newer version of Grognard (this version supports it up to {newest});"
            " install that version, or give another database."
        ) from None

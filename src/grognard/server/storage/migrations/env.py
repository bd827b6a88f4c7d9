"""Alembic runs this: the steps are taken on the connection that the server holds (see server/upgrades.py)."""

from alembic import context

from grognard.server.storage.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True)
context.run_migrations()

"""Run by Alembic: migrations use the connection that the server holds (see storage/upgrades.py)."""

from alembic import context

from grognard.server.storage.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True)
context.run_migrations()

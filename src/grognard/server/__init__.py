"""The game server: games in a database, seats as secret links, events over a WebSocket."""

from grognard.core.texts import register_shared_texts

register_shared_texts("grognard.server")

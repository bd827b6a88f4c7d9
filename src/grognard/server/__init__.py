"""The game server: games in a database, seats as secret links, events over a WebSocket."""

from grognard.core.texts import register_texts

register_texts("grognard.server")

"""The game server: games in a database, seats as secret links, events over a WebSocket."""

from grognard.core.texts import bring_texts

bring_texts("grognard.server")

"""The server of the table: games kept in a database, seats as secret links, events over a socket."""

from grognard.core.texts import bring_texts

bring_texts("grognard.server")

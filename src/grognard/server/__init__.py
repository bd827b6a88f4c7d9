"""The server of the table: games kept in a database, seats as secret links, events over a socket."""

"""How fast the games are, beside a peer in the same run."""

"""Where games are kept: the database, its tables, snapshots and upgrades."""

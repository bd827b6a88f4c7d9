"""Where games are stored: the database, its tables, snapshots and upgrades."""

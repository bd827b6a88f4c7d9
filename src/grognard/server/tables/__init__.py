"""The games that people play: starting them, caching them in memory, following them, chat and history."""

"""The rules ledgers of the games: every rule by its id, in our own words, with the tests and the code that stand on it."""

from grognard.rulebooks.command_line import command

__all__ = ["command"]

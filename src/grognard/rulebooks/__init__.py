"""The rules of the games to look up: ledgers of every rule by its id, with its tests and code, and
summaries of the printed sections, all in our own words."""

from grognard.rulebooks.summaries import Summary, summary

__all__ = ["Summary", "summary"]

"""Battles of the American Revolution: the series rules, one file a chapter."""

from grognard.core.texts import register_texts

register_texts(__name__)

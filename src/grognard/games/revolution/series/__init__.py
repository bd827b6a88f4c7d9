"""Battles of the American Revolution: the series rules, one file a chapter."""

from grognard.core.texts import bring_texts

bring_texts(__name__)

"""Answers without asking a person: computer players and standing orders."""

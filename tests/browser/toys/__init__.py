"""The toys of tests/core as games that a server offers: what a scene in the browser plays where no real game will do.

Run as `python -m tests.browser.toys serve ...`, in place of `grognard serve ...`.
"""

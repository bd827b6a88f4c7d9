"""Settings that every test shares."""

from hypothesis import settings

# A rule takes as long as it takes: two test processes on a busy machine must not fail an example for being slow.
settings.register_profile("grognard", deadline=None, print_blob=True)
settings.load_profile("grognard")

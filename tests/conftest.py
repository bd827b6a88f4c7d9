"""Settings that every test shares."""

import signal

from hypothesis import settings

# A rule takes as long as it takes: two test processes on a busy machine must not fail an example for being slow.
settings.register_profile("grognard", deadline=None, print_blob=True)
settings.load_profile("grognard")

# Started in the background of a shell, we and all that we start would be deaf to Ctrl-C.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

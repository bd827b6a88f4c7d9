"""Runs pip for make; without a network it says so in one sentence, instead of a page of retries.

python locks/install.py pip install ...
"""

import re
import subprocess
import sys

UNREACHABLE = re.compile(
    r"Retrying \(Retry|NewConnectionError|NameResolutionError|Failed to establish a new connection|ProxyError"
)
SENTENCE = (
    "What Grognard needs could not be downloaded, because no package index answered: "
    "check the network (or pip's settings of index and proxy) and run make again; it goes on where it stopped."
)


def main(arguments: list[str]) -> int:
    """Pip's own exit code."""
    done = subprocess.run([sys.executable, "-m", *arguments], stderr=subprocess.PIPE, text=True, errors="replace", check=False)
    if done.returncode != 0 and UNREACHABLE.search(done.stderr):
        print(SENTENCE, file=sys.stderr)
    else:
        sys.stderr.write(done.stderr)
    return done.returncode


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit("The set-up was stopped; the next make goes on with it.")

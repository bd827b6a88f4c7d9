"""The built pages, cached in memory and compressed once; every unknown path gets index.html."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from html import escape
from pathlib import Path
from typing import Any

import msgspec
from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import FromPath

from grognard.core.texts import Reason, text
from grognard.server.refusals import Refused

Asking = Request[Any, Any, Any]
FOLDER = Path(__file__).parent.parent / "pages"
"""Where `web/build.py` writes the pages."""
FOR_EVER = "public, max-age=31536000, immutable"
EACH_TIME = "no-cache"
HASHED = "assets"
"""The folder of files whose names contain a hash of their content."""
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("font/woff2", ".woff2")


class File(msgspec.Struct, frozen=True):
    """A file as it is served."""

    body: bytes
    zipped: bytes | None
    kind: str
    tag: str
    cache: str


class Pages:
    """The built pages of a folder."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.files = {
            file.relative_to(folder).as_posix(): read(file, file.relative_to(folder).parts[0] == HASHED)
            for file in (sorted(folder.rglob("*")) if folder.is_dir() else ())
            if file.is_file() and not file.name.startswith(".")
        }

    def find(self, path: str) -> File | None:
        """The file at a path; index.html if there is none, since the page does its own routing."""
        wanted = path.strip("/")
        found = self.files.get(wanted)
        if found is None and not wanted.startswith(f"{HASHED}/"):
            found = self.files.get("index.html")
        return found


def get_pages(state: State) -> Pages:
    """The pages of this server."""
    pages: Pages = state.pages
    return pages


def read(file: Path, hashed: bool) -> File:
    body = file.read_bytes()
    zipped = gzip.compress(body, 9, mtime=0)
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    return File(body, zipped if len(zipped) < len(body) * 0.9 else None, kind, tag, FOR_EVER if hashed else EACH_TIME)


@get("/", include_in_schema=False)
async def first_page(request: Asking, pages: NamedDependency[Pages]) -> Response[bytes]:
    """The page itself."""
    return answer(request, pages, "")


@get("/{path:path}", include_in_schema=False)
async def page(request: Asking, pages: NamedDependency[Pages], path: FromPath[str]) -> Response[bytes]:
    """A file of the pages, or the page itself."""
    if path.strip("/").partition("/")[0] in ("api", "schema"):
        raise Refused("unknown", Reason("server.no-route"))
    return answer(request, pages, path)


def answer(request: Asking, pages: Pages, path: str) -> Response[bytes]:
    if not pages.files:
        return not_built()
    found = pages.find(path)
    if found is None:
        raise Refused("unknown", Reason("server.no-route"))
    headers = {"ETag": found.tag, "Cache-Control": found.cache}
    if is_known(request.headers.get("if-none-match", ""), found.tag):
        return Response(b"", status_code=304, headers=headers)
    if found.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(found.zipped, media_type=found.kind, headers=headers | {"Content-Encoding": "gzip"})
    return Response(found.body, media_type=found.kind, headers=headers)


def is_known(named: str, tag: str) -> bool:
    """Whether `If-None-Match` names this tag; a proxy that compresses marks tags as weak."""
    return any(known.strip().removeprefix("W/") == tag for known in named.split(","))


def not_built() -> Response[bytes]:
    """What is shown if the pages are missing: how to build them."""
    title, how = escape(text("server.pages.title")), escape(text("server.pages.how"))
    body = f"<!doctype html><html lang=en><meta charset=utf-8><title>Grognard</title><h1>{title}</h1><p>{how}.</p></html>"
    return Response(body.encode(), media_type="text/html", status_code=503)


handlers = [first_page, page]

"""Where the server is and by which key it is called, if the caller does not say."""

from __future__ import annotations

import os

from ._errors import EarshotError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

_USUAL = ".earshot"


class Endpoint:
    """The nodes of a deployment, the first one to be called first, and the key."""

    def __init__(self, urls: tuple[str, ...], key: str) -> None:
        self.urls = urls
        self.key = key


def endpoint_of(
    url: str | Sequence[str] | None, key: str | None, data: str | os.PathLike[str] | None
) -> Callable[[], Endpoint]:
    """Asked before every attempt: a server that starts again may listen elsewhere."""

    def find() -> Endpoint:
        folder = _folder(data)
        urls = _urls(url) or _serving(folder)
        return Endpoint(urls, key or os.environ.get("EARSHOT_KEY") or _key_of(folder, urls[0]))

    if url is None or key is None:
        return find
    fixed = Endpoint(_urls(url), key)
    return lambda: fixed


def _urls(url: str | Sequence[str] | None) -> tuple[str, ...]:
    given = os.environ.get("EARSHOT_URL", "") if url is None else url
    several = given.split(",") if isinstance(given, str) else given
    return tuple(checked(one.strip()) for one in several if one.strip() != "")


def checked(url: str) -> str:
    scheme, _, rest = url.partition("://")
    if scheme in ("http", "https") and rest.strip("/") != "" and not any(map(str.isspace, rest)):
        return url
    raise EarshotError(
        "INVALID_INPUT",
        f"{url!r} is no address of a server. Give one such as http://127.0.0.1:4242.",
        details={"url": url},
    )


def _folder(data: str | os.PathLike[str] | None) -> str:
    """The folder that is named, or the nearest one upwards, or that of the user's own server."""
    named = data or os.environ.get("EARSHOT_DATA")
    if named:
        return os.path.abspath(named)
    place = os.getcwd()
    while True:
        found = os.path.join(place, _USUAL)
        if _is_own(found):
            return found
        above = os.path.dirname(place)
        if above == place:
            break
        place = above
    state = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    home = os.path.join(state, "earshot")
    return home if os.path.isdir(home) else os.path.abspath(_USUAL)


def _is_own(folder: str) -> bool:
    """Whoever else can make a folder above, as in /tmp, could be asked in the place of people."""
    if not os.path.isdir(folder):
        return False
    return not hasattr(os, "getuid") or os.stat(folder).st_uid == os.getuid()


def _serving(folder: str) -> tuple[str, ...]:
    """The server that runs on this folder now. A file of a killed one names a port of anybody."""
    info = _info(folder)
    if _is_locked(os.path.join(folder, "lock")):
        if isinstance(info.get("url"), str):
            return (checked(info["url"]),)
        raise _none(folder, f"A server has taken {folder} and does not listen yet. Call again in a moment.")
    start = (
        "Start one with npx earshot start, or name its folder with EARSHOT_DATA "
        "or a server with EARSHOT_URL."
    )
    if not info:
        raise _none(folder, f"No Earshot server has been started on {folder}. {start}")
    raise _none(
        folder,
        f"No Earshot server runs on {folder}: process {info.get('pid')}, which served it at "
        f"{info.get('url')}, was killed, or this folder is a copy. {start}",
    )


def _none(folder: str, message: str) -> EarshotError:
    return EarshotError("UNREACHABLE", message, details={"folder": folder})


def _info(folder: str) -> dict[str, Any]:
    import json

    try:
        with open(os.path.join(folder, "server.json"), encoding="utf-8") as file:
            info = json.load(file)
    except (OSError, ValueError):
        return {}
    return info if isinstance(info, dict) else {}


def _is_locked(path: str) -> bool:
    """The lock belongs to the operating system, on a file that the server's SQLite holds open."""
    if not os.path.exists(path):
        return False
    import sqlite3
    from urllib.request import pathname2url

    connection = sqlite3.connect(f"file:{pathname2url(path)}?mode=ro", timeout=0, uri=True)
    try:
        connection.execute("select 1 from sqlite_master")
    except sqlite3.OperationalError as error:
        return "locked" in str(error)
    finally:
        connection.close()
    return False


def _key_of(folder: str, url: str) -> str:
    path = os.path.join(folder, "agent.key")
    try:
        with open(path, encoding="utf-8") as file:
            return file.read().strip()
    except OSError:
        raise EarshotError(
            "NOT_SIGNED_IN",
            f"There is no agent's key to call {url} with: neither EARSHOT_KEY nor {path}. "
            "Set the one, or copy a key that is good to the other.",
        ) from None

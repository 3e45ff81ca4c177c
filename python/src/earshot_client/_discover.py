"""Where the server is and by which key it is called, if the caller does not say."""

from __future__ import annotations

import os
import sys

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
        f"{url!r} is not the address of a server. Give one such as http://127.0.0.1:4242.",
        details={"url": url},
    )


def _folder(data: str | os.PathLike[str] | None) -> str:
    """The folder that is named, or the nearest one upwards, or that of the person's home server.

    As the commands find it: src/system/find-folder.ts tells which is taken, and why.
    """
    named = data or os.environ.get("EARSHOT_DATA")
    if named:
        return os.path.abspath(os.path.expanduser(named))
    above = _project_folder()
    found = above or _home_folder()
    _assert_trusted(found, above is None)
    return found


def _project_folder() -> str | None:
    place = os.getcwd()
    while True:
        found = os.path.join(place, _USUAL)
        if os.path.isdir(found):
            return found
        above = os.path.dirname(place)
        if above == place:
            return None
        place = above


def _home_folder() -> str:
    state = os.environ.get("XDG_STATE_HOME", "")
    if os.path.isabs(state):
        return os.path.join(state, "earshot")
    if sys.platform == "darwin":
        usual = os.path.expanduser("~/Library/Application Support")
    elif sys.platform == "win32":
        usual = os.environ.get("LOCALAPPDATA") or os.path.expanduser("~\\AppData\\Local")
    else:
        usual = os.path.expanduser("~/.local/state")
    return os.path.join(usual, "earshot")


def _assert_trusted(folder: str, is_home: bool) -> None:
    """Whoever else makes a folder above, or sends one with a clone, would be asked for people."""
    if not os.path.exists(folder):
        return
    if _is_foreign_link(folder) or _is_of_others(os.stat(folder).st_uid):
        why = "belongs to another user of this machine"
    elif is_home or not os.listdir(folder) or _is_known(folder):
        return
    else:
        why = "was neither made nor served by Earshot where it is: it may have come with a clone"
    raise EarshotError(
        "NOT_ALLOWED",
        f"{folder} {why}, so it was found and is not used. If it is yours, name it with "
        "EARSHOT_DATA; otherwise name another one there, or a server with EARSHOT_URL and "
        "EARSHOT_KEY.",
        details={"reason": "untrusted_folder", "folder": folder},
    )


def _is_known(folder: str) -> bool:
    """The note of its place has the number of the folder; earlier versions noted the record alone."""
    note = _read_json(os.path.join(folder, "place.json"))
    name = folder if "folder" in note else os.path.join(folder, "earshot.db")
    number = note.get("folder", note.get("file"))
    return os.path.exists(name) and number == str(os.stat(name).st_ino)


def _is_of_others(uid: int) -> bool:
    return hasattr(os, "geteuid") and uid != os.geteuid()


def _is_foreign_link(path: str) -> bool:
    """A link leads where its maker wants. The system's own account could do that anyway."""
    if not os.path.islink(path):
        return False
    uid = os.lstat(path).st_uid
    return uid != 0 and _is_of_others(uid)


def _serving(folder: str) -> tuple[str, ...]:
    """The server that runs on this folder now. A file of a killed one names a port of anybody."""
    info = _read_json(os.path.join(folder, "server.json"))
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


def _read_json(path: str) -> dict[str, Any]:
    import json

    try:
        with open(path, encoding="utf-8") as file:
            said = json.load(file)
    except (OSError, ValueError):
        return {}
    return said if isinstance(said, dict) else {}


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
    if _is_foreign_link(path):
        raise EarshotError(
            "NOT_ALLOWED",
            f"{path} is a link that another user of this machine made, and is not read: it could "
            "lead anywhere. Remove it, or put the file itself there.",
            details={"reason": "foreign_link", "path": path},
        )
    try:
        with open(path, encoding="utf-8") as file:
            return file.read().strip()
    except OSError:
        raise EarshotError(
            "NOT_SIGNED_IN",
            f"There is no agent's key to call {url} with: neither EARSHOT_KEY nor {path}. "
            "Set the one, or copy a key that is good to the other.",
        ) from None

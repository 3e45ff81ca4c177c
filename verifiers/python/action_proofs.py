#!/usr/bin/env python3
"""Checks proofs of requests, version 1, as `action-proofs.md` describes them.

    python action_proofs.py VECTORS.json          checks every vector
    python action_proofs.py PROOF.json KEYS.json  checks one proof, and shows what it proves

It ends with 0 if all is good, with 1 if not, and with 2 if it was called in another way.
As a library, `check_proof(proof, keys)` takes two JSON values as `read_json` reads them,
and returns what is proved or raises `Fault`, and nothing else.

It needs Python 3.11 and the package `cryptography`, for Ed25519 alone. The keys must come
from elsewhere than the proof: by keys of its own, a file agrees with itself and no more.
"""

from __future__ import annotations

import base64
import copy
import hashlib
import io
import json
import math
import re
import sys
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, Final, TypeAlias, TypeGuard

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

Json: TypeAlias = Any  # None, bool, float, str, list of Json, dict of str to Json
Object: TypeAlias = dict[str, Json]


class Fault(Exception):
    """Why a proof proves nothing. `code` is one of the names on the page."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def demand(holds: bool, code: str) -> None:
    """The first thing that does not hold ends the check."""
    if not holds:
        raise Fault(code)


# --- JSON -----------------------------------------------------------------------------
#
# Python's own reader takes NaN and fails at deep nesting, which may stand in members that
# nobody looks at. This one keeps to RFC 8259 and holds what is open in a list of its own.

_TOKEN: Final = re.compile(
    r"""[ \t\n\r]*+ (
        [][{},:]
      | " (?: [^"\\\x00-\x1f]++ | \\ (?: ["\\/bfnrt] | u[0-9A-Fa-f]{4} ) )*+ "
      | -? (?: 0 | [1-9][0-9]*+ ) (?: \.[0-9]++ )? (?: [eE][+-]?[0-9]++ )?
      | true | false | null
      | \Z
    )""",
    re.VERBOSE,
)
_WORDS: Final = {"true": True, "false": False, "null": None}


def read_json(data: bytes) -> Json:
    """The value of a JSON text; ValueError if it is none. Every number is a float.

    Of a member that stands twice, the last value counts, in the place of the first.
    """
    text, at, piece = data.decode("utf-8"), 0, ""

    def take() -> str:
        """The next piece of the text; empty at its end."""
        nonlocal at
        found = _TOKEN.match(text, at)
        if found is None:
            raise ValueError("no JSON")
        at = found.end()
        return found[1]

    def name_of(holder: Json) -> str:
        """In an object, moves from the name of a member to its value."""
        nonlocal piece
        if isinstance(holder, list):
            return ""
        name = piece
        if not name.startswith('"') or take() != ":":
            raise ValueError("no JSON")
        piece = take()
        return str(json.loads(name))

    value: Json
    open_: list[tuple[Json, str]] = []  # lists and objects, with the name that waits
    piece = take()
    while True:
        if piece in ("[", "{"):
            value, end = ([], "]") if piece == "[" else ({}, "}")
            piece = take()
            if piece != end:
                open_.append((value, name_of(value)))
                continue
        else:
            value = _scalar(piece)
        # A value is complete. It goes into what is open, which may complete that too.
        while open_:
            holder, name = open_.pop()
            if isinstance(holder, list):
                holder.append(value)
            else:
                holder[name] = value
            piece = take()
            if piece == ",":
                piece = take()
                open_.append((holder, name_of(holder)))
                break
            if piece != ("]" if isinstance(holder, list) else "}"):
                raise ValueError("no JSON")
            value = holder
        else:
            if take():
                raise ValueError("no JSON")
            return value


def _scalar(piece: str) -> Json:
    if piece.startswith('"'):
        return json.loads(piece)
    return _WORDS[piece] if piece in _WORDS else float(piece)  # ValueError for a sign


def is_sound(value: Json, levels: int = 100) -> bool:
    """Whether its texts are whole, its numbers finite, and it goes no deeper than these levels."""
    if levels < 0:
        return False
    if isinstance(value, dict):
        return all(is_text(name) and is_sound(it, levels - 1) for name, it in value.items())
    if isinstance(value, list):
        return all(is_sound(it, levels - 1) for it in value)
    return value is None or isinstance(value, bool) or is_text(value) or as_double(value) is not None


def write_json(value: Json, *, sort: bool = True) -> str:
    """A sound value as RFC 8785 writes it, or with members in the order they have."""
    if isinstance(value, dict):
        names = sorted(value, key=_utf16) if sort else value
        return "{" + ",".join(f"{_plain(it)}:{write_json(value[it], sort=sort)}" for it in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(write_json(it, sort=sort) for it in value) + "]"
    number = as_double(value)
    return _plain(value) if number is None else _number_json(number)


def canonical(value: Json) -> bytes:
    return write_json(value).encode()


def _utf16(name: str) -> bytes:
    """RFC 8785 sorts by UTF-16 code units, and Python by code points."""
    return name.encode("utf-16-be")


def _plain(value: str | bool | None) -> str:
    return json.dumps(value, ensure_ascii=False)


def _number_json(number: float) -> str:
    """Number::toString of ECMA-262."""
    if number == 0:
        return "0"  # also for -0
    # Python's repr has the fewest digits that give the same double, as ECMAScript has.
    _, found, exponent = Decimal(repr(abs(number))).as_tuple()
    point = len(found) + int(exponent)  # how many digits stand before the point
    digits = "".join(map(str, found)).rstrip("0")
    if len(digits) <= point <= 21:
        written = digits.ljust(point, "0")
    elif 0 < point <= 21:
        written = f"{digits[:point]}.{digits[point:]}"
    elif -6 < point <= 0:
        written = f"0.{'0' * -point}{digits}"
    else:
        written = f"{digits[0]}{'.' * (len(digits) > 1)}{digits[1:]}e{point - 1:+d}"
    return "-" * (number < 0) + written


# --- Small forms ----------------------------------------------------------------------

_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_HASH: Final = re.compile("[0-9a-f]{64}")
_TIME: Final = re.compile(
    "2[0-9]{3}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9][.][0-9]{3}Z"
)
_BASE64URL: Final = re.compile("[A-Za-z0-9_-]*")


def is_text(value: Json) -> TypeGuard[str]:
    return isinstance(value, str) and _SURROGATE.search(value) is None


def is_hash(value: Json) -> TypeGuard[str]:
    return isinstance(value, str) and _HASH.fullmatch(value) is not None


def as_double(value: Json) -> float | None:
    """A finite number; None for everything else, as `true`."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return float(value) if math.isfinite(value) else None
    except OverflowError:
        return None


def as_whole(value: Json) -> int | None:
    number = as_double(value)
    return int(number) if number is not None and number.is_integer() and number < 2**53 else None


def is_whole(value: Json, least: int) -> bool:
    number = as_whole(value)
    return number is not None and number >= least


def as_time(value: Json) -> datetime | None:
    if not isinstance(value, str) or not _TIME.fullmatch(value):
        return None
    try:
        return datetime.fromisoformat(value)  # knows which days exist
    except ValueError:
        return None


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def from_base64url(text: Json) -> bytes | None:
    """The bytes, if this is their one spelling."""
    if not isinstance(text, str) or not _BASE64URL.fullmatch(text) or len(text) % 4 == 1:
        return None
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    return data if base64url(data) == text else None


def is_list_of(items: Json, is_good: Callable[[Json], bool]) -> bool:
    return isinstance(items, list) and all(map(is_good, items))


def has_members(value: Json, needed: Iterable[str], others: Iterable[str] = ()) -> TypeGuard[Object]:
    """An object with these members, perhaps those others, never null, and no more."""
    needed, others = set(needed), set(others)
    return (
        isinstance(value, dict)
        and needed <= value.keys() <= needed | others
        and all(value[name] is not None for name in others & value.keys())
    )


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


# --- Public keys ----------------------------------------------------------------------

_P: Final = 2**255 - 19
_SMALL_ORDER: Final = (0, 1, _P - 1) + tuple(
    int.from_bytes(bytes.fromhex(y), "little")
    for y in (
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    )
)


@dataclass(frozen=True)
class Key:
    kid: str
    public: bytes
    created_at: datetime | None
    until: datetime | None

    def has_signed(self, signature: bytes, data: bytes) -> bool:
        # The highest bit is a sign. RFC 8032 has no point whose y is not below p.
        y = int.from_bytes(self.public, "little") % 2**255
        if y >= _P or y in _SMALL_ORDER:
            return False
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, data)
        except (InvalidSignature, ValueError):
            return False
        return True

    def signed_at(self, at: datetime) -> bool:
        """Whether that is in its time, with some seconds for clocks that differ."""
        return (self.created_at is None or at >= self.created_at - timedelta(seconds=305)) and (
            self.until is None or at <= self.until + timedelta(seconds=5)
        )


@dataclass(frozen=True)
class KeySet:
    keys: tuple[Key, ...] = ()
    deployment: str | None = None


def read_keys(value: Json) -> KeySet:
    """The keys of a JWK Set. One of another form holds none."""
    if not isinstance(value, dict) or not isinstance(value.get("keys"), list):
        return KeySet()
    if "deployment" in value and not is_text(value["deployment"]):
        return KeySet()
    keys: list[Key] = []
    for item in value["keys"]:
        # The list begins with the newest: each took over from the one behind it.
        key = _read_key(item, keys[-1].created_at if keys else None)
        if key is None:
            return KeySet()
        keys.append(key)
    if len({key.kid for key in keys}) < len(keys):
        return KeySet()
    return KeySet(tuple(keys), value.get("deployment"))


def _read_key(value: Json, successor_came: datetime | None) -> Key | None:
    if not isinstance(value, dict) or value.get("kty") != "OKP" or value.get("crv") != "Ed25519":
        return None
    public = from_base64url(value.get("x"))
    if public is None or len(public) != 32:
        return None
    kid = base64url(sha256(b'{"crv":"Ed25519","kty":"OKP","x":"%s"}' % value["x"].encode()))
    times = {name: as_time(value[name]) for name in ("createdAt", "until") if name in value}
    if value.get("kid") != kid or None in times.values():
        return None
    return Key(kid, public, times.get("createdAt"), times.get("until", successor_came))


# --- Checkpoints ----------------------------------------------------------------------

_DEPLOYMENT: Final = re.compile("dep_[0-9a-f]{32}")
_PREVIOUS: Final = re.compile("([0-9]{1,15}):([0-9a-f]{64})")


@dataclass(frozen=True)
class Checkpoint:
    issuer: str
    workspace: str
    seq: int
    hash: str
    at: datetime
    before: int  # the number of the newest event of the checkpoint before
    hash_before: str
    root: bytes | None


def read_checkpoint(text: str, keys: KeySet) -> Checkpoint | None:
    """What a checkpoint says, if one of the keys has signed it in its time."""
    parts = text.split(".")
    if len(text) > 16_384 or len(parts) != 3:
        return None
    header, payload, signature = map(from_base64url, parts)
    if payload is None or signature is None:
        return None
    key = next((key for key in keys.keys if header == _header(key)), None)
    if key is None or not key.has_signed(signature, text.rpartition(".")[0].encode()):
        return None
    checkpoint = _read_claims(payload)
    return checkpoint if checkpoint is not None and key.signed_at(checkpoint.at) else None


def _header(key: Key) -> bytes:
    return b'{"alg":"EdDSA","typ":"earshot-checkpoint+jwt","kid":"%s"}' % key.kid.encode()


def _read_claims(payload: bytes) -> Checkpoint | None:
    try:
        claims = read_json(payload)
    except ValueError:
        return None
    if not isinstance(claims, dict):
        return None
    issuer, workspace, hash_ = claims.get("iss"), claims.get("workspace"), claims.get("hash")
    seq, at, root = as_whole(claims.get("seq")), as_time(claims.get("at")), claims.get("root")
    # Without `previous` the log begins here.
    previous = claims.get("previous", "0:" + "0" * 64)
    before = _PREVIOUS.fullmatch(previous) if isinstance(previous, str) else None
    if not isinstance(issuer, str) or not _DEPLOYMENT.fullmatch(issuer) or claims.get("aud") != issuer:
        return None
    if not is_text(workspace) or not is_hash(hash_) or seq is None or seq < 0 or at is None:
        return None
    if before is None or ("root" in claims and not is_hash(root)):
        return None
    return Checkpoint(
        issuer, workspace, seq, hash_, at, int(before[1]), before[2], bytes.fromhex(root) if root else None
    )


# --- Events ---------------------------------------------------------------------------

_EVENT_MEMBERS: Final = ("workspace", "seq", "type", "at", "actor", "subject", "agent", "data")
_EVENT_OPTIONAL: Final = ("actor", "agent", "data")
_FACT_NAME: Final = re.compile("[A-Za-z]{1,64}")
_FIRST_FACTS: Final = (
    "digest", "via", "message", "name", "kind", "version", "from", "run", "error", "level",
    "rule", "revision", "permission", "grant", "unattended", "soleOperator", "steppedUp",
    "edited", "passkey", "withdrawn", "channel", "delivery", "session", "role", "owner",
    "words", "pending", "count", "told", "stood", "until", "key", "hand", "madeBy",
    "decidedAt", "service",
)  # fmt: skip


def is_event(value: Json) -> bool:
    """Whether it has the form of an event, each member in its place."""
    if not has_members(value, set(_EVENT_MEMBERS) - set(_EVENT_OPTIONAL), _EVENT_OPTIONAL):
        return False
    facts = value.get("data", {})
    return (
        _begins_in_order(value, _EVENT_MEMBERS)
        and is_whole(value["seq"], 1)
        and all(is_text(value[name]) for name in value if name not in ("seq", "data"))
        and isinstance(facts, dict)
        and _begins_in_order(facts, _FIRST_FACTS)
        and all(_FACT_NAME.fullmatch(name) for name in facts)
        and all(isinstance(it, str | bool) or as_whole(it) is not None for it in facts.values())
    )


def _begins_in_order(members: Object, order: Sequence[str]) -> bool:
    """Whether those of the order that are there stand first, and as it has them."""
    expected = [name for name in order if name in members]
    return list(members)[: len(expected)] == expected


def fact(event: Object, name: str) -> Json:
    """None where there is none."""
    return event.get("data", {}).get(name)


def is_in_tree(event: Object, path: Sequence[str], checkpoint: Checkpoint) -> bool:
    """Whether the path leads from the event to the root (RFC 9162, section 2.1.3.2)."""
    node = int(event["seq"]) - 1 - checkpoint.before
    last = checkpoint.seq - checkpoint.before - 1
    if not 0 <= node <= last:
        return False
    body = write_json({"v": 1, **event}, sort=False).encode()
    reached = sha256(b"\0" + body)
    for beside in map(bytes.fromhex, path):
        if last == 0:
            return False  # the path goes on above the root
        if node % 2 == 1 or node == last:
            reached = sha256(b"\1" + beside + reached)
            while node % 2 == 0 and node != 0:
                # At the right edge: levels where it has nobody beside it take no hash.
                node, last = node // 2, last // 2
        else:
            reached = sha256(b"\1" + reached + beside)
        node, last = node // 2, last // 2
    return last == 0 and reached == checkpoint.root


# --- Digests --------------------------------------------------------------------------


def action_digest(action: Object) -> str | None:
    version = as_double(action.get("v"))
    if version not in (1, 2):
        return None
    return sha256(b"earshot.action.v%d\0" % int(version) + canonical(action)).hex()


def words_digest(salt: str, value: Json) -> str:
    return base64url(sha256(b"earshot.content.v1\0" + salt.encode() + b"\0" + canonical(value)))


def text_digest(value: Object) -> str:
    """The digest of a policy or a permission."""
    return base64url(sha256(canonical(value)))


# --- A proof --------------------------------------------------------------------------

_NEEDED: Final = ("v", "request", "checkpoints", "events", "said", "policies")
_OPTIONAL: Final = ("keys", "salt", "action", "asked", "permission")
_OBJECTS: Final = ("keys", "action", "asked", "permission")

_OF_OTHERS: Final = ("principal.created", "policy.changed", "permission.given")
_NAMING: Final = (
    "request.created", "request.approval_voted", "request.approved", "request.rejected",
    "request.responded", "request.edited", "request.vote_revoked", "request.revoked",
    "grant.minted", "grant.redeemed",
)  # fmt: skip


@dataclass(frozen=True)
class Proved:
    """What a good proof shows, besides what stands in it."""

    deployment: str
    workspace: str
    events: tuple[int, ...]  # their numbers
    other_forms: tuple[int, ...]  # those that name a form of the action that is not here


def check_proof(proof: Json, keys: Json) -> Proved:
    """Checks a proof by a JWK Set. Returns what it proves, or raises Fault."""
    check_form(proof)
    checkpoints = check_checkpoints(proof, read_keys(keys))
    check_one_log(checkpoints)
    check_events(proof, checkpoints)
    events = [item["event"] for item in proof["events"]]
    check_request(proof, events)
    other_forms = check_action(proof, events)
    check_said(proof, events)
    check_policies(proof, events)
    check_permission(proof, events)
    # One event created the request, so there is a checkpoint.
    first, numbers = checkpoints[0], tuple(int(event["seq"]) for event in events)
    return Proved(first.issuer, first.workspace, numbers, other_forms)


def check_form(proof: Json) -> None:
    """1. The proof has its form."""
    demand(
        is_sound(proof)
        and has_members(proof, _NEEDED, _OPTIONAL)
        and as_double(proof["v"]) == 1
        and is_text(proof["request"])
        and is_text(proof.get("salt", ""))
        and all(isinstance(proof.get(name, {}), dict) for name in _OBJECTS)
        and is_list_of(proof["checkpoints"], is_text)
        and is_list_of(proof["events"], _is_entry)
        and is_list_of(proof["said"], _is_said)
        and is_list_of(proof["policies"], lambda policy: isinstance(policy, dict)),
        "malformed",
    )
    numbers = [item["event"]["seq"] for item in proof["events"]]
    demand(all(a < b for a, b in zip(numbers, numbers[1:])), "malformed")


def _is_entry(item: Json) -> bool:
    return (
        has_members(item, ["event", "checkpoint", "path"])
        and is_event(item["event"])
        and is_whole(item["checkpoint"], 0)
        and is_list_of(item["path"], is_hash)
    )


def _is_said(item: Json) -> bool:
    return (
        has_members(item, ["seq", "fact", "value"])
        and as_whole(item["seq"]) is not None
        and item["fact"] in ("digest", "words")
    )


def check_checkpoints(proof: Object, keys: KeySet) -> list[Checkpoint]:
    """2. Each checkpoint is signed, and of the deployment."""
    checkpoints = []
    for text in proof["checkpoints"]:
        checkpoint = read_checkpoint(text, keys)
        if checkpoint is None:
            raise Fault("not_signed")
        demand(keys.deployment in (None, checkpoint.issuer), "elsewhere")
        checkpoints.append(checkpoint)
    return checkpoints


def check_one_log(checkpoints: Sequence[Checkpoint]) -> None:
    """3. The checkpoints are of one log, in whatever order they stand."""
    demand(len({(it.issuer, it.workspace) for it in checkpoints}) <= 1, "elsewhere")
    by_seq = sorted(checkpoints, key=lambda it: it.seq)
    for earlier, later in zip(by_seq, by_seq[1:]):
        follows = (later.before, later.hash_before) == (earlier.seq, earlier.hash)
        demand(later.before > earlier.seq or follows, "elsewhere")


def check_events(proof: Object, checkpoints: Sequence[Checkpoint]) -> None:
    """4. Each event stands in the tree of its checkpoint."""
    for item in proof["events"]:
        demand(item["checkpoint"] < len(checkpoints), "malformed")
        checkpoint, event = checkpoints[int(item["checkpoint"])], item["event"]
        demand(event["workspace"] == checkpoint.workspace, "not_in_log")
        demand(is_in_tree(event, item["path"], checkpoint), "not_in_log")


def check_request(proof: Object, events: Sequence[Object]) -> None:
    """5. The events are those of the request, of which the first, and no other, created it."""
    for event in events:
        demand(event["subject"] == proof["request"] or event["type"] in _OF_OTHERS, "other_request")
    types = [event["type"] for event in events if event["type"] not in _OF_OTHERS]
    demand(types[:1] == ["request.created"] and types.count("request.created") == 1, "other_request")


def check_action(proof: Object, events: Sequence[Object]) -> tuple[int, ...]:
    """6. The action is what the events name last, `asked` what they name first.

    Returns the numbers of the events that name another form of it.
    """
    code = "other_action"
    kind = next(fact(event, "kind") for event in events if event["type"] == "request.created")
    if "action" not in proof:
        erased = any(event["type"] == "request.erased" for event in events)
        demand("asked" not in proof and (kind != "authorization" or erased), code)
    naming = [it for it in events if it["type"] in _NAMING and fact(it, "digest") is not None]
    named = [fact(event, "digest") for event in naming]
    here = {form: action_digest(proof[form]) for form in ("action", "asked") if form in proof}
    if "action" in here:
        demand(kind == "authorization" and named[-1:] == [here["action"]], code)
    if "asked" in here:
        demand(named[:1] == [here["asked"]] != named[-1:], code)
    if kind != "authorization":
        return ()
    return tuple(int(it["seq"]) for it in naming if fact(it, "digest") not in here.values())


def check_said(proof: Object, events: Sequence[Object]) -> None:
    """7. The words are those of their events."""
    by_seq = {event["seq"]: event for event in events}
    for said in proof["said"]:
        demand("salt" in proof and said["seq"] in by_seq, "other_words")
        digest = words_digest(proof["salt"], said["value"])
        demand(fact(by_seq[said["seq"]], said["fact"]) == digest, "other_words")


def check_policies(proof: Object, events: Sequence[Object]) -> None:
    """8. Each policy was put in force, and then the request was judged by it."""
    for policy in proof["policies"]:
        digest = text_digest(policy)
        is_changed = [it["type"] == "policy.changed" and fact(it, "revision") == digest for it in events]
        demand(_is_used_later(proof, events, is_changed, "revision", digest), "other_policy")


def check_permission(proof: Object, events: Sequence[Object]) -> None:
    """9. The permission was given, and then the request was decided by it."""
    if "permission" not in proof:
        return
    id_, digest = proof["permission"].get("id"), text_digest(proof["permission"])
    is_given = [
        it["type"] == "permission.given" and (it["subject"], fact(it, "digest")) == (id_, digest)
        for it in events
    ]
    demand(_is_used_later(proof, events, is_given, "permission", id_), "other_permission")


def _is_used_later(
    proof: Object, events: Sequence[Object], begins: Sequence[bool], name: str, value: str
) -> bool:
    """Whether behind an event that begins it, one of the request has it as that fact."""
    return True in begins and any(
        event["subject"] == proof["request"] and fact(event, name) == value
        for event in events[begins.index(True) + 1 :]
    )


# --- The vectors ----------------------------------------------------------------------


def changed(proof: Json, change: Object) -> Json:
    """The proof with one change. It copies along the path, and leaves the rest alone."""
    holder = whole = [proof]
    *way, last = [0, *(int(it) if isinstance(it, float) else it for it in change["path"])]
    for step in way:
        holder[step] = copy.copy(holder[step])
        holder = holder[step]
    if "to" not in change:
        del holder[last]
    elif isinstance(holder, list) and last == len(holder):
        holder.append(change["to"])
    else:
        holder[last] = change["to"]
    return whole[0]


def outcome(proof: Json, keys: Json) -> Object:
    """What a check comes to, in the words of the vectors."""
    try:
        proved = check_proof(proof, keys)
    except Fault as fault:
        return {"fault": fault.code}
    return {"workspace": proved.workspace, "events": list(proved.events)}


def disagreement(file: Json, vector: Json) -> str | None:
    """In what a vector and this program disagree; None if they agree."""
    try:
        proof = file["proofs"][vector["proof"]]
        for change in vector.get("changes", []):
            proof = changed(proof, change)
        keys, expected = file["keys"][vector["keys"]], vector["expected"]
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError):
        return "the vector has another form"
    got = outcome(proof, keys)
    return None if got == expected else f"expected {shown(expected)}, got {shown(got)}"


def run_vectors(path: str) -> bool:
    file = read_or_none(path)
    vectors = file.get("vectors") if isinstance(file, dict) else None
    vectors = vectors if isinstance(vectors, list) else []
    agreeing = 0
    for vector in vectors:
        found = disagreement(file, vector)
        agreeing += found is None
        if found is not None:
            print(f"{shown(vector.get('name') if isinstance(vector, dict) else vector)}: {found}")
    print(f"{agreeing} of {len(vectors)} vectors agree")
    return 0 < agreeing == len(vectors)


# --- The program ----------------------------------------------------------------------


def read_or_none(path: str) -> Json:
    """The JSON of a file; what is none is no proof and holds no keys, just as null."""
    with open(path, "rb") as file:
        data = file.read()
    try:
        return read_json(data)
    except ValueError:
        return None


def shown(value: Json) -> str:
    """As JSON, with escapes for what moves a cursor or turns the direction of a line."""
    if not is_sound(value):
        return "what no proof can hold"
    return "".join(it if _stays(it) else json.dumps(it)[1:-1] for it in write_json(value, sort=False))


def _stays(sign: str) -> bool:
    return sign.isprintable() and unicodedata.bidirectional(sign) not in ("R", "AL", "AN")


def run_proof(proof_path: str, keys_path: str) -> bool:
    proof, keys = read_or_none(proof_path), read_or_none(keys_path)
    try:
        proved = check_proof(proof, keys)
    except Fault as fault:
        print(f"not proved: {fault.code}")
        return False
    print(f"proved: what became of {shown(proof['request'])} in {shown(proved.workspace)}")
    print(f"deployment: {proved.deployment}")
    for item in proof["events"]:
        print(f"event: {shown(item['event'])}")
    for name in ("said", "policies"):
        for item in proof[name]:
            print(f"{name}: {shown(item)}")
    for name in ("asked", "action"):
        if name in proof:
            print(f"{name}: {shown(proof[name])} of the digest {action_digest(proof[name])}")
    if "permission" in proof:
        print(f"permission: {shown(proof['permission'])}")
    if proved.other_forms:
        print(f"of a form of the action that is not here: {', '.join(map(str, proved.other_forms))}")
    print("Whoever made the proof may have left events out.")
    return True


def main(arguments: Sequence[str]) -> int:
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # whatever the terminal can show
    try:
        if len(arguments) == 1:
            return 0 if run_vectors(arguments[0]) else 1
        if len(arguments) == 2:
            return 0 if run_proof(arguments[0], arguments[1]) else 1
    except OSError as error:
        print(f"cannot read a file: {ascii(str(error))}", file=sys.stderr)
        return 1
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

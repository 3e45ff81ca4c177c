"""Signed statements, version 1: a verifier of Earshot's signed decisions.

As a library: `follow_signers` goes through a chain of signers, `check_votes`
checks votes against it. Both raise `Fault`, and nothing else, for whatever a
server or a signer may have made up.

As a program: `python signed_statements.py VECTORS.json`.
"""

from __future__ import annotations

import base64
import datetime
import hashlib
import json
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import NamedTuple, NotRequired, TypedDict, TypeGuard

from cryptography.exceptions import InternalError, InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa, utils
from cryptography.hazmat.primitives.hashes import SHA256


class Fault(Exception):
    """The first fault of a chain (then with `seq`) or of votes (without)."""

    def __init__(self, code: str, seq: int | None = None) -> None:
        super().__init__(code if seq is None else f"{code} (entry {seq})")
        self.code = code
        self.seq = seq


# --- JSON -------------------------------------------------------------------

_SPACE = re.compile(r"[ \t\n\r]*")
_TOKEN = re.compile(
    r'(?P<string>"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})[^"\\\x00-\x1f]*)*")'
    r"|(?P<number>-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<word>true|false|null)"
    r"|(?P<mark>[\[\]{},:])"
)
_WORDS: Mapping[str, object] = {"true": True, "false": False, "null": None}


def read_json(text: str) -> object:
    """The value of a JSON text (RFC 8259, and nothing more lenient), or ValueError.

    It keeps its own stack, so that no depth of nesting can exhaust Python's. Of
    a member that stands twice the last counts. A number too large for a double
    is infinite, as elsewhere.
    """
    root: list[object] = []
    open_containers: list[list[object] | dict[str, object]] = []
    names: list[str] = []  # of each open object: the member that is being read
    expect = "value"  # or: first (value or ]), name, first_name (name or }), colon, next, end
    position = _skip(text, 0)

    while position < len(text):
        found = _TOKEN.match(text, position)
        if found is None:
            raise ValueError("not JSON")
        token, kind = found.group(), found.lastgroup
        position = _skip(text, found.end())
        value: object

        if expect in ("name", "first_name") and kind == "string":
            names.append(str(json.loads(token)))
            expect = "colon"
            continue
        if expect == "colon" and token == ":":
            expect = "value"
            continue
        if expect == "next" and token == ",":
            expect = "name" if isinstance(open_containers[-1], dict) else "value"
            continue
        if (token == "]" and (expect == "first" or expect == "next" and isinstance(open_containers[-1], list))) or (
            token == "}" and (expect == "first_name" or expect == "next" and isinstance(open_containers[-1], dict))
        ):
            open_containers.pop()
            expect = "next" if open_containers else "end"
            continue
        if expect not in ("value", "first"):
            raise ValueError("not JSON")

        container: list[object] | dict[str, object] | None = None
        if kind == "string":
            value = json.loads(token)
        elif kind == "number":
            value = int(token) if len(token) <= 15 and token.lstrip("-").isdecimal() else float(token)
        elif kind == "word":
            value = _WORDS[token]
        elif token == "[":
            value = container = []
        elif token == "{":
            value = container = {}
        else:
            raise ValueError("not JSON")

        if not open_containers:
            root.append(value)
        elif isinstance(parent := open_containers[-1], list):
            parent.append(value)
        else:
            parent[names.pop()] = value
        if container is not None:
            open_containers.append(container)
            expect = "first" if token == "[" else "first_name"
        else:
            expect = "next" if open_containers else "end"

    if expect != "end":
        raise ValueError("not JSON")
    return root[0]


def _skip(text: str, position: int) -> int:
    found = _SPACE.match(text, position)
    return position if found is None else found.end()


def canonical(value: object) -> bytes:
    """The canonical bytes (RFC 8785) of a JSON value, or ValueError where there are none."""
    return _canonical_text(value).encode("utf-8")


def _canonical_text(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return _canonical_number(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)  # escapes what RFC 8785 escapes, as it does
    if isinstance(value, list):
        return "[" + ",".join(map(_canonical_text, value)) + "]"
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: str(name).encode("utf-16-be"))
        return "{" + ",".join(f"{_canonical_text(name)}:{_canonical_text(value[name])}" for name in names) + "}"
    raise ValueError("not JSON")


def _canonical_number(value: int | float) -> str:
    """A number as ECMAScript writes it, from the shortest digits that make the double."""
    try:
        double = float(value)
    except OverflowError:
        raise ValueError("not a double") from None
    if double != double or double in (float("inf"), float("-inf")):
        raise ValueError("not a number of JSON")
    if double == 0:
        return "0"
    sign = "-" if double < 0 else ""
    _, all_digits, exponent = Decimal(repr(abs(double))).as_tuple()
    if not isinstance(exponent, int):
        raise ValueError("not a number of JSON")
    point = len(all_digits) + exponent  # where the decimal point stands among the digits
    digits = "".join(map(str, all_digits)).rstrip("0")
    count = len(digits)
    if count <= point <= 21:
        return sign + digits + "0" * (point - count)
    if 0 < point <= 21:
        return sign + digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return sign + "0." + "0" * -point + digits
    fraction = "." + digits[1:] if count > 1 else ""
    return f"{sign}{digits[0]}{fraction}e{'+' if point > 0 else '-'}{abs(point - 1)}"


def _digest(prefix: str, value: object) -> bytes:
    """H(prefix, value) of the specification."""
    return hashlib.sha256(prefix.encode("ascii") + b"\0" + canonical(value)).digest()


def _to_base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


_BASE64URL = re.compile(r"[A-Za-z0-9_-]*")


def _from_base64url(text: str) -> bytes | None:
    """The bytes of base64url without padding, in its one spelling, else None."""
    if _BASE64URL.fullmatch(text) is None or len(text) % 4 == 1:
        return None
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    return data if _to_base64url(data) == text else None


# --- Forms ------------------------------------------------------------------

Check = Callable[[object], bool]


def _members(value: object, form: Mapping[str, Check]) -> bool:
    """Whether a value is an object of these members and no others; `name?` may be absent."""
    if type(value) is not dict:
        return False
    seen = 0
    for spelled, check in form.items():
        name = spelled.removesuffix("?")
        if name in value:
            if not check(value[name]):
                return False
            seen += 1
        elif name == spelled:
            return False
    return seen == len(value)


def _like(pattern: str, longest: int = 512) -> Check:
    compiled = re.compile(pattern)
    return lambda value: type(value) is str and len(value) <= longest and compiled.fullmatch(value) is not None


def _one_of(*texts: str) -> Check:
    return lambda value: type(value) is str and value in texts


def _bytes(least: int, most: int) -> Check:
    def check(value: object) -> bool:
        if type(value) is not str or len(value) > (most * 4 + 2) // 3:
            return False
        data = _from_base64url(value)
        return data is not None and least <= len(data) <= most

    return check


def _is_one(value: object) -> bool:
    return type(value) in (int, float) and value == 1


def _is_seq(value: object) -> bool:
    return (type(value) is int or type(value) is float) and 1 <= value < 2**53 and value == int(value)


def _is_bool(value: object) -> bool:
    return type(value) is bool


_NOT_IN_A_NAME = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def _is_name(value: object) -> bool:
    if type(value) is not str or not 1 <= len(value) <= 256 or _NOT_IN_A_NAME.search(value):
        return False
    return len(value) + sum(character > "\uffff" for character in value) <= 256


_TIME = re.compile(r"2[0-9]{3}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z")
_DAY = datetime.timedelta(days=1)


def _moment(time: str) -> datetime.datetime:
    """The moment of a time, or ValueError if it is none that exists."""
    if _TIME.fullmatch(time) is None:
        raise ValueError("not a time")
    return datetime.datetime.fromisoformat(time[:-1])


def _between(earlier: str, later: str) -> datetime.timedelta:
    """How long it is from one time to another; negative if they are the other way round."""
    return _moment(later) - _moment(earlier)


def _is_time(value: object) -> bool:
    try:
        return type(value) is str and bool(_moment(value))
    except ValueError:
        return False


_is_hash = _like(r"[0-9a-f]{64}")
_is_deployment = _like(r"dep_[0-9a-f]{32}")
_is_person = _like(r"prn_[a-z0-9]{1,64}")
_is_request = _like(r"req_[a-z0-9]{1,64}")
_is_signer_id = _like(r"sig_[0-9a-f]{32}")

_LABEL = r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?"

# Keys of small order: anybody can sign with these.
_ED25519_P = 2**255 - 19
_ORDER_8 = (
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
)
_SMALL_ORDER = {0, 1, _ED25519_P - 1} | {int.from_bytes(bytes.fromhex(y), "little") for y in _ORDER_8}


def _is_ed25519_x(value: object) -> bool:
    data = _from_base64url(value) if type(value) is str else None
    if data is None or len(data) != 32:
        return False
    y = int.from_bytes(data, "little") & (2**255 - 1)
    return y < _ED25519_P and y not in _SMALL_ORDER


_OKP: Mapping[str, Check] = {"kty": _one_of("OKP"), "crv": _one_of("Ed25519"), "x": _is_ed25519_x}
_EC: Mapping[str, Check] = {"kty": _one_of("EC"), "crv": _one_of("P-256"), "x": _bytes(32, 32), "y": _bytes(32, 32)}


def _is_modulus(value: object) -> bool:
    data = _from_base64url(value) if type(value) is str else None
    return data is not None and 256 <= len(data) <= 1024 and data[0] >= 0x80 and data[-1] % 2 == 1


_RSA: Mapping[str, Check] = {"kty": _one_of("RSA"), "n": _is_modulus, "e": _one_of("AQAB")}


class Jwk(TypedDict):
    """The public key of a signer."""

    kty: str
    crv: NotRequired[str]
    x: NotRequired[str]
    y: NotRequired[str]
    n: NotRequired[str]
    e: NotRequired[str]


class Signer(TypedDict):
    """A signer: a device's key, or a passkey."""

    grade: str
    key: Jwk
    kept: NotRequired[str]
    rpId: NotRequired[str]
    origin: NotRequired[str]
    credential: NotRequired[str]


def _is_jwk(value: object) -> bool:
    return _members(value, _OKP) or _members(value, _EC) or _members(value, _RSA)


_DEVICE: Mapping[str, Check] = {
    "grade": _one_of("device"),
    "kept": _one_of("browser", "file"),
    "key": lambda value: _members(value, _OKP),
}
_PASSKEY: Mapping[str, Check] = {
    "grade": _one_of("passkey"),
    "key": _is_jwk,
    "rpId": _like(rf"{_LABEL}(?:\.{_LABEL})*", 253),
    "origin": _like(r"https?://[a-z0-9.-]+(?::[0-9]{1,5})?", 512),
    "credential": _bytes(1, 1023),
}


def _is_signer(value: object) -> TypeGuard[Signer]:
    if type(value) is not dict or not _members(value, _PASSKEY):
        return _members(value, _DEVICE)
    scheme, _, host_and_port = str(value["origin"]).partition("://")
    host, rp_id = host_and_port.partition(":")[0], str(value["rpId"])
    return (host == rp_id or host.endswith("." + rp_id)) and (scheme == "https" or host == "localhost")


Statement = TypedDict(
    "Statement",
    {
        "v": int,
        "purpose": str,
        "deployment": str,
        "workspace": str,
        "voter": str,
        "signer": str,
        "head": NotRequired[str],
        "nonce": str,
        "at": str,
        "until": str,
        "request": NotRequired[str],
        "verdict": NotRequired[str],
        "action": NotRequired[str],
        "args": NotRequired[str],
        "as": NotRequired[str],
        "name": NotRequired[str],
        "key": NotRequired[Signer],
        "person": NotRequired[str],
        "enrol": NotRequired[str],
        "ended": NotRequired[str],
        "owner": NotRequired[bool],
    },
)

_SHOWN: Mapping[str, Check] = {
    "blocks": _is_hash,
    "renderer": _like(r"[a-z]+/[0-9]+", 32),
    "language": _like(r"[A-Za-z0-9-]{1,35}"),
}

_COMMON: Mapping[str, Check] = {
    "v": _is_one,
    "purpose": lambda value: type(value) is str,
    "deployment": _is_deployment,
    "workspace": _is_name,
    "voter": _is_person,
    "signer": _is_signer_id,
    "head?": _is_hash,
    "nonce": _like(r"[A-Za-z0-9_-]{22,64}"),
    "at": _is_time,
    "until": _is_time,
}

_PURPOSES: Mapping[str, Mapping[str, Check]] = {
    "earshot.vote": {
        "request": _is_request,
        "verdict": _one_of("approve", "reject"),
        "action": _is_hash,
        "args?": _is_hash,
        "shown": lambda value: _members(value, _SHOWN),
        "reason?": _is_hash,
        "revision": _is_name,
        "rule": _is_name,
    },
    "earshot.permission": {"permission": _is_hash, "revision": _is_name},
    "earshot.policy": {"text": _is_hash, "former?": _is_name},
    "earshot.key": {"terms": _is_hash},
    "earshot.enrol": {
        "as": _one_of("root", "own", "introduction", "recovery"),
        "name": _is_name,
        "key": _is_signer,
    },
    "earshot.admit": {
        "as": _one_of("own", "introduction", "recovery"),
        "person": _is_person,
        "enrol": _is_hash,
    },
    "earshot.end": {"person": _is_person, "ended": _is_signer_id},
    "earshot.owner": {"person": _is_person, "owner": _is_bool},
}


_OF_SIGNERS = ("earshot.enrol", "earshot.admit", "earshot.end", "earshot.owner")


def _is_statement(value: object) -> TypeGuard[Statement]:
    if type(value) is not dict:
        return False
    purpose = value.get("purpose")
    if type(purpose) is not str or purpose not in _PURPOSES:
        return False
    if not _members(value, {**_COMMON, **_PURPOSES[purpose]}):
        return False
    begins = purpose == "earshot.enrol" and value["as"] == "root"
    if begins is ("head" in value):  # who begins a chain has seen nothing, and everybody else has
        return False
    most = 3 if purpose in _OF_SIGNERS else 31
    return datetime.timedelta(0) < _between(value["at"], value["until"]) <= most * _DAY


class Proof(TypedDict):
    """A proof: a device's signature, or a passkey's assertion."""

    grade: str
    signature: str
    authenticatorData: NotRequired[str]
    clientDataJSON: NotRequired[str]


class Signed(TypedDict):
    """A statement with its proof."""

    statement: Statement
    proof: Proof


_DEVICE_PROOF: Mapping[str, Check] = {"grade": _one_of("device"), "signature": _bytes(64, 64)}
_PASSKEY_PROOF: Mapping[str, Check] = {
    "grade": _one_of("passkey"),
    "authenticatorData": _bytes(37, 1024),
    "clientDataJSON": _bytes(2, 1024),
    "signature": _bytes(8, 1024),
}


def _is_proof(value: object) -> bool:
    return _members(value, _DEVICE_PROOF) or _members(value, _PASSKEY_PROOF)


def _is_signed(value: object) -> TypeGuard[Signed]:
    return _members(value, {"statement": _is_statement, "proof": _is_proof})


class Entry(TypedDict):
    """An entry of the chain of signers."""

    v: int
    deployment: str
    workspace: str
    seq: int
    previous: NotRequired[str]
    at: str
    change: str
    signed: list[Signed]


_ENTRY: Mapping[str, Check] = {
    "v": _is_one,
    "deployment": _is_deployment,
    "workspace": _is_name,
    "seq": _is_seq,
    "previous?": _is_hash,
    "at": _is_time,
    "change": _one_of("root", "own", "introduction", "recovery", "end", "owner", "lost"),
    "signed": lambda value: type(value) is list and 1 <= len(value) <= 3 and all(map(_is_signed, value)),
}


def _is_entry(value: object) -> TypeGuard[Entry]:
    return _members(value, _ENTRY)


class Wanted(TypedDict):
    """What a verifier of votes knows; `at` is the time at which the action runs."""

    request: str
    action: str
    grade: str
    count: int
    at: str


_WANTED: Mapping[str, Check] = {
    "request": _is_request,
    "action": _is_hash,
    "grade": _one_of("device", "passkey"),
    "count": _is_seq,
    "at": _is_time,
}


def is_wanted(value: object) -> TypeGuard[Wanted]:
    """Whether a value is in the form of what `check_votes` is to be told."""
    return _members(value, _WANTED)


# --- Signatures -------------------------------------------------------------


def _signer_id(signer: Signer) -> str:
    return "sig_" + _digest("earshot.signer.v1", signer).hex()[:32]


def _strength(signer: Signer) -> int:
    if signer["grade"] == "passkey":
        return 3
    return 2 if signer.get("kept") == "file" else 1


def _part(text: str | None) -> bytes:
    """The bytes of a part whose form has been checked."""
    data = None if text is None else _from_base64url(text)
    if data is None:
        raise ValueError("not in its form")
    return data


def _check_signature(key: Jwk, signature: bytes, message: bytes) -> None:
    """Raise InvalidSignature or ValueError unless this is the key's signature."""
    if key["kty"] == "OKP":
        ed25519.Ed25519PublicKey.from_public_bytes(_part(key.get("x"))).verify(signature, message)
    elif key["kty"] == "EC":
        if utils.encode_dss_signature(*utils.decode_dss_signature(signature)) != signature:
            raise ValueError("not DER")
        point = b"\x04" + _part(key.get("x")) + _part(key.get("y"))
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        public.verify(signature, message, ec.ECDSA(SHA256()))
    else:
        modulus = int.from_bytes(_part(key.get("n")), "big")
        rsa_key = rsa.RSAPublicNumbers(65537, modulus).public_key()
        rsa_key.verify(signature, message, padding.PKCS1v15(), SHA256())


def _check_assertion(signer: Signer, proof: Proof, digest: bytes) -> None:
    """Raise ValueError or InvalidSignature unless this is a good assertion of the passkey."""
    authenticator_data = _part(proof.get("authenticatorData"))
    client_data_json = _part(proof.get("clientDataJSON"))

    client = read_json(client_data_json.decode("utf-8"))
    if (
        type(client) is not dict
        or client.get("type") != "webauthn.get"
        or client.get("challenge") != _to_base64url(digest)
        or client.get("origin") != signer.get("origin")
        or client.get("crossOrigin", False) is not False
        or "topOrigin" in client
    ):
        raise ValueError("not an assertion of this statement")

    if authenticator_data[:32] != hashlib.sha256(signer.get("rpId", "").encode("ascii")).digest():
        raise ValueError("of another relying party")
    if authenticator_data[32] & 0x05 != 0x05:
        raise ValueError("nobody was there")

    message = authenticator_data + hashlib.sha256(client_data_json).digest()
    _check_signature(signer["key"], _part(proof["signature"]), message)


def _is_good(signed: Signed, signer: Signer) -> bool:
    """Whether a proof is the signer's, of the statement that it stands with."""
    proof = signed["proof"]
    if proof["grade"] != signer["grade"]:
        return False
    try:
        digest = _digest("earshot.vote.v1", signed["statement"])
        if signer["grade"] == "device":
            _check_signature(signer["key"], _part(proof["signature"]), digest)
        else:
            _check_assertion(signer, proof, digest)
    except (InvalidSignature, ValueError, UnsupportedAlgorithm, InternalError):
        return False
    return True


# --- The chain of signers ---------------------------------------------------


@dataclass
class Held:
    """A signer that a person has or has had."""

    signer: Signer
    person: str
    since: str
    ended: str | None = None

    def in_force(self, voter: str, signed_at: str, at: str) -> bool:
        """Whether the voter had it when she signed, and it has not ended at a time."""
        return self.person == voter and self.since <= signed_at and (self.ended is None or self.ended > at)


@dataclass
class SignerSet:
    """What a chain says: who has which signers, and who are owners.

    If `pinned` is false, all of it is held on the server's word.
    """

    deployment: str
    workspace: str
    pinned: bool
    hashes: list[str] = field(default_factory=list)  # of the entries, in order
    signers: dict[str, Held] = field(default_factory=dict)  # by their ids, those that ended too
    names: dict[str, str] = field(default_factory=dict)  # of all who have had a signer
    owners: set[str] = field(default_factory=set)
    nonces: set[str] = field(default_factory=set)
    last_at: str = ""

    @property
    def fingerprint(self) -> str:
        return self.hashes[0]

    @property
    def head(self) -> str:
        return self.hashes[-1]

    def current(self, person: str | None = None) -> list[str]:
        """The ids of all signers (of a person) that have not ended, sorted."""
        return sorted(
            signer_id
            for signer_id, held in self.signers.items()
            if held.ended is None and person in (None, held.person)
        )


class Known(NamedTuple):
    """What whoever follows a chain has from elsewhere than the server."""

    now: str
    """The verifier's own clock."""
    pin: str | None = None
    """The fingerprint."""
    seen: tuple[str, str] | None = None
    """The hash of the newest entry that was seen before, and when it was seen."""


def follow_signers(entries: object, known: Known) -> SignerSet:
    """Go through a chain of signers; return what it says, or raise its first `Fault`.

    If a time that is known is not in its form, ValueError.
    """
    if type(entries) is not list or not entries:
        raise Fault("malformed", 1)
    state: SignerSet | None = None
    for number, entry in enumerate(entries, 1):
        try:
            state = _follow_entry(entry, number, state, known)
        except Fault as fault:
            raise Fault(fault.code, number) from None
    if state is None:
        raise Fault("malformed", 1)
    if known.seen is not None and known.seen[0] not in state.hashes:
        raise Fault("rolled_back", len(entries) + 1)
    return state


_SKEW = datetime.timedelta(minutes=5)


def _follow_entry(entry: object, number: int, state: SignerSet | None, known: Known) -> SignerSet:
    """Check an entry against what those before it say, and add what it says."""
    if not _is_entry(entry):
        raise Fault("malformed")
    digest = _digest("earshot.signers.v1", entry).hex()

    if state is None:
        _need(known.pin is None or digest == known.pin, "other_root")
        _need(entry["seq"] == 1 and "previous" not in entry and entry["change"] == "root", "out_of_order")
        state = SignerSet(entry["deployment"], entry["workspace"], known.pin is not None)
    else:
        _need(entry["seq"] == number and entry.get("previous") == state.head, "out_of_order")
        _need(entry["at"] >= state.last_at and entry["change"] != "root", "out_of_order")
    _need(_moment(entry["at"]) <= _moment(known.now) + _SKEW, "from_later")
    if known.seen is not None and known.seen[0] in state.hashes:
        _need(_moment(entry["at"]) >= _moment(known.seen[1]) - _SKEW, "from_earlier")

    for signed in entry["signed"]:
        _check_statement(signed, entry, state)
    statements = [signed["statement"] for signed in entry["signed"]]
    for statement in statements:
        _need(statement["nonce"] not in state.nonces, "used_again")
        state.nonces.add(statement["nonce"])
    _need(not state.pinned or entry["change"] != "lost", "lost_signers")
    for statement in statements:
        if statement["purpose"] != "earshot.enrol":
            _check_strongest(statement, state)

    if entry["change"] == "end":
        _end(statements, entry["at"], state)
    elif entry["change"] == "owner":
        _change_owner(statements, state)
    else:
        _let_in(statements, entry, state)
    state.hashes.append(digest)
    state.last_at = entry["at"]
    return state


def _need(condition: bool, code: str = "wrong_people") -> None:
    if not condition:
        raise Fault(code)


def _check_statement(signed: Signed, entry: Entry, state: SignerSet) -> None:
    """Check where, when and by whom a statement of an entry was signed."""
    statement = signed["statement"]
    place = (state.deployment, state.workspace)
    _need((statement["deployment"], statement["workspace"]) == place, "elsewhere")
    _need((entry["deployment"], entry["workspace"]) == place, "elsewhere")
    _need("head" not in statement or statement["head"] in state.hashes, "elsewhere")
    _need(statement["at"] <= entry["at"] <= statement["until"], "not_in_force")
    if statement["purpose"] == "earshot.enrol":
        signer = statement["key"]
    else:
        held = state.signers.get(statement["signer"])
        if held is None or not held.in_force(statement["voter"], statement["at"], entry["at"]):
            raise Fault("not_in_force")
        signer = held.signer
    _need(_signer_id(signer) == statement["signer"] and _is_good(signed, signer), "not_signed")


def _check_strongest(statement: Statement, state: SignerSet) -> None:
    """A person changes the chain by the strongest signer that she has."""
    strength = _strength(state.signers[statement["signer"]].signer)
    others = state.current(statement["voter"])
    _need(all(strength >= _strength(state.signers[other].signer) for other in others), "weaker")


def _let_in(statements: list[Statement], entry: Entry, state: SignerSet) -> None:
    """root, own, introduction, recovery, lost: a person gets a signer."""
    change = entry["change"]
    enrols = [statement for statement in statements if statement["purpose"] == "earshot.enrol"]
    admits = [statement for statement in statements if statement["purpose"] == "earshot.admit"]
    _need(len(enrols) == 1 and len(admits) == len(statements) - 1)
    enrol = enrols[0]
    person, new_id, new = enrol["voter"], enrol["signer"], enrol["key"]
    _need(enrol["as"] == ("recovery" if change == "lost" else change))
    digest = _digest("earshot.vote.v1", enrol).hex()
    for admit in admits:
        _need(admit["as"] == enrol["as"] and admit["person"] == person and admit["enrol"] == digest)
    _need(all(_key_text(held.signer) != _key_text(new) for held in state.signers.values()), "used_again")

    known = person in state.names
    if change == "root":
        _need(not admits)
        state.owners.add(person)
    elif change == "own":
        _check_own(admits, enrol, state)
    elif change == "lost":
        _need(known and len(admits) <= 1)
        _need(all(admit["voter"] in state.owners - {person} for admit in admits))
    else:
        _need(known == (change == "recovery"))
        _check_admits(admits, enrol, state)

    if change in ("recovery", "lost"):
        for signer_id in state.current(person):
            state.signers[signer_id].ended = entry["at"]
    state.signers[new_id] = Held(new, person, entry["at"])
    state.names[person] = enrol["name"]


def _key_text(signer: Signer) -> str | None:
    """By what two keys are the same: `x`, of Ed25519 without its highest bit, or `n`."""
    key = signer["key"]
    if key["kty"] != "OKP":
        return key.get("x", key.get("n"))
    x = bytearray(_part(key.get("x")))
    x[31] &= 0x7F
    return x.hex()


def _check_own(admits: list[Statement], enrol: Statement, state: SignerSet) -> None:
    """The person admits it herself, by a signer as strong; the only owner may wait for a day instead."""
    _need(len(admits) == 1)
    admit = admits[0]
    _need(admit["voter"] == enrol["voter"])
    if _strength(state.signers[admit["signer"]].signer) < _strength(enrol["key"]):
        _need(state.owners == {enrol["voter"]}, "weaker")
        _need(_between(enrol["at"], admit["at"]) >= _DAY, "too_soon")


def _check_admits(admits: list[Statement], enrol: Statement, state: SignerSet) -> None:
    """introduction, recovery: an owner and a second person admit; or the only owner, who waits for a day."""
    _need(1 <= len(admits) <= 2)
    first, others = admits[0], state.owners - {enrol["voter"]}
    _need(first["voter"] in others)
    if len(admits) == 1:
        _need(state.owners == {first["voter"]})
        _need(_between(enrol["at"], first["at"]) >= _DAY, "too_soon")
        return
    second = admits[1]
    _need(second["voter"] not in (first["voter"], enrol["voter"]))
    _need(len(others) < 2 or second["voter"] in others)


def _end(statements: list[Statement], at: str, state: SignerSet) -> None:
    """end: a signer of a person ends."""
    _need(all(statement["purpose"] == "earshot.end" for statement in statements))
    person, ended = statements[0]["person"], statements[0]["ended"]
    voters = {statement["voter"] for statement in statements}
    _need(all(statement["person"] == person and statement["ended"] == ended for statement in statements))
    _need(len(voters) == len(statements) and ended in state.current(person))
    least = 2 if person in state.owners else 1
    _need(voters == {person} or (voters <= state.owners and len(voters) >= least))
    state.signers[ended].ended = at


def _change_owner(statements: list[Statement], state: SignerSet) -> None:
    """owner: a person becomes an owner, or is one no longer."""
    _need(all(statement["purpose"] == "earshot.owner" for statement in statements))
    person, owner = statements[0]["person"], statements[0]["owner"]
    voters = {statement["voter"] for statement in statements}
    _need(all(statement["person"] == person and statement["owner"] is owner for statement in statements))
    _need(len(voters) == len(statements) and person in state.names)
    _need(owner is (person not in state.owners))
    least = min(2, len(state.owners))
    _need((voters <= state.owners and len(voters) >= least) or (not owner and voters == {person}))
    owners = state.owners | {person} if owner else state.owners - {person}
    _need(bool(owners))
    state.owners = owners


# --- Votes ------------------------------------------------------------------


def check_votes(votes: object, signer_set: SignerSet, wanted: Wanted) -> list[str]:
    """Check votes against a chain; return their voters, sorted, or raise the first `Fault`.

    `wanted` is the verifier's own knowledge: if it is not in its form, ValueError.
    """
    if not is_wanted(wanted):
        raise ValueError("wanted is not in its form")
    if type(votes) is not list:
        raise Fault("malformed")
    checked = [_check_vote(vote, signer_set, wanted) for vote in votes]
    _need(len({statement.get("args") for statement in checked}) <= 1, "other_action")
    voters = {statement["voter"] for statement in checked}
    _need(len(voters) >= wanted["count"], "too_few")
    return sorted(voters)


def _check_vote(vote: object, signer_set: SignerSet, wanted: Wanted) -> Statement:
    """Check one vote; return its statement."""
    if not _is_signed(vote) or vote["statement"]["purpose"] != "earshot.vote":
        raise Fault("malformed")
    statement = vote["statement"]
    place = (signer_set.deployment, signer_set.workspace)
    _need((statement["deployment"], statement["workspace"]) == place, "elsewhere")
    _need(statement.get("head") in signer_set.hashes, "elsewhere")
    _need(statement["at"] <= wanted["at"] <= statement["until"], "not_in_force")
    held = signer_set.signers.get(statement["signer"])
    if held is None or not held.in_force(statement["voter"], statement["at"], wanted["at"]):
        raise Fault("not_in_force")
    _need(_is_good(vote, held.signer), "not_signed")
    _need(statement["request"] == wanted["request"] and statement["action"] == wanted["action"], "other_action")
    _need(statement["verdict"] == "approve", "rejected")
    _need(wanted["grade"] != "passkey" or held.signer["grade"] == "passkey", "weaker")
    return statement


# --- The vectors ------------------------------------------------------------


def _run_vector(given: object) -> dict[str, object]:
    """What comes of the input of a vector, in the form of what is expected."""
    if type(given) is not dict:
        return {"error": "the input is not an object"}
    now, pin, seen = given.get("now"), given.get("pin"), given.get("seen")
    if type(now) is not str or not _is_time(now):
        return {"error": "now is not a time"}
    if pin is not None and not _is_hash(pin):
        return {"error": "the pin is not a hash"}
    if seen is not None and not _members(seen, {"head": _is_hash, "at": _is_time}):
        return {"error": "what was seen is not in its form"}
    sight = None if seen is None else (seen["head"], seen["at"])
    try:
        signer_set = follow_signers(given.get("entries"), Known(now, pin, sight))
        got: dict[str, object] = {"head": signer_set.head, "signers": signer_set.current()}
        if "votes" in given:
            wanted = given.get("wanted")
            if not is_wanted(wanted):
                return {"error": "what is wanted is not in its form"}
            got["voters"] = check_votes(given["votes"], signer_set, wanted)
        return got
    except Fault as fault:
        return {"fault": fault.code} if fault.seq is None else {"fault": fault.code, "seq": fault.seq}


def main(arguments: list[str]) -> int:
    """Check each vector of a file; 0 if all agree, 1 if not, 2 if it cannot be read."""
    if len(arguments) != 1:
        print("usage: python signed_statements.py VECTORS.json", file=sys.stderr)
        return 2
    try:
        with open(arguments[0], "rb") as file:
            vectors = read_json(file.read().decode("utf-8"))
    except (OSError, ValueError) as error:
        print(f"{arguments[0]}: {error}", file=sys.stderr)
        return 2
    if type(vectors) is not list or not all(type(vector) is dict for vector in vectors):
        print(f"{arguments[0]}: not a list of vectors", file=sys.stderr)
        return 2

    agreeing = 0
    for vector in vectors:
        expected, got = vector.get("expected"), _run_vector(vector.get("input"))
        if expected == got:
            agreeing += 1
        else:
            print(f"{vector.get('name')}: expected {json.dumps(expected)}, got {json.dumps(got)}")
    print(f"{agreeing} of {len(vectors)} vectors agree")
    return 0 if agreeing == len(vectors) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

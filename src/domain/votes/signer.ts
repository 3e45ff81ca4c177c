import { bytes, type Form, fits, oneOf, type Test, text } from "./form.ts";

/** How much a signer says of its person: `passkey`, that they were there; `device`, that their device was. */
export type Grade = "device" | "passkey";

/** The public part of a key as a JWK, with nothing beside what makes it (RFC 7517, RFC 8037). */
export type PublicJwk =
  | { readonly kty: "OKP"; readonly crv: "Ed25519"; readonly x: string }
  | { readonly kty: "EC"; readonly crv: "P-256"; readonly x: string; readonly y: string }
  | { readonly kty: "RSA"; readonly n: string; readonly e: string };

/**
 * A key that signs on a device in its person's name: kept by a browser that gives it to nobody, or in a
 * file under a passphrase that its person types for each signature.
 */
interface DeviceSigner {
  readonly grade: "device";
  readonly kept: "browser" | "file";
  readonly key: Extract<PublicJwk, { readonly kty: "OKP" }>;
}

/** A passkey, and the one page on which it signs. */
export interface PasskeySigner {
  readonly grade: "passkey";
  readonly key: PublicJwk;
  readonly rpId: string;
  readonly origin: string;
  /** The id of the credential, base64url. */
  readonly credential: string;
}

/**
 * What its id is made of: `sig_` and the first 32 hexadecimal digits of the SHA-256 of
 * `earshot.signer.v1`, NUL and the canonical bytes (RFC 8785). So the id names no other key.
 */
export type Signer = DeviceSigner | PasskeySigner;

export const SIGNER_ID = text(/^sig_[0-9a-f]{32}$/, 36);

const COORDINATE = bytes({ min: 32, max: 32 });

/**
 * The points of Ed25519 whose order is 8 or less, by their bytes without the highest bit: with such a key
 * anybody can sign.
 */
const WEAK_POINTS: ReadonlySet<string> = new Set([
  "00".repeat(32),
  `01${"00".repeat(31)}`,
  `ec${"ff".repeat(30)}7f`,
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
]);
/** What is no number below 2^255 - 19: other spellings of the smallest. */
const TOO_HIGH = /^(e[d-f]|f.)(ff){30}7f$/;

/** The bytes of base64url, each as two hexadecimal digits. */
function hexOf(value: unknown): readonly string[] {
  const encoded = String(value).replaceAll("-", "+").replaceAll("_", "/");
  return Array.from(atob(encoded), (char) => char.charCodeAt(0).toString(16).padStart(2, "0"));
}

/** Of a point of Ed25519: its number without the sign, in little-endian hexadecimal digits. */
function unsigned(x: unknown): string {
  const digits = hexOf(x);
  const highest = Number.parseInt(digits.at(-1) ?? "", 16) & 0x7f;
  return [...digits.slice(0, -1), highest.toString(16).padStart(2, "0")].join("");
}

/** A point of Ed25519 in its one spelling, of an order that is not small. */
const POINT: Test = (value) =>
  COORDINATE(value) && !WEAK_POINTS.has(unsigned(value)) && !TOO_HIGH.test(unsigned(value));

const MODULUS_BYTES = bytes({ min: 256, max: 1_024 });

/** From 2,048 to 8,192 bits, without a zero before the first. */
const MODULUS: Test = (value) => {
  if (!MODULUS_BYTES(value)) return false;
  const digits = hexOf(value).join("");
  return /^[89a-f]/.test(digits) && /[13579bdf]$/.test(digits);
};

const KEYS: Readonly<Record<PublicJwk["kty"], Form>> = {
  OKP: { kty: oneOf("OKP"), crv: oneOf("Ed25519"), x: POINT },
  EC: { kty: oneOf("EC"), crv: oneOf("P-256"), x: COORDINATE, y: COORDINATE },
  // With the one exponent that authenticators use, 65,537.
  RSA: { kty: oneOf("RSA"), n: MODULUS, e: oneOf("AQAB") },
};

const ORIGIN = /^(https?):\/\/([a-z0-9.-]+)(:\d{1,5})?$/;

const SIGNERS: Readonly<Record<Grade, Form>> = {
  device: {
    grade: oneOf("device"),
    kept: oneOf("browser", "file"),
    key: (key) => fits(key, KEYS.OKP),
  },
  passkey: {
    grade: oneOf("passkey"),
    key: (key) => Object.values(KEYS).some((form) => fits(key, form)),
    rpId: text(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/, 253),
    origin: text(ORIGIN, 512),
    // The maximum of WebAuthn.
    credential: bytes({ min: 1, max: 1_023 }),
  },
};

/** Whether it is a signer, with no part that nothing would check. */
export function isSigner(value: unknown): value is Signer {
  if (fits(value, SIGNERS.device)) return true;
  return fits(value, SIGNERS.passkey) && isPageOf(value as unknown as PasskeySigner);
}

/** A page of a host may use the passkeys of that host and of those above it, and only where nobody can listen. */
function isPageOf({ rpId, origin }: PasskeySigner): boolean {
  const [, scheme, host = ""] = ORIGIN.exec(origin) ?? [];
  const isSafe = scheme === "https" || host === "localhost";
  return isSafe && (host === rpId || host.endsWith(`.${rpId}`));
}

/**
 * What no two signers have in common: a key comes in once, whatever is said beside it. Whoever has the key
 * of a point has that of its negative.
 */
export function keyOf({ key }: Signer): string {
  if (key.kty === "RSA") return key.n;
  return key.kty === "OKP" ? unsigned(key.x) : key.x;
}

/** How much a signature of it says: more than another's where the number is higher. */
export function strengthOf(signer: Signer): number {
  if (signer.grade === "passkey") return 3;
  return signer.kept === "file" ? 2 : 1;
}

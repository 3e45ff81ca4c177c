import { bytes, type Form, fits, isRecord, oneOf, text } from "./form.ts";

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

const KEYS: Readonly<Record<PublicJwk["kty"], Form>> = {
  OKP: { kty: oneOf("OKP"), crv: oneOf("Ed25519"), x: COORDINATE },
  EC: { kty: oneOf("EC"), crv: oneOf("P-256"), x: COORDINATE, y: COORDINATE },
  // From 2,048 to 8,192 bits, with the one exponent that authenticators use, 65,537.
  RSA: { kty: oneOf("RSA"), n: bytes({ min: 256, max: 1_024 }), e: oneOf("AQAB") },
};

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
    origin: text(/^https?:\/\/[a-z0-9.:[\]-]+$/, 512),
    // The maximum of WebAuthn.
    credential: bytes({ min: 1, max: 1_023 }),
  },
};

/** Whether it is a signer, with no part that nothing would check. */
export function isSigner(value: unknown): value is Signer {
  return isRecord(value) && Object.values(SIGNERS).some((form) => fits(value, form));
}

/** How much a signature of it says: more than another's where the number is higher. */
export function strengthOf(signer: Signer): number {
  if (signer.grade === "passkey") return 3;
  return signer.kept === "file" ? 2 : 1;
}

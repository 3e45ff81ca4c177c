import { createPublicKey, hash, verify } from "node:crypto";
import canonicalize from "canonicalize";
import type { PasskeySigner, PublicJwk, Signer } from "../../domain/votes/signer.ts";
import type { Signature, Statements } from "../../domain/votes/statement.ts";

const hashed = (prefix: string, value: unknown) =>
  hash("sha256", `${prefix}\0${canonicalize(value)}`, "hex");

/** Statements by the crypto of Node alone, so that a verifier needs no library for passkeys. */
export const statements: Statements = {
  digest: (statement) => hashed("earshot.vote.v1", statement),
  signerId: (signer) => `sig_${hashed("earshot.signer.v1", signer).slice(0, 32)}`,
  entryHash: (entry) => hashed("earshot.signers.v1", entry),
  isSigned(signer, digest, proof) {
    try {
      return isSigned(signer, Buffer.from(digest, "hex"), proof);
    } catch {
      // Keys that are no point of their curve, and the like, sign nothing.
      return false;
    }
  },
};

function isSigned(signer: Signer, digest: Buffer, proof: Signature): boolean {
  const signature = Buffer.from(proof.signature, "base64url");
  if (signer.grade === "device") {
    return proof.grade === "device" && isBy(signer.key, digest, signature);
  }
  if (proof.grade === "device") return false;
  const clientData = Buffer.from(proof.clientDataJSON, "base64url");
  const authenticator = Buffer.from(proof.authenticatorData, "base64url");
  if (!answers(clientData, signer, digest) || !wasThere(authenticator, signer)) return false;
  const signed = Buffer.concat([authenticator, hash("sha256", clientData, "buffer")]);
  return isBy(signer.key, signed, signature);
}

/** EdDSA for Ed25519, ECDSA with SHA-256 in DER for P-256, RSASSA-PKCS1-v1_5 with SHA-256 for RSA. */
function isBy(jwk: PublicJwk, signed: Buffer, signature: Buffer): boolean {
  const key = createPublicKey({ key: { ...jwk }, format: "jwk" });
  return verify(jwk.kty === "OKP" ? null : "sha256", signed, key, signature);
}

/** Whether the browser has said that this page asked for this challenge, in no frame of another site. */
function answers(clientData: Buffer, { origin }: PasskeySigner, digest: Buffer): boolean {
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(clientData);
  const data = JSON.parse(text) as Record<string, unknown>;
  return (
    data["type"] === "webauthn.get" &&
    data["challenge"] === digest.toString("base64url") &&
    data["origin"] === origin &&
    (data["crossOrigin"] === undefined || data["crossOrigin"] === false) &&
    data["topOrigin"] === undefined
  );
}

const HASH_BYTES = 32;
const PRESENT = 0x01;
const VERIFIED = 0x04;

/** Whether the authenticator was asked by this host, and has seen that it was its person. */
function wasThere(authenticator: Buffer, { rpId }: PasskeySigner): boolean {
  const flags = authenticator[HASH_BYTES] ?? 0;
  return (
    authenticator.subarray(0, HASH_BYTES).equals(hash("sha256", rpId, "buffer")) &&
    (flags & PRESENT) !== 0 &&
    (flags & VERIFIED) !== 0
  );
}

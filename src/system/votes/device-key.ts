import { createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import type { PublicJwk, Signer } from "../../domain/votes/signer.ts";
import type { SignedStatement, Statement } from "../../domain/votes/statement.ts";
import { statements } from "./statements.ts";

/** A new key of Ed25519 that is kept in a file: its signer, and the private part as PKCS #8 in base64url. */
export function newDeviceKey(): { readonly signer: Signer; readonly secret: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const { x = "" } = publicKey.export({ format: "jwk" });
  const key: Extract<PublicJwk, { readonly kty: "OKP" }> = { kty: "OKP", crv: "Ed25519", x };
  return {
    signer: { grade: "device", kept: "file", key },
    secret: privateKey.export({ format: "der", type: "pkcs8" }).toString("base64url"),
  };
}

export function signByDevice(secret: string, statement: Statement): SignedStatement {
  const key = createPrivateKey({
    key: Buffer.from(secret, "base64url"),
    format: "der",
    type: "pkcs8",
  });
  const digest = Buffer.from(statements.digest(statement), "hex");
  const signature = sign(null, digest, key).toString("base64url");
  return { statement, proof: { grade: "device", signature } };
}

import type { JsonObject } from "../../domain/json.ts";
import type { PublicKeys } from "../earshot/authority.ts";

/** What is signed; each kind has a type of its own, so that none is taken for another. */
export type SignedKind = "grant" | "checkpoint";

/** Signs and proves what the server says: JWTs with EdDSA (Ed25519) and no other algorithm. */
export interface Signer {
  sign(kind: SignedKind, claims: JsonObject): Promise<string>;
  /**
   * The claims of a token that this server has signed as this kind, with a key of now or earlier;
   * undefined for every other text, and for a time that the key cannot have signed. Whether it has
   * expired is the caller's to say.
   */
  verify(kind: SignedKind, token: string): Promise<JsonObject | undefined>;
  publicKeys(): PublicKeys | Promise<PublicKeys>;
  /**
   * Makes a new key and signs with it once `record` has resolved; where that rejects, nothing is
   * changed. What the keys before have signed can still be proved. One rotation at a time.
   */
  rotate(record: (kid: string) => Promise<void>): Promise<void>;
}

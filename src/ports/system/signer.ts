import type { JsonObject } from "../../domain/json.ts";
import type { PublicKeys } from "../earshot/authority.ts";

/** The kinds of signed statements. Each has its own type, so that none passes for another. */
export type SignedKind = "grant" | "checkpoint" | "end_user";

/** Signs and verifies the server's statements: JWTs with EdDSA (Ed25519) and no other algorithm. */
export interface Signer {
  sign(kind: SignedKind, claims: JsonObject): Promise<string>;
  /**
   * The claims of a token that this server signed as this kind, with its present or an earlier key.
   * Undefined for every other text, and for a time at which the key cannot have signed. The caller
   * checks whether it has expired.
   */
  verify(kind: SignedKind, token: string): Promise<JsonObject | undefined>;
  publicKeys(): PublicKeys | Promise<PublicKeys>;
  /**
   * Makes a new key and signs with it once `record` has resolved; if that rejects, nothing changes.
   * Statements signed with earlier keys can still be verified. Only one rotation runs at a time.
   */
  rotate(record: (kid: string) => Promise<void>): Promise<void>;
}

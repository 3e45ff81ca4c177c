import type { JsonObject } from "../../domain/json.ts";
import type { Site } from "../earshot/operators.ts";

/** A stored passkey, with what is needed to verify its answers. */
export interface PasskeyCredential {
  /** The authenticator's name for it, base64url. */
  readonly credentialId: string;
  /** COSE key, base64url. */
  readonly publicKey: string;
  /** Always 0 if the authenticator does not count. */
  readonly counter: number;
  readonly transports: readonly string[];
}

/** WebAuthn, as a relying party. Challenges are base64url. */
export interface Passkeys {
  /** The challenge and credential that a response claims; undefined if it is not a response. */
  claimOf(
    response: JsonObject,
  ): { readonly challenge: string; readonly credentialId: string } | undefined;
  creationOptions(input: {
    readonly site: Site;
    readonly challenge: string;
    /** Opaque, base64url, the same for all passkeys of a person. */
    readonly userId: string;
    readonly userName: string;
    readonly exclude: readonly PasskeyCredential[];
  }): Promise<JsonObject>;
  requestOptions(input: {
    readonly site: Site;
    readonly challenge: string;
    /** If absent: any passkey for this site that the authenticator offers. */
    readonly allow?: readonly PasskeyCredential[];
  }): Promise<JsonObject>;
  /** Undefined unless the response proves this challenge, origin and host, with the user verified. */
  verifyCreation(input: {
    readonly site: Site;
    readonly challenge: string;
    readonly response: JsonObject;
  }): Promise<PasskeyCredential | undefined>;
  /** Undefined if it proves nothing. */
  verifyRequest(input: {
    readonly site: Site;
    readonly challenge: string;
    readonly response: JsonObject;
    readonly credential: PasskeyCredential;
  }): Promise<VerifiedAssertion | undefined>;
}

/** A verified answer of a passkey. */
export interface VerifiedAssertion {
  /** The counter after it. */
  readonly counter: number;
  /**
   * Tells it from every other answer, base64url. It is the part of the signature that only the key can
   * change: anybody can rewrite an ECDSA signature into another valid one.
   */
  readonly mark: string;
}

import type { JsonObject } from "../../domain/json.ts";
import type { Site } from "../earshot/operators.ts";

/** A passkey as it is stored: what proves its answers. */
export interface PasskeyCredential {
  /** As the authenticator names it, base64url. */
  readonly credentialId: string;
  /** COSE key, base64url. */
  readonly publicKey: string;
  /** 0 for ever where the authenticator does not count. */
  readonly counter: number;
  readonly transports: readonly string[];
}

/** WebAuthn, as a relying party. Challenges are base64url. */
export interface Passkeys {
  /** What a response says it answers, and with which credential; undefined where it is none. */
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
    /** Absent: whichever passkey for this site the authenticator offers. */
    readonly allow?: readonly PasskeyCredential[];
  }): Promise<JsonObject>;
  /** Undefined where the response does not prove this challenge, origin and host, with the user verified. */
  verifyCreation(input: {
    readonly site: Site;
    readonly challenge: string;
    readonly response: JsonObject;
  }): Promise<PasskeyCredential | undefined>;
  /** Undefined where it proves nothing. */
  verifyRequest(input: {
    readonly site: Site;
    readonly challenge: string;
    readonly response: JsonObject;
    readonly credential: PasskeyCredential;
  }): Promise<VerifiedAssertion | undefined>;
}

/** A good answer of a passkey. */
export interface VerifiedAssertion {
  /** After it. */
  readonly counter: number;
  /**
   * Tells it from every other answer, base64url: of its signature what cannot be changed without the
   * key, since an ECDSA signature can be rewritten by anybody into another that is as good.
   */
  readonly mark: string;
}

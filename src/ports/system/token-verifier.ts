import type { Right } from "../../domain/people/principal.ts";

/** What a token can let its bearer do: never to answer or decide, whatever it claims. */
export const TOKEN_SCOPES = [
  "ask",
  "tell",
  "read",
  "memory",
  "record",
] as const satisfies readonly Right[];

/** What a token of the trusted authorization server says; all of it has been proved. */
export interface VerifiedToken {
  /** Whom it was given to: its `sub`, or the client itself where it names nobody. */
  readonly subject: { readonly kind: "subject" | "client"; readonly id: string };
  /** As they stand in the token, those that mean nothing here included. */
  readonly scopes: readonly string[];
  /** Milliseconds since 1970. */
  readonly expiresAtMs: number;
}

/** Proves tokens that an authorization server has made for this server. */
export interface TokenVerifier {
  /**
   * Rejects with NOT_SIGNED_IN where the token is not proved, for whatever reason; with UNREACHABLE
   * where nobody can tell now, since the authorization server is away.
   */
  verify(token: string): Promise<VerifiedToken>;
}

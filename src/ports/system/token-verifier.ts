import type { Right } from "../../domain/people/principal.ts";

/** What a token can permit: never to answer or decide, no matter what it claims. */
export const TOKEN_SCOPES = [
  "ask",
  "tell",
  "read",
  "memory",
  "record",
] as const satisfies readonly Right[];

/** The verified content of a token from the trusted authorization server. */
export interface VerifiedToken {
  /** Its holder: its `sub`, or the client itself if it names nobody. */
  readonly subject: { readonly kind: "subject" | "client"; readonly id: string };
  /** All scopes in the token, including those without a meaning here. */
  readonly scopes: readonly string[];
  /** Milliseconds since 1970. */
  readonly expiresAtMs: number;
}

/** Verifies tokens that an authorization server has issued for this server. */
export interface TokenVerifier {
  /**
   * Rejects with NOT_SIGNED_IN if the token is not valid, for any reason, and with UNREACHABLE if this
   * is unknown because the authorization server is away.
   */
  verify(token: string): Promise<VerifiedToken>;
}

import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import { isEarshotError } from "../../domain/errors.ts";
import { DAY_MS } from "../../domain/time.ts";
import type { Clock } from "../../ports/system/clock.ts";
import type { TokenVerifier, VerifiedToken } from "../../ports/system/token-verifier.ts";
import { invalidToken } from "./invalid-token.ts";
import { createKeySource } from "./key-source.ts";
import type { OAuthSettings } from "./settings.ts";

/** Signatures only: with a shared secret, whoever can check a token could make one. */
const ALGORITHMS = ["EdDSA", "ES256", "RS256", "PS256"];
/** Other things that an issuer signs, such as a logout token, are no access tokens. */
const TYPES = ["at+jwt", "application/at+jwt", "jwt", "application/jwt"];
const CLOCK_TOLERANCE_SECONDS = 5;
const TIMEOUT_MS = 3_000;
/** A token cannot be revoked here before it expires; no common issuer makes longer ones. */
const LONGEST_LIFE_DAYS = 30;

export interface CreateTokenVerifierOptions {
  readonly settings: OAuthSettings;
  readonly clock: Pick<Clock, "now">;
  /** Hears of each time that the issuer's keys could not be fetched. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Verifies the tokens of one issuer: JWTs (RFC 9068) that it has signed for one of our audiences.
 */
export function createTokenVerifier(options: CreateTokenVerifierOptions): TokenVerifier {
  const { settings, clock, onFailure } = options;
  const { issuer } = settings;
  const keys = createKeySource({ issuer, clock, onFailure, timeoutMs: TIMEOUT_MS });
  return {
    async verify(token) {
      const payload = await prove(token, keys, options);
      checkTimes(payload, clock.now());
      return {
        subject: subjectOf(payload),
        scopes: scopesOf(payload),
        expiresAtMs: expiryOf(payload),
      };
    },
  };
}

async function prove(
  token: string,
  keys: JWTVerifyGetKey,
  { settings, clock }: CreateTokenVerifierOptions,
): Promise<JWTPayload> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      algorithms: ALGORITHMS,
      issuer: settings.issuer,
      audience: [...settings.audiences],
      requiredClaims: ["exp"],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: new Date(clock.now()),
    });
    if (TYPES.includes(String(protectedHeader.typ).toLowerCase())) return payload;
  } catch (error) {
    // The error of an issuer in trouble says that itself.
    throw isEarshotError(error) ? error : invalidToken(reasonOf(error, settings), error);
  }
  throw invalidToken("it is not an access token");
}

/** The reason, as far as it helps honest clients: nothing from an unverified token is repeated. */
function reasonOf(error: unknown, { audiences }: OAuthSettings): string {
  if (error instanceof errors.JWTExpired) return "it has expired";
  if (!(error instanceof errors.JWTClaimValidationFailed)) {
    return "it is not signed with a key of the authorization server";
  }
  switch (error.claim) {
    case "aud":
      return `it was made for another audience than ${namesOf(audiences)}`;
    case "iss":
      return "another issuer has made it";
    case "nbf":
      return "it is not valid yet";
    default:
      return `its claim "${error.claim}" is missing or wrong`;
  }
}

/** The same address with a slash at its end also matches. */
function namesOf(audiences: readonly string[]): string {
  return audiences
    .filter((name) => !audiences.includes(name.replace(/\/$/, "")) || !name.endsWith("/"))
    .join(" or ");
}

function checkTimes(payload: JWTPayload, nowMs: number): void {
  const { iat } = payload;
  if (iat !== undefined && iat * 1_000 > nowMs + CLOCK_TOLERANCE_SECONDS * 1_000) {
    throw invalidToken("it was made in the future, by the clock of this server");
  }
  if (expiryOf(payload) <= nowMs + LONGEST_LIFE_DAYS * DAY_MS) return;
  throw invalidToken(`it is good for more than ${LONGEST_LIFE_DAYS} days`);
}

/** A number that no date can hold would mean no expiry at all. */
function expiryOf({ exp = 0 }: JWTPayload): number {
  const expiresAtMs = exp * 1_000;
  if (Number.isNaN(new Date(expiresAtMs).getTime())) {
    throw invalidToken('its claim "exp" is no time');
  }
  return expiresAtMs;
}

function subjectOf(payload: JWTPayload): VerifiedToken["subject"] {
  const { sub } = payload;
  if (typeof sub === "string" && sub !== "") return { kind: "subject", id: sub };
  const client = payload["client_id"];
  if (sub === undefined && typeof client === "string" && client !== "") {
    return { kind: "client", id: client };
  }
  throw invalidToken("it names nobody, neither as sub nor as client_id");
}

/** RFC 9068 puts them in `scope`, separated by spaces; some issuers use `scp`. */
function scopesOf(payload: JWTPayload): readonly string[] {
  const scopes = payload["scope"] ?? payload["scp"];
  if (typeof scopes === "string") return scopes.split(" ");
  return Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === "string") : [];
}

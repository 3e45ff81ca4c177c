import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { EarshotError } from "../domain/errors.ts";
import type { PrincipalId } from "../domain/id.ts";
import { DEFAULT_CALLS_PER_MINUTE } from "../domain/limits.ts";

/** More than people need. A caller has no key here, and each challenge writes a row. */
const SIGN_INS_PER_MINUTE = 600;
/** A platform with a mistyped secret stays below this. */
const REFUSED_HOOKS_PER_MINUTE = 600;

/** Limits how many tools one principal can call in a minute; rejects with RATE_LIMITED beyond that. */
export function createCallLimit(
  perMinute = DEFAULT_CALLS_PER_MINUTE,
): (principal: PrincipalId) => Promise<void> {
  return createLimit(
    perMinute,
    (seconds) =>
      `The limit is ${perMinute} tool calls a minute. Wait ${seconds} s, then go on; nothing that people say is lost meanwhile.`,
  );
}

/** The limited parts of signing in. Success is never limited: failing often keeps nobody else out. */
export type LimitedSignIn = "failed" | "passkey_challenge";

/** Limits failed sign-ins and challenges, over all browsers together. */
export function createSignInLimit(
  perMinute = SIGN_INS_PER_MINUTE,
): (what: LimitedSignIn) => Promise<void> {
  return createLimit(
    perMinute,
    (seconds) =>
      `The limit is ${perMinute} attempts to sign in a minute. Wait ${seconds} s, then try again.`,
  );
}

/** Limits how often calls of one channel's platform are refused. Good calls are not limited. */
export function createHookLimit(
  perMinute = REFUSED_HOOKS_PER_MINUTE,
): (kind: string) => Promise<void> {
  return createLimit(
    perMinute,
    (seconds) =>
      `The limit is ${perMinute} refused calls a minute. Wait ${seconds} s, then try again.`,
  );
}

function createLimit(
  perMinute: number,
  tell: (seconds: number) => string,
): (who: string) => Promise<void> {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return async (who) => {
    try {
      await limiter.consume(who);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const retryAfterSeconds = Math.max(Math.ceil(refusal.msBeforeNext / 1_000), 1);
      throw new EarshotError("RATE_LIMITED", tell(retryAfterSeconds), {
        details: { perMinute, retryAfterSeconds },
      });
    }
  };
}

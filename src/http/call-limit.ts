import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { EarshotError } from "../domain/errors.ts";
import type { PrincipalId } from "../domain/id.ts";

export const DEFAULT_CALLS_PER_MINUTE = 600;

/** Bounds how many tools one principal can call in a minute; rejects with RATE_LIMITED beyond. */
export function createCallLimit(
  perMinute = DEFAULT_CALLS_PER_MINUTE,
): (principal: PrincipalId) => Promise<void> {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return async (principal) => {
    try {
      await limiter.consume(principal);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const retryAfterSeconds = Math.max(Math.ceil(refusal.msBeforeNext / 1_000), 1);
      throw new EarshotError(
        "RATE_LIMITED",
        `More than ${perMinute} tool calls in a minute are not served. Wait ${retryAfterSeconds} s, then go on; nothing that people say is lost meanwhile.`,
        { details: { perMinute, retryAfterSeconds } },
      );
    }
  };
}

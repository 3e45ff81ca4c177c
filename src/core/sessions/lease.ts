import type { Context } from "../call/context.ts";

const LEASE_MS = 30_000;

/** How long a claim is good unless it is renewed. */
export function leaseMsOf({ limits }: Pick<Context, "limits">): number {
  return limits.sessionLeaseMs ?? LEASE_MS;
}

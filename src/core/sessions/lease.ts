import type { Context } from "../call/context.ts";

const LEASE_MS = 30_000;

/** How long a claim lasts without renewal. */
export function leaseMsOf({ limits }: Pick<Context, "limits">): number {
  return limits.sessionLeaseMs ?? LEASE_MS;
}

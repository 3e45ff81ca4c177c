import { DEFAULT_SESSION_LEASE_MS } from "../../domain/limits.ts";
import type { Context } from "../call/context.ts";

/** How long a claim lasts without renewal. */
export function leaseMsOf({ limits }: Pick<Context, "limits">): number {
  return limits.sessionLeaseMs ?? DEFAULT_SESSION_LEASE_MS;
}

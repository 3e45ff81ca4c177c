import { toMs } from "../../domain/timestamp.ts";
import type { Leases } from "../../ports/store/lease.ts";

/** More names than any version has; whatever comes beyond is not kept. */
const MAX_NAMES = 64;

/** The same leases, with which of them this process holds. */
export function watchLeases(leases: Pick<Leases, "takeLease" | "releaseLease">) {
  const held = new Map<string, number>();
  return {
    async takeLease(by: Parameters<Leases["takeLease"]>[0]) {
      const lease = await leases.takeLease(by);
      if (lease === undefined) held.delete(by.name);
      else if (held.has(by.name) || held.size < MAX_NAMES) held.set(by.name, toMs(lease.until));
      return lease;
    },
    async releaseLease(lease: Parameters<Leases["releaseLease"]>[0]) {
      held.delete(lease.name);
      await leases.releaseLease(lease);
    },
    /** Those whose time has not run out by the store's clock. */
    read: (nowMs: number): readonly string[] =>
      [...held].filter(([, until]) => until > nowMs).map(([name]) => name),
  };
}

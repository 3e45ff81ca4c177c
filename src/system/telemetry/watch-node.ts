import { present } from "../../domain/present.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { Leases } from "../../ports/store/lease.ts";
import type { Others } from "../../ports/store/others.ts";
import type { Store } from "../../ports/store/store.ts";
import type { Clock } from "../../ports/system/clock.ts";
import type { NodeFigures, NoticeFigures, PoolFigures } from "../../ports/system/figures.ts";
import { watchCommits } from "./watch-commits.ts";

export interface WatchedPorts {
  readonly store: Store;
  readonly clock: Clock;
  /** Absent if the process has the store to itself. */
  readonly others?: Others | undefined;
}

/** The same ports, with metrics of what passes through them. */
export function watchNode<P extends WatchedPorts>(
  ports: P,
  pool?: () => PoolFigures,
): { readonly ports: P; read(): NodeFigures } {
  const { store, clock } = ports;
  const commits = watchCommits(store);
  const leases = watchLeases(store);
  const heard = ports.others === undefined ? undefined : watchOthers(ports.others);
  const { commit } = commits;
  const { takeLease, releaseLease } = leases;
  return {
    ports: {
      ...ports,
      store: { ...store, commit, takeLease, releaseLease },
      ...present({ others: heard?.others }),
    },
    read: () => ({
      ...commits.read(),
      ...present({ notices: heard?.read() }),
      leases: leases.read(clock.now()),
      ...present({ pool: pool === undefined ? undefined : pool() }),
      clockOffsetMs: clock.now() - Date.now(),
    }),
  };
}

/** More names than any version has; further ones are not kept. */
const MAX_NAMES = 64;

/** The same leases, with which of them this process holds. */
function watchLeases(leases: Pick<Leases, "takeLease" | "releaseLease">) {
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

/** The same other nodes, with how often they were heard. */
function watchOthers(others: Others): { readonly others: Others; read(): NoticeFigures } {
  let heard = 0;
  let interruptions = 0;
  let catchUps = 0;
  let isHearing = false;
  return {
    others: {
      node: others.node,
      compared: others.compared,
      async listen(listener) {
        const end = await others.listen({
          reached(positions) {
            heard += 1;
            listener.reached(positions);
          },
          hearing(now, reason) {
            if (isHearing && !now) interruptions += 1;
            isHearing = now;
            listener.hearing(now, reason);
          },
        });
        isHearing = true;
        return end;
      },
      catchUp(workspace) {
        catchUps += 1;
        return others.catchUp(workspace);
      },
    },
    read: () => ({ heard, interruptions, catchUps, isHearing }),
  };
}

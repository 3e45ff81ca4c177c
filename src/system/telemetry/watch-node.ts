import { present } from "../../domain/present.ts";
import type { Others } from "../../ports/store/others.ts";
import type { Store } from "../../ports/store/store.ts";
import type { Clock } from "../../ports/system/clock.ts";
import type { NodeFigures, PoolFigures } from "../../ports/system/node-figures.ts";
import { watchCommits } from "./watch-commits.ts";
import { watchLeases } from "./watch-leases.ts";
import { watchOthers } from "./watch-others.ts";

export interface WatchedPorts {
  readonly store: Store;
  readonly clock: Clock;
  /** Absent where the process is alone over its store. */
  readonly others?: Others | undefined;
}

/** The same ports, and what passes through them, for metrics. */
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

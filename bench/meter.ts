import type { Done } from "./load.ts";
import type { ServerProcess } from "./server-process.ts";

/** Measures slices of a load, and what they cost the servers. */
export interface Meter {
  /** Runs cycles for `ms`; returns how many end in a second. */
  run(ms: number): Promise<number>;
  /** What a cycle cost the servers, warm-up included. */
  summary(): string;
}

export interface Metered {
  readonly name: string;
  readonly servers: readonly Pick<ServerProcess, "report">[];
  load(ms: number): Promise<Done>;
}

export function meter({ name, servers, load }: Metered): Meter {
  let spentMs = 0;
  let cycles = 0;
  async function cpuMs(): Promise<number> {
    const reports = await Promise.all(servers.map((server) => server.report()));
    return reports.reduce((sum, report) => sum + report.cpuMs, 0);
  }
  return {
    async run(ms) {
      const before = await cpuMs();
      const done = await load(ms);
      spentMs += (await cpuMs()) - before;
      cycles += done.cycles;
      return done.perSecond;
    },
    summary: () =>
      `${name}: ${((spentMs / cycles) * 1_000).toFixed(0)} µs of processor time a cycle`,
  };
}

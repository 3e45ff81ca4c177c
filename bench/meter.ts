import type { Done } from "./load.ts";
import type { ServerProcess } from "./server-process.ts";

export interface Slice {
  /** How many cycles ended in a second. */
  readonly perSecond: number;
  /** Processor time that a cycle cost the servers, in µs. */
  readonly cost: number;
}

/** Measures slices of a load, and what they cost the servers. */
export interface Meter {
  run(ms: number): Promise<Slice>;
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
      const spent = (await cpuMs()) - before;
      spentMs += spent;
      cycles += done.cycles;
      return { perSecond: done.perSecond, cost: (spent / done.cycles) * 1_000 };
    },
    summary: () =>
      `${name}: ${((spentMs / cycles) * 1_000).toFixed(0)} µs of processor time a cycle`,
  };
}

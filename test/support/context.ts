import type { DatabaseSync } from "node:sqlite";
import { type Context, createContext } from "../../src/core/call/context.ts";
import type { Outlets } from "../../src/ports/channels/outlets.ts";
import type { Clock } from "../../src/ports/system/clock.ts";
import { viewEvidence } from "../../src/render/evidence/view-evidence.ts";
import { openSqliteStore } from "../../src/store/sqlite-store.ts";
import { createLocalPorts } from "../../src/testing/local-ports.ts";
import { openEmptyRecord } from "./empty-record.ts";
import { FAKE_OUTBOUND } from "./fake-outbound.ts";

export interface OpenContext {
  readonly ctx: Context;
  /** Writes the counters, and closes the store. */
  close(): Promise<void>;
}

/** The context of the use cases in this process: on a file, or on a store in memory. */
export async function openContext(
  clock: Clock,
  path: string | DatabaseSync = ":memory:",
  outlets?: Outlets,
): Promise<OpenContext> {
  const own = path === ":memory:" ? await openEmptyRecord() : undefined;
  const database = own ?? path;
  const store = await openSqliteStore({
    path: database,
    clock,
    onFatal(error) {
      throw error;
    },
  });
  const ports = createLocalPorts({ store, clock, database });
  const ctx = createContext({ ...ports, outlets, outbound: FAKE_OUTBOUND, viewEvidence });
  return {
    ctx,
    async close() {
      ports.process.close();
      await ctx.tally.stop();
      await Promise.all([ctx.inbox.close(), ctx.graph.close()]);
      await store.close();
      // A context that nobody closes keeps its memory until it is collected, which takes long.
      own?.close();
    },
  };
}

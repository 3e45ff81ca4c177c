import { DatabaseSync } from "node:sqlite";
import { createContext } from "../src/core/call/context.ts";
import { found } from "../src/core/callers/bootstrap.ts";
import { openPostgresStore } from "../src/store/postgres-store.ts";
import { systemClock } from "../src/system/clock.ts";
import { createLocalPorts } from "../src/testing/local-ports.ts";

/** Founds another workspace in a database that nodes serve; returns the secrets of its first keys. */
export async function foundWorkspace(
  url: string,
  workspace: string,
): Promise<{ readonly agent: string; readonly operator: string }> {
  const { store, close } = await openPostgresStore({ url, node: "bench" });
  const database = new DatabaseSync(":memory:");
  const ports = createLocalPorts({ store, clock: systemClock, database });
  try {
    const ctx = createContext(ports);
    const { owner, agent } = await found(ctx, { owner: "outsider", agent: "stranger" }, workspace);
    return { agent: agent.secret, operator: owner.secret };
  } finally {
    ports.process.close();
    await close();
  }
}

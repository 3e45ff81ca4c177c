import { DatabaseSync } from "node:sqlite";
import { type Context, createContext } from "../src/core/call/context.ts";
import { newDelivery } from "../src/core/call/new-delivery.ts";
import { found } from "../src/core/callers/bootstrap.ts";
import type { Delivery } from "../src/domain/hub/delivery.ts";
import { DEFAULT_WORKSPACE, type PrincipalId } from "../src/domain/id.ts";
import { toTimestamp } from "../src/domain/timestamp.ts";
import { openPostgresStore } from "../src/store/postgres-store.ts";
import { systemClock } from "../src/system/clock.ts";
import { createLocalPorts } from "../src/testing/local-ports.ts";
import { chatOf } from "./hub-place.ts";

/** The queue in a database, for the nodes over it. */
export interface Queue {
  /** Queues this many, all due at the returned moment, before which every node knows of them. */
  fill(count: number): Promise<number>;
  isEmpty(): Promise<boolean>;
  /** How many shards of the hub each node serves. */
  shares(): Promise<ReadonlyMap<string, number>>;
}

const CHATS = 1_000;
const BATCH = 250;
/** Longer than the filling takes, and than a node sleeps. */
const AHEAD_MS = 16_000;

export async function withQueue<T>(url: string, use: (queue: Queue) => Promise<T>): Promise<T> {
  const { store, close } = await openPostgresStore({ url, node: "bench" });
  const database = new DatabaseSync(":memory:");
  const ports = createLocalPorts({ store, clock: systemClock, database });
  const ctx = createContext(ports);
  try {
    const { agent } = await found(ctx, { owner: "operator", agent: "agent" });
    return await use(queueOf(ctx, agent.principal.id));
  } finally {
    ports.process.close();
    await close();
  }
}

function queueOf(ctx: Context, agent: PrincipalId): Queue {
  const { store } = ctx;
  let number = 0;

  function aDelivery(dueMs: number): Delivery {
    number += 1;
    return newDelivery(ctx, {
      workspace: DEFAULT_WORKSPACE,
      item: ctx.ids.next("msg"),
      agent,
      address: { channel: "telegram", chatId: chatOf(number % CHATS) },
      text: `The build of step #${number} is done; nothing is left to do.`,
      createdAt: toTimestamp(ctx.clock.now()),
      dueAt: toTimestamp(dueMs),
    });
  }

  return {
    async fill(count) {
      const dueMs = ctx.clock.now() + AHEAD_MS;
      for (let left = count; left > 0; left -= BATCH) {
        const writes = Array.from({ length: Math.min(left, BATCH) }, () => {
          return { type: "outbox.insert", delivery: aDelivery(dueMs) } as const;
        });
        await ctx.commit({ workspace: DEFAULT_WORKSPACE, writes, events: [] });
      }
      if (ctx.clock.now() > dueMs - AHEAD_MS / 2) throw new Error("The queue fills too slowly.");
      return dueMs;
    },
    isEmpty: async () => (await store.countQueued(DEFAULT_WORKSPACE)) === 0,
    async shares() {
      const shares = new Map<string, number>();
      for (const { holder } of await store.listLeases("hub shard ")) {
        shares.set(holder, (shares.get(holder) ?? 0) + 1);
      }
      return shares;
    },
  };
}

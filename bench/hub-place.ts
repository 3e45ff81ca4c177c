import { join } from "node:path";
import { type Context, createContext } from "../src/core/call/context.ts";
import { callerWithAllRights, found } from "../src/core/callers/bootstrap.ts";
import { createEarshot } from "../src/core/create-earshot.ts";
import { startDispatcher } from "../src/core/hub/dispatch/dispatcher.ts";
import type { Channel } from "../src/ports/channels/channel.ts";
import type { Outlets } from "../src/ports/channels/outlets.ts";
import type { Earshot } from "../src/ports/earshot/earshot.ts";
import { contents } from "../src/render/contents/contents.ts";
import { openSqliteStore } from "../src/store/sqlite-store.ts";
import { systemClock } from "../src/system/clock.ts";
import { createLocalPorts } from "../src/testing/local-ports.ts";

/** The core over a file, with a working hub, in this process. */
export interface HubPlace {
  readonly ctx: Context;
  readonly owner: Earshot;
  readonly agent: Earshot;
  /** Sends nothing until it is resumed. */
  pause(): Promise<void>;
  resume(): void;
  close(): Promise<void>;
}

export function outletsOf(channel: Channel): Outlets {
  return {
    channels: new Map([[channel.kind, channel]]),
    failed: new Map(),
    contents,
    pageUrl: (id) => `http://localhost:4242/${id}`,
  };
}

export async function openHubPlace(folder: string, channel: Channel): Promise<HubPlace> {
  const path = join(folder, "hub.db");
  const store = await openSqliteStore({
    path,
    clock: systemClock,
    onFatal(error) {
      throw error;
    },
  });
  const ports = createLocalPorts({ store, clock: systemClock, database: path });
  const ctx = createContext({ ...ports, outlets: outletsOf(channel) });
  const home = await found(ctx, { owner: "operator", agent: "agent" });
  const begin = () =>
    startDispatcher(ctx, {
      random: Math.random,
      onFault(error) {
        throw error;
      },
    });
  let stop = begin();
  return {
    ctx,
    owner: createEarshot(ctx, {
      ...callerWithAllRights(home.owner.principal),
      key: home.owner.key.id,
    }),
    agent: createEarshot(ctx, callerWithAllRights(home.agent.principal)),
    pause: () => stop(),
    resume() {
      stop = begin();
    },
    async close() {
      await stop();
      ports.process.close();
      await ctx.tally.stop();
      await Promise.all([ctx.inbox.close(), ctx.graph.close()]);
      await store.close();
    },
  };
}

export const chatOf = (n: number) => `chat-${n}`;

/** Links this many chats that several people read. */
export async function linkChats(owner: Earshot, chats: number): Promise<void> {
  for (let n = 0; n < chats; n++) {
    await owner.linkChat({ channel: "telegram", chatId: chatOf(n) });
  }
}

/** Counts what the hub has sent and stored. */
export interface Counter {
  /** Resolves when this many more are stored as sent than at the call. */
  more(count: number): Promise<void>;
}

export function countSent({ onCommit }: Pick<Context, "onCommit">): Counter {
  let sent = 0;
  let awaited = { count: Number.POSITIVE_INFINITY, resolve: () => {} };
  onCommit((_, result) => {
    if (result.outcome !== "committed") return;
    for (const { type } of result.events) if (type === "delivery.sent") sent += 1;
    if (sent < awaited.count) return;
    const { resolve } = awaited;
    awaited = { count: Number.POSITIVE_INFINITY, resolve: () => {} };
    resolve();
  });
  return {
    more: (count) =>
      new Promise<void>((resolve) => {
        awaited = { count: sent + count, resolve };
      }),
  };
}

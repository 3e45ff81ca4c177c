import type { RemoteChannel } from "../../domain/channel-kind.ts";
import { toTimestamp } from "../../domain/timestamp.ts";
import type { Inbound } from "../../ports/channels/channel.ts";
import type { Write } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";

/** A crash loses what was heard within this time; catching up recognizes it by its key. */
const WRITTEN_WITHIN_MS = 1_000;

type Moment = Pick<Inbound, "address" | "atMs">;

/**
 * Until when each linked chat was heard. New events say nothing about what was missed before. Until
 * a chat is caught up, they do not move its time, or missed orders would be skipped.
 */
export interface HeardChats {
  /** What was said there up to that moment has been taken in. */
  note(event: Moment): void;
  /** The same, including everything missed. */
  caughtUp(until: Moment): void;
  /** Writes what was noted. */
  stop(): Promise<void>;
}

interface Noted {
  readonly channel: RemoteChannel;
  readonly chatId: string;
  readonly atMs: number;
}

/** Keeps it in memory first, and writes it to the links within a second. */
export function createHeardChats(ctx: Context): HeardChats {
  const known = new Set<string>();
  let noted = new Map<string, Noted>();
  let cancelTimer: (() => void) | undefined;
  let writing: Promise<void> = Promise.resolve();

  function flush(): void {
    cancelTimer?.();
    cancelTimer = undefined;
    const taken = [...noted.values()];
    noted = new Map();
    // The store is away. What is not written is caught up with again.
    writing = writing.then(() => write(ctx, taken)).catch(() => {});
  }

  /** Without a history, nothing that was missed can be skipped. */
  function isWhole(event: Moment): boolean {
    const channel = ctx.outlets?.channels.get(event.address.channel);
    return known.has(nameOf(event)) || channel?.capabilities.history === false;
  }

  return {
    note(event) {
      if (isWhole(event)) note(event);
    },
    caughtUp(until) {
      known.add(nameOf(until));
      note(until);
    },
    async stop() {
      flush();
      await writing;
    },
  };

  function note(event: Moment): void {
    const { atMs, address } = event;
    const { channel, chatId } = address;
    const name = nameOf(event);
    // A platform whose clock runs ahead must not hide what comes next.
    const untilMs = Math.min(Math.max(atMs, noted.get(name)?.atMs ?? 0), ctx.clock.now());
    noted.set(name, { channel, chatId, atMs: untilMs });
    cancelTimer ??= ctx.clock.after(WRITTEN_WITHIN_MS, flush);
  }
}

function nameOf({ address: { channel, chatId } }: Moment): string {
  return `${channel} ${chatId}`;
}

async function write(ctx: Context, noted: readonly Noted[]): Promise<void> {
  if (noted.length === 0) return;
  for (const workspace of await ctx.store.listWorkspaces()) {
    const links = await ctx.store.listLinks(workspace);
    const writes = noted
      .filter(({ channel, chatId }) =>
        links.some((link) => link.channel === channel && link.chatId === chatId),
      )
      .map(({ channel, chatId, atMs }): Write => {
        return { type: "link.heard", channel, chatId, at: toTimestamp(atMs) };
      });
    if (writes.length > 0) await ctx.commit({ workspace, writes, events: [] });
  }
}

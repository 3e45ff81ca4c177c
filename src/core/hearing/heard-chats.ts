import type { RemoteChannel } from "../../domain/channel-kind.ts";
import { toTimestamp } from "../../domain/timestamp.ts";
import type { Inbound } from "../../ports/channels/channel.ts";
import type { Write } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";

/** A crash loses what was heard in this time: what is caught up then is known by its key. */
const WRITTEN_WITHIN_MS = 1_000;

type Moment = Pick<Inbound, "address" | "atMs">;

/**
 * Until when each linked chat was heard. What comes in while a chat has yet to be caught up with says
 * nothing of what was missed before: until then it moves nothing, or missed orders would be passed over.
 */
export interface HeardChats {
  /** What was said there until then has been taken in. */
  note(event: Moment): void;
  /** The same, with all that was missed. */
  caughtUp(until: Moment): void;
  /** Writes what was noted. */
  stop(): Promise<void>;
}

interface Noted {
  readonly channel: RemoteChannel;
  readonly chatId: string;
  readonly atMs: number;
}

/** Keeps it in memory first, and carries it to the links within a second. */
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
    // The store is away: what is not noted is caught up once more.
    writing = writing.then(() => write(ctx, taken)).catch(() => {});
  }

  /** Where there is no history nothing that was missed can be passed over. */
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
    // A platform whose clock is ahead must not hide what comes next.
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

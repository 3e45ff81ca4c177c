import type { ImapFlow } from "imapflow";
import type { ChannelHearing } from "../../ports/channels/channel.ts";
import { hearingAfter, RUNNING } from "../../ports/channels/channel-hearing.ts";
import { isChannelError } from "../../ports/channels/is-channel-error.ts";
import { catchUp } from "./imap-catch-up.ts";
import { connectImap, type ImapFolder, type ImapLibrary } from "./imap-connection.ts";
import type { Received } from "./mail-receiver.ts";

export interface ImapInboxOptions {
  readonly library: ImapLibrary;
  readonly folder: ImapFolder;
  readonly take: (raw: Uint8Array, receivedMs: number) => Promise<Received>;
  readonly now: () => number;
  readonly log: (line: string) => void;
}

export interface ImapInbox {
  hearing(): ChannelHearing;
  stop(): Promise<void>;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** Looks unprompted, for servers that send no notices, and for mail that is due again. */
const LOOK_MS = 15_000;
/** How long a stop waits for a silent server. */
const FAREWELL_MS = 5_000;

const FAILING = {
  state: "reconnecting",
  why: "The IMAP server fails.",
} as const satisfies ChannelHearing;

/**
 * Listens for mail in a folder: first everything unseen, then what arrives. Mail is marked as seen
 * only after it was taken. Rejects if the first sign-in fails; later it retries by itself.
 */
export async function startImapInbox(options: ImapInboxOptions): Promise<ImapInbox> {
  const { library, folder, log } = options;
  const wake = createWake();
  const first = await connectImap(library, folder);
  let isStopped = false;
  const stopped = () => isStopped;
  let client: ImapFlow | undefined = first;
  let hears: ChannelHearing = RUNNING;

  async function connectAgain(): Promise<ImapFlow | undefined> {
    try {
      const connected = await connectImap(library, folder);
      hears = RUNNING;
      return connected;
    } catch (error) {
      hears = isChannelError(error) ? hearingAfter(error) : FAILING;
      return undefined;
    }
  }

  async function run(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    const putOff = new Map<string, { readonly tries: number; readonly dueMs: number }>();
    while (!isStopped) {
      client ??= await connectAgain();
      if (client !== undefined) {
        const isWell = await listen(client, { ...options, putOff, wake, stopped });
        if (isWell) pauseMs = FIRST_PAUSE_MS;
        client = undefined;
        hears = { state: "reconnecting", why: "The IMAP connection is down; it is opened again." };
      }
      if (isStopped) return;
      log(`E-mail: the IMAP connection is down; trying again in ${pauseMs / 1000} s.`);
      await wake.wait(pauseMs);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }

  const running = run();
  return {
    hearing: () => hears,
    async stop() {
      isStopped = true;
      wake.wake();
      const timer = setTimeout(() => client?.close(), FAREWELL_MS);
      await running;
      clearTimeout(timer);
    },
  };
}

type Listening = ImapInboxOptions & {
  readonly putOff: Map<string, { readonly tries: number; readonly dueMs: number }>;
  readonly wake: ReturnType<typeof createWake>;
  readonly stopped: () => boolean;
};

/** Listens until the connection is gone or nobody listens any more; true if it was of use. */
async function listen(client: ImapFlow, listening: Listening): Promise<boolean> {
  const { wake, stopped } = listening;
  let isWell = false;
  client.on("exists", wake.wake);
  client.on("close", wake.wake);
  try {
    while (client.usable && !stopped()) {
      await catchUp(client, listening);
      isWell = true;
      if (client.usable && !stopped()) await wake.wait(untilNextLook(listening));
    }
    if (client.usable) await client.logout();
  } catch {
    // Whatever failed, mail that is not marked as seen is found again over the next connection.
  } finally {
    client.close();
  }
  return isWell;
}

function untilNextLook({ putOff, now }: Listening): number {
  const due = [...putOff.values()].map(({ dueMs }) => Math.max(dueMs - now(), 0));
  return Math.min(LOOK_MS, ...due);
}

/** Lets a loop rest until there is something to do. */
interface Wake {
  readonly wake: () => void;
  /** Resolves after that time, when woken, or at once if it was woken since the last wait. */
  wait(ms: number): Promise<void>;
}

function createWake(): Wake {
  let isWoken = false;
  let end = () => {};
  return {
    wake() {
      isWoken = true;
      end();
    },
    async wait(ms) {
      if (!isWoken) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, ms);
        end = resolve;
        await promise;
        clearTimeout(timer);
      }
      isWoken = false;
    },
  };
}

import type { Json } from "../../domain/json.ts";
import { MINUTE_MS } from "../../domain/time.ts";
import { ChannelError, type ChannelHearing, type Sink } from "../../ports/channels/channel.ts";
import { hearingAfter, RUNNING } from "../../ports/channels/channel-hearing.ts";
import type { Hearing } from "./hear.ts";
import { clientOptions, loaded, SILENT } from "./slack-api.ts";
import { channelErrorOf } from "./slack-error.ts";
import { at, parsedJson, textAt } from "./untrusted-json.ts";

export interface SocketOptions {
  readonly appToken: string;
  readonly apiUrl?: string;
  readonly hearing: Hearing;
  readonly log: (line: string) => void;
}

/** Slack's events over a socket that we open. */
export interface SlackSocket {
  /** Resolves once Slack has said hello; rejects if the first connection fails. */
  start(sink: Sink): Promise<void>;
  /** Resolves once everything in progress is stored and acknowledged. */
  stop(): Promise<void>;
  hearing(): ChannelHearing;
}

/** One event as the library delivers it. */
interface Envelope {
  readonly type: string;
  readonly body: Json;
  ack(response?: Record<string, unknown>): Promise<void>;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/**
 * Only a new connection shows whether somebody else still uses the same token. A broken one of ours
 * may count for a while.
 */
const FIRST_LOOK_MS = 15_000;
const LONGEST_LOOK_MS = 5 * MINUTE_MS;

const SHARED = {
  state: "deaf",
  why: "Another program has a socket open with the same app-level token, and Slack delivers each event to only one of the two. End that program, or give it its own app.",
} as const satisfies ChannelHearing;

const CLOSED = {
  state: "reconnecting",
  why: "The socket to Slack was closed; it is opened again.",
} as const satisfies ChannelHearing;

/**
 * Reconnects by itself. The library would too, but when that fails for good it rejects a promise
 * that nobody holds, which ends the process.
 */
export function createSocket(options: SocketOptions): SlackSocket {
  const { hearing, log } = options;
  const open = new Set<Promise<void>>();
  let isStopped = false;
  let sink: Sink | undefined;
  let connection: Connection | undefined;
  let wait = { cancel() {} };
  let hears: ChannelHearing = RUNNING;
  let lookMs = FIRST_LOOK_MS;

  async function connect(): Promise<void> {
    const opened = await openConnection(options, take);
    connection = opened;
    if (isStopped) return await opened.close();
    hears = opened.others() > 0 ? SHARED : RUNNING;
    if (hears === SHARED) lookAgain(opened);
    else lookMs = FIRST_LOOK_MS;
    void opened.ended.then(() => {
      wait.cancel();
      if (hears !== SHARED) hears = CLOSED;
      reconnect(FIRST_WAIT_MS);
    });
  }

  function lookAgain(opened: Connection): void {
    log(`slack: ${SHARED.why}`);
    const timer = setTimeout(() => void opened.close(), lookMs);
    lookMs = Math.min(lookMs * 2, LONGEST_LOOK_MS);
    wait = { cancel: () => clearTimeout(timer) };
  }

  function reconnect(waitMs: number): void {
    if (isStopped) return;
    const timer = setTimeout(() => {
      connect().catch((error: unknown) => {
        const fault = connectError(error);
        hears = hearingAfter(fault);
        log(`slack: ${fault.message}`);
        reconnect(Math.min(waitMs * 2, LONGEST_WAIT_MS));
      });
    }, waitMs);
    wait = { cancel: () => clearTimeout(timer) };
  }

  function take(envelope: Envelope): void {
    if (sink === undefined || isStopped) return;
    const taking = store(envelope, sink).finally(() => open.delete(taking));
    open.add(taking);
  }

  /** Slack delivers again whatever is not acknowledged. */
  async function store({ type, body, ack }: Envelope, to: Sink): Promise<void> {
    try {
      if (type === "events_api") await hearing.event(body, to);
      const answer = type === "interactive" ? await hearing.interaction(body, to) : undefined;
      await ack(answer);
    } catch {
      log("slack: an event was not stored or not acknowledged; Slack brings it again");
    }
  }

  return {
    async start(to) {
      sink = to;
      isStopped = false;
      try {
        await connect();
      } catch (error) {
        throw connectError(error);
      }
    },
    async stop() {
      isStopped = true;
      wait.cancel();
      await Promise.all(open);
      await connection?.close();
    },
    hearing: () => hears,
  };
}

/** The library gives no error for a socket that closed before Slack said hello. */
function connectError(error: unknown): ChannelError {
  if (error !== undefined) return channelErrorOf("apps.connections.open", error);
  return new ChannelError("transient", "Slack closed the socket before it was ready.");
}

interface Connection {
  /** Resolves once it is closed, by either side. */
  readonly ended: Promise<void>;
  /** How many others used the same token when Slack said hello. */
  others(): number;
  close(): Promise<void>;
}

async function openConnection(
  { appToken, apiUrl }: SocketOptions,
  onEnvelope: (envelope: Envelope) => void,
): Promise<Connection> {
  const { SocketModeClient } = await loaded(() => import("@slack/socket-mode"));
  const client = new SocketModeClient({
    appToken,
    autoReconnectEnabled: false,
    logger: SILENT,
    clientOptions: clientOptions(apiUrl),
  });
  const ended = Promise.withResolvers<void>();
  client.on("disconnected", () => ended.resolve());
  client.on("slack_event", onEnvelope);
  let count = 1;
  // The library does not pass on what Slack says with its hello.
  client.on("ws_message", (data: unknown) => {
    const message = parsedJson(String(data));
    const told = at(message, "num_connections");
    if (textAt(message, "type") === "hello" && typeof told === "number") count = told;
  });
  await client.start();
  return {
    ended: ended.promise,
    others: () => count - 1,
    async close() {
      if (client.websocket?.isActive()) await client.disconnect();
    },
  };
}

import type { Json } from "../../domain/json.ts";
import { ChannelError, type Sink } from "../../ports/channel.ts";
import type { Hearing } from "./hear.ts";
import { clientOptions, loaded, SILENT } from "./slack-api.ts";
import { channelErrorOf } from "./slack-error.ts";

export interface SocketOptions {
  readonly appToken: string;
  readonly apiUrl?: string;
  readonly hearing: Hearing;
  readonly log: (line: string) => void;
}

/** Slack's events over a socket that we open. */
export interface SlackSocket {
  /** Resolves once Slack has said hello; rejects where the first connection fails. */
  start(sink: Sink): Promise<void>;
  /** Resolves once what was being stored is stored and acknowledged. */
  stop(): Promise<void>;
}

/** One thing as the library gives it. */
interface Envelope {
  readonly type: string;
  readonly body: Json;
  ack(response?: Record<string, unknown>): Promise<void>;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/**
 * Connects again by itself. The library would too, but where that fails for good it rejects a promise
 * that nobody holds, which ends the process.
 */
export function createSocket(options: SocketOptions): SlackSocket {
  const { hearing, log } = options;
  const open = new Set<Promise<void>>();
  let isStopped = false;
  let sink: Sink | undefined;
  let connection: Connection | undefined;
  let wait = { cancel() {} };

  async function connect(): Promise<void> {
    connection = await openConnection(options, take);
    if (isStopped) return await connection.close();
    void connection.ended.then(() => reconnect(FIRST_WAIT_MS));
  }

  function reconnect(waitMs: number): void {
    if (isStopped) return;
    const timer = setTimeout(() => {
      connect().catch((error: unknown) => {
        log(`slack: ${connectError(error).message}`);
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

  /** What is not acknowledged Slack brings again. */
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
  };
}

/** Of a socket that was opened and closed before Slack said hello, the library says nothing. */
function connectError(error: unknown): ChannelError {
  if (error !== undefined) return channelErrorOf("apps.connections.open", error);
  return new ChannelError("transient", "Slack closed the socket before it was ready.");
}

interface Connection {
  /** Resolves once it is closed, by whomever. */
  readonly ended: Promise<void>;
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
  await client.start();
  return {
    ended: ended.promise,
    async close() {
      if (client.websocket?.isActive()) await client.disconnect();
    },
  };
}

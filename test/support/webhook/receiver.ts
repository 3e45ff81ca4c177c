import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import type { Content } from "../../../src/ports/channels/channel.ts";
import type { Harm } from "../../../src/testing/channel-contract/channel-world.ts";
import { KEPT_ALIVE } from "../kept-alive.ts";

/** What Earshot sends, as a receiver finds it in the body. */
export interface ReceivedEvent {
  readonly specversion: string;
  readonly type: string;
  readonly source: string;
  readonly id: string;
  readonly time: string;
  readonly data: Content & {
    readonly key: string;
    readonly address: string;
    readonly replyTo?: string;
    readonly callback: { readonly url?: string; readonly how: string };
  };
}

/** One call, whatever became of it. */
export interface ReceivedCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly raw: string;
}

/** A post as it stands after its edits. */
export interface StandingPost {
  readonly event: ReceivedEvent;
  readonly raw: string;
}

export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly calls: readonly ReceivedCall[];
  /** Whose signature was good, each once. */
  readonly events: readonly ReceivedEvent[];
  /** Whose signature was good, by the key of the post. */
  readonly standing: ReadonlyMap<string, StandingPost>;
  harm(...next: readonly Harm[]): void;
  /** Answers the next call so. */
  answer(reply: (outgoing: ServerResponse) => void): void;
  close(): Promise<void>;
}

type Reply = readonly [status: number, headers?: Record<string, string>];

const REFUSALS = new Map<Harm | undefined, Reply>([
  ["rate_limited", [429, { "retry-after": "2" }]],
  ["server_error", [500]],
  ["refused", [403]],
]);

/** A receiver written against the library of Standard Webhooks alone. */
export async function openReceiver(secret: string): Promise<Receiver> {
  const webhook = new Webhook(secret);
  const harms: Harm[] = [];
  const answers: ((outgoing: ServerResponse) => void)[] = [];
  const calls: ReceivedCall[] = [];
  const events: ReceivedEvent[] = [];
  const taken = new Set<string>();
  const standing = new Map<string, StandingPost>();

  function take(raw: string, headers: IncomingMessage["headers"]): number {
    const signed: Record<string, string> = {};
    for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"]) {
      signed[name] = String(headers[name]);
    }
    let event: ReceivedEvent;
    try {
      event = webhook.verify(raw, signed) as ReceivedEvent;
    } catch {
      return 401;
    }
    if (event.id !== signed["webhook-id"]) return 400;
    if (taken.has(event.id)) return 200;
    taken.add(event.id);
    events.push(event);
    const former = standing.get(event.data.key);
    if (event.type === "earshot.post.edited" && former === undefined) return 404;
    standing.set(event.data.key, { event, raw });
    return 200;
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const harm = harms.shift();
    if (harm === "lost_before") return void incoming.socket.destroy();
    const raw = await textOf(incoming);
    const { method = "", url = "", headers } = incoming;
    calls.push({ method, path: url, headers, raw });
    const answer = answers.shift();
    if (answer !== undefined) return answer(outgoing);
    const refusal = REFUSALS.get(harm);
    if (refusal !== undefined) return reply(outgoing, ...refusal);
    const status = url === "/events" ? take(raw, headers) : 404;
    if (harm === "lost_after") return void incoming.socket.destroy();
    reply(outgoing, status);
  }

  const server = createServer(KEPT_ALIVE, (incoming, outgoing) => void serve(incoming, outgoing));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/events`,
    port,
    calls,
    events,
    standing,
    harm: (...next) => void harms.push(...next),
    answer: (next) => void answers.push(next),
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function reply(outgoing: ServerResponse, status: number, headers: Record<string, string> = {}) {
  outgoing.writeHead(status, headers);
  outgoing.end();
}

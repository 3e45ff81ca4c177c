import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { present } from "../../../src/domain/present.ts";
import type { Harm } from "../../../src/testing/channel-contract/channel-world.ts";
import { KEPT_ALIVE } from "../kept-alive.ts";

/** A message as the chat server keeps it. */
export interface ParlourMessage {
  readonly id: string;
  readonly key: string;
  readonly room: string;
  readonly raw: string;
  readonly text: string;
  readonly buttons: readonly { readonly token: string; readonly label: string }[];
  readonly replyTo?: string;
}

export interface ParlourReply {
  readonly status: number;
  readonly say?: string;
}

/** The chat server that the example channel talks to. */
export interface ParlourServer {
  readonly url: string;
  readonly token: string;
  readonly secret: string;
  readonly messages: ReadonlyMap<string, ParlourMessage>;
  harm(...next: readonly Harm[]): void;
  /** Posts what happened to a hook, once. */
  tell(hook: string, event: object): Promise<ParlourReply>;
  close(): Promise<void>;
}

export const ROOM = "lounge";
const REFUSALS = new Map<Harm | undefined, number>([
  ["rate_limited", 429],
  ["server_error", 500],
  ["refused", 403],
]);

export async function startParlour(): Promise<ParlourServer> {
  const token = "a-token-of-the-bot";
  const secret = "0123456789abcdef0123456789abcdef";
  const harms: Harm[] = [];
  const messages = new Map<string, ParlourMessage>();

  function change(method: string, path: string, raw: string): readonly [number, object] {
    if (method === "GET" && path === "/me") return [200, { name: "earshot-bot" }];
    const [, room, id] = /^\/rooms\/([^/]+)\/messages(?:\/([^/]+))?$/.exec(path) ?? [];
    if (room !== ROOM) return [404, {}];
    const sent = JSON.parse(raw) as Omit<ParlourMessage, "id" | "room" | "raw">;
    const known = [...messages.values()].find((one) => one.id === id || one.key === sent.key);
    if (id !== undefined && known === undefined) return [410, {}];
    const message = known ?? { ...sent, id: `m${messages.size + 1}`, room, raw };
    messages.set(message.id, id === undefined ? message : { ...message, ...sent, raw });
    return [200, { id: message.id }];
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const harm = harms.shift();
    if (harm === "lost_before") return void incoming.socket.destroy();
    const raw = await textOf(incoming);
    const { method = "", url = "", headers } = incoming;
    const refusal = headers.authorization === `Bearer ${token}` ? REFUSALS.get(harm) : 401;
    const [status, body] = refusal === undefined ? change(method, url, raw) : [refusal, {}];
    if (harm === "lost_after") return void incoming.socket.destroy();
    outgoing.writeHead(status, { "content-type": "application/json", "retry-after": "1" });
    outgoing.end(JSON.stringify(body));
  }

  const server = createServer(KEPT_ALIVE, (incoming, outgoing) => void serve(incoming, outgoing));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    token,
    secret,
    messages,
    harm: (...next) => void harms.push(...next),
    async tell(hook, event) {
      const body = JSON.stringify(event);
      return await postSigned(hook, { body, headers: signedHeaders(secret, body) });
    },
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The headers of a call that happens at `atMs`. */
export function signedHeaders(secret: string, body: string, atMs = Date.now()) {
  const signature = createHmac("sha256", secret).update(`${atMs}.${body}`).digest("hex");
  return { "parlour-time": String(atMs), "parlour-signature": signature };
}

export async function postSigned(
  hook: string,
  { body, headers }: { readonly body: string; readonly headers: Record<string, string> },
): Promise<ParlourReply> {
  const response = await fetch(hook, { method: "POST", headers, body });
  const text = await response.text();
  const { say } = text.startsWith("{") ? JSON.parse(text) : {};
  return { status: response.status, ...present({ say }) };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

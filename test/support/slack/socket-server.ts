import { createServer } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";
import { at, parsedJson, textAt } from "../../../src/channels/slack/untrusted-json.ts";
import type { Json, JsonObject } from "../../../src/domain/json.ts";
import { listen } from "./listen.ts";

/** Slack waits three seconds for an acknowledgement; here in parts, so that a stalled machine counts as one. */
const ACK_PART_MS = 100;
const ACK_PARTS = 30;
const MOST_TRIES = 4;

/** Slack's end of Socket Mode. */
export interface SocketServer {
  url(): string;
  /**
   * Resolves with the content of the acknowledgement; undefined if none came after all attempts.
   */
  deliver(type: "events_api" | "interactive", payload: Json): Promise<Json | undefined>;
  /** Tells every client to connect again, as Slack does every few hours. */
  refresh(): void;
  /** Breaks every connection without a word. */
  cut(): void;
  /** Clients that have been greeted so far. */
  greeted(): number;
  /** Envelopes that were sent, one each time. */
  readonly sent: readonly JsonObject[];
  close(): Promise<void>;
}

interface Waiting {
  readonly envelope: JsonObject;
  readonly acked: PromiseWithResolvers<Json | undefined>;
  tries: number;
  timer: NodeJS.Timeout | undefined;
}

export async function startSocketServer(): Promise<SocketServer> {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  const clients = new Set<WebSocket>();
  const waiting = new Map<string, Waiting>();
  const sent: JsonObject[] = [];
  let greeted = 0;
  let count = 0;

  sockets.on("connection", (socket) => {
    clients.add(socket);
    socket.on("close", () => clients.delete(socket));
    socket.on("error", () => {});
    socket.on("message", (data) => acknowledge(parsedJson(String(data))));
    greeted += 1;
    socket.send(JSON.stringify({ type: "hello", num_connections: clients.size }));
    for (const one of waiting.values()) bring(one);
  });

  function acknowledge(message: Json | undefined): void {
    const id = textAt(message, "envelope_id") ?? "";
    const one = waiting.get(id);
    waiting.delete(id);
    clearInterval(one?.timer);
    one?.acked.resolve(at(message, "payload"));
  }

  function bring(one: Waiting): void {
    clearInterval(one.timer);
    const [client] = [...clients].filter((socket) => socket.readyState === socket.OPEN);
    if (client === undefined) return;
    if (one.tries === MOST_TRIES) {
      giveUp(one);
      return;
    }
    const envelope = { ...one.envelope, retry_attempt: one.tries };
    one.tries += 1;
    sent.push(envelope);
    client.send(JSON.stringify(envelope));
    let parts = 0;
    one.timer = setInterval(() => {
      parts += 1;
      if (parts === ACK_PARTS) bring(one);
    }, ACK_PART_MS);
  }

  function giveUp(one: Waiting): void {
    waiting.delete(textAt(one.envelope, "envelope_id") ?? "");
    one.acked.resolve(undefined);
  }

  const { port, close } = await listen(server);
  return {
    url: () => `ws://127.0.0.1:${port}/link?ticket=1`,
    sent,
    greeted: () => greeted,
    async deliver(type, payload) {
      count += 1;
      const envelope = { type, envelope_id: `envelope-${count}`, payload };
      const acked = Promise.withResolvers<Json | undefined>();
      const one: Waiting = { envelope, acked, tries: 0, timer: undefined };
      waiting.set(envelope.envelope_id, one);
      bring(one);
      return await acked.promise;
    },
    refresh() {
      const message = JSON.stringify({ type: "disconnect", reason: "refresh_requested" });
      for (const client of clients) {
        clients.delete(client);
        client.send(message);
      }
    },
    cut() {
      for (const client of sockets.clients) client.terminate();
    },
    async close() {
      for (const one of waiting.values()) clearInterval(one.timer);
      for (const client of sockets.clients) client.terminate();
      await close();
    },
  };
}

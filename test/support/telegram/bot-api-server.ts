import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Harm } from "../../../src/testing/channel-contract/channel-world.ts";
import { KEPT_ALIVE } from "../kept-alive.ts";
import type { FakeFile, Method } from "./bot-api-methods.ts";
import { multipartIn } from "./multipart.ts";
import { CallRefused, type RefusedCall } from "./refused-call.ts";

/** Besides the faults of all platforms: a gateway that times out once the call is done. */
export type ApiHarm = Harm | "failed_after";

export interface BotApiServer {
  readonly url: string;
  /** The next calls that write go wrong so, one each. */
  harm(...next: readonly ApiHarm[]): void;
  /** Harms the next call of this method. */
  harmAt(method: string, harm: ApiHarm): void;
  /** The calls so far, by their method. */
  readonly calls: readonly ApiCall[];
  close(): Promise<void>;
}

export interface ApiCall {
  readonly method: string;
  readonly args: Readonly<Record<string, unknown>>;
}

const WRITES = new Set([
  "sendMessage",
  "sendPhoto",
  "sendDocument",
  "editMessageText",
  "setMessageReaction",
]);

const RETRY_SECONDS = 3;
const REFUSALS = {
  rate_limited: new CallRefused(429, `Too Many Requests: retry after ${RETRY_SECONDS}`, {
    retry_after: RETRY_SECONDS,
  }).reply,
  refused: new CallRefused(403, "Forbidden: bot was blocked by the user").reply,
};

type Loss = (outgoing: ServerResponse) => void;
const LOSSES = new Map<ApiHarm | undefined, Loss>([
  ["lost_after", (outgoing) => outgoing.socket?.destroy()],
  ["failed_after", badGateway],
]);

/** Telegram's Bot API over HTTP; `methods` are what it can do. */
export async function startBotApi(
  token: string,
  methods: ReadonlyMap<string, Method>,
  files: ReadonlyMap<string, FakeFile>,
): Promise<BotApiServer> {
  const calls: ApiCall[] = [];
  const harms: ApiHarm[] = [];
  const harmsAt = new Map<string, ApiHarm>();

  function nextHarm(method: string): ApiHarm | undefined {
    const harm = harmsAt.get(method);
    harmsAt.delete(method);
    return harm ?? (WRITES.has(method) ? harms.shift() : undefined);
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    if (download(incoming.url ?? "", outgoing)) return;
    const [, given, method] = /^\/bot(.*)\/(\w+)$/.exec(incoming.url ?? "") ?? [];
    if (given !== token || method === undefined) {
      refuse(outgoing, new CallRefused(401, "Unauthorized").reply);
      return;
    }
    const call: ApiCall = { method, args: argsIn(body, incoming.headers["content-type"]) };
    calls.push(call);
    await answerHarmed(call, outgoing, nextHarm(method));
  }

  /** Serves a file; false for any other address. */
  function download(url: string, outgoing: ServerResponse): boolean {
    const [, by, path] = /^\/file\/bot([^/]*)\/(.+)$/.exec(url) ?? [];
    if (path === undefined) return false;
    const file = [...files.values()].find((one) => one.path === path);
    if (by !== token) refuse(outgoing, new CallRefused(401, "Unauthorized").reply);
    else if (file === undefined) refuse(outgoing, new CallRefused(404, "Not Found").reply);
    else outgoing.writeHead(200, { "content-type": "application/octet-stream" }).end(file.bytes);
    return true;
  }

  async function answerHarmed(call: ApiCall, outgoing: ServerResponse, harm: ApiHarm | undefined) {
    if (harm === "lost_before") outgoing.socket?.destroy();
    else if (harm === "server_error") badGateway(outgoing);
    else if (harm === "refused" || harm === "rate_limited") refuse(outgoing, REFUSALS[harm]);
    else await answer(call, outgoing, LOSSES.get(harm));
  }

  async function answer(call: ApiCall, outgoing: ServerResponse, lose?: Loss): Promise<void> {
    const gone = new AbortController();
    outgoing.on("close", () => gone.abort());
    try {
      const work = methods.get(call.method);
      if (work === undefined) throw new CallRefused(404, "Not Found");
      const result = await work(call.args, gone.signal);
      if (lose !== undefined) lose(outgoing);
      else reply(outgoing, 200, { ok: true, result });
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error;
      refuse(outgoing, error.reply);
    }
  }

  const server = createServer(KEPT_ALIVE, (incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    harm: (...next) => harms.push(...next),
    harmAt: (method, harm) => void harmsAt.set(method, harm),
    calls,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function argsIn(body: Buffer, type: string | undefined): ApiCall["args"] {
  return multipartIn(body, type) ?? (body.length === 0 ? {} : JSON.parse(body.toString()));
}

function refuse(outgoing: ServerResponse, refused: RefusedCall): void {
  reply(outgoing, refused.error_code, refused);
}

function reply(outgoing: ServerResponse, status: number, value: unknown): void {
  outgoing.writeHead(status, { "content-type": "application/json" });
  outgoing.end(JSON.stringify(value));
}

function badGateway(outgoing: ServerResponse): void {
  outgoing.writeHead(502, { "content-type": "text/html" });
  outgoing.end("<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>");
}

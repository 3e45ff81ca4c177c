import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { KEPT_ALIVE } from "../kept-alive.ts";
import { catalogue, hasModel } from "./catalogue.ts";
import { createTurnChooser } from "./choose-turn.ts";
import { ollama } from "./ollama.ts";
import { openai } from "./openai.ts";
import type { HeardRequest, ModelServer, Script, Turn, WireFormat } from "./script.ts";
import { sendJson, sendRefusal, speak } from "./speak.ts";
import { countUsage, type ReadRequest, type Refusal, type Wire } from "./wire.ts";

/* A model server that says what its script tells it, over real HTTP and in both formats. */

const WIRES: Readonly<Record<WireFormat, Wire>> = { openai, ollama };
const FORMATS: Readonly<Record<string, WireFormat>> = {
  "POST /v1/chat/completions": "openai",
  "POST /api/chat": "ollama",
};

export async function startModelServer(
  script: Script | readonly Turn[] = [],
  { port = 0 }: { readonly port?: number } = {},
): Promise<ModelServer> {
  const heard: HeardRequest[] = [];
  const watchers = new Set<() => void>();
  let hangUps = 0;
  let serial = 0;
  let said = toScript(script);
  let chooser = createTurnChooser(said);

  const changed = () => {
    for (const watcher of watchers) watcher();
  };

  function until<T>(find: () => T | undefined): Promise<T> {
    return new Promise((resolve) => {
      const look = () => {
        const found = find();
        if (found === undefined) return;
        watchers.delete(look);
        resolve(found);
      };
      watchers.add(look);
      look();
    });
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const at = Date.now();
    const { method = "", url = "", headers } = incoming;
    const path = url.replace(/\?.*$/, "");
    const body = parsed(await text(incoming));
    const format = FORMATS[`${method} ${path}`];
    if (format === undefined) return serveOther({ method, path, body }, outgoing);
    const wire = WIRES[format];
    const request = wire.read(body);
    const refusal = wire.check(body) ?? refusalOf(wire, request, headers.authorization);
    const { messages, tools } = request;
    const refused = refusal === undefined ? {} : { refused: refusal.why };
    heard.push({ format, path, headers, body, messages, tools, at, ...refused });
    outgoing.on("close", () => {
      if (!outgoing.writableFinished) hangUps += 1;
      changed();
    });
    changed();
    if (refusal === undefined) await answer(wire, request, outgoing);
    else sendRefusal(outgoing, refusal);
  }

  function serveOther(
    asked: { method: string; path: string; body: unknown },
    outgoing: ServerResponse,
  ): void {
    const page = catalogue(said, asked);
    if (page === undefined) outgoing.writeHead(404).end("404 page not found");
    else if (typeof page.body === "string") outgoing.writeHead(page.status).end(page.body);
    else sendJson(outgoing, page.status, page.body);
  }

  function refusalOf(
    wire: Wire,
    { model, format }: ReadRequest,
    authorization: string | undefined,
  ): Refusal | undefined {
    const { apiKey, refuses = [] } = said;
    if (apiKey !== undefined && authorization !== `Bearer ${apiKey}`) {
      const given = authorization?.replace("Bearer ", "");
      const message =
        given === undefined
          ? "You didn't provide an API key."
          : `Incorrect API key provided: ${given}.`;
      return wire.refuse(401, message);
    }
    if (!hasModel(said, model)) return wire.refuse(404, `model '${model}' not found`);
    if (format === undefined || !refuses.includes(format)) return undefined;
    const message = `Invalid parameter: 'response_format' of type '${format}' is not supported with this model.`;
    return wire.refuse(400, message);
  }

  async function answer(wire: Wire, request: ReadRequest, outgoing: ServerResponse): Promise<void> {
    const turn = chooser.choose(request.messages);
    if (turn === undefined) {
      return sendRefusal(outgoing, wire.refuse(400, "The script has no turn for this request."));
    }
    const malformed = wire === ollama ? turn.calls?.find(isMalformed) : undefined;
    if (malformed !== undefined) {
      const message = `error parsing tool call: raw='${malformed.args}', err=unexpected end of JSON input`;
      return sendRefusal(outgoing, wire.refuse(500, message));
    }
    serial += 1;
    const counted = turn.usage === undefined ? countUsage(turn, request.messages) : turn.usage;
    const spoken = { turn, model: request.model, usage: counted ?? undefined, serial };
    await speak(wire, { spoken, request }, outgoing);
  }

  const server = createServer(KEPT_ALIVE, (incoming, outgoing) => {
    serve(incoming, outgoing).catch((error) => outgoing.destroy(error));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    get used() {
      return chooser.used;
    },
    arrived: (count) => until(() => heard[count - 1]),
    hungUp: (count) => until(() => (hangUps >= count ? true : undefined)).then(() => {}),
    say(next) {
      said = toScript(next);
      chooser = createTurnChooser(said);
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function toScript(script: Script | readonly Turn[]): Script {
  return "turns" in script ? script : { turns: script };
}

function isMalformed({ args }: { readonly args?: unknown }): boolean {
  return typeof args === "string" && typeof parsed(args) !== "object";
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

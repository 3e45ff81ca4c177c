import {
  type JsonCalls,
  type OperationName,
  pathParameters,
  ROUTES,
  type Route,
} from "../contract/routes.ts";
import type { ContentDigest } from "../domain/content/content.ts";
import { EarshotError } from "../domain/errors.ts";
import { present } from "../domain/present.ts";
import type { Surface } from "../domain/surface.ts";
import type { CallOptions } from "../ports/earshot/call.ts";
import type { Earshot, EventsInput } from "../ports/earshot/earshot.ts";
import type { ToolDoor } from "../ports/earshot/tool-door.ts";
import { callTool } from "./call-tool.ts";
import { followEvents } from "./follow-events.ts";
import { newIdempotencyKey } from "./idempotency-key.ts";
import { createNodeChoice, type Endpoint } from "./nodes.ts";
import { readEvents, readLines } from "./read-stream.ts";
import { type Answer, type Call, type Fetch, send, type TransportOptions } from "./transport.ts";

export interface ClientOptions {
  /**
   * `http://127.0.0.1:4242`; several for the nodes of one deployment, where the next is called if one does not
   * answer; or a function that is asked before every attempt.
   */
  readonly url: string | readonly [string, ...string[]] | (() => Endpoint);
  /** A key made by `earshot keys create`; not used if `url` is a function. */
  readonly key?: string;
  /** A token of `createEndUserToken`: with it a service speaks for that user of its own. */
  readonly endUser?: string;
  /** The caller's surface, unless a call names another. */
  readonly via?: Surface;
  /** How long a call is repeated while no server answers; 10,000 if absent. */
  readonly retryForMs?: number;
  /** Hears of each failed attempt that will be repeated. */
  readonly onRetry?: (error: Error) => void;
  readonly fetch?: Fetch;
}

/** Earshot over HTTP, and what only a server can do: call its tools, stop it. */
export interface EarshotClient extends Earshot, ToolDoor {
  /** Stops the server gracefully. */
  stop(): Promise<void>;
}

const DEFAULT_RETRY_MS = 10_000;
/** Reading a log of millions yields to other calls; `fetch` itself waits 5 minutes. */
const OVER_THE_LOG_MS = 240_000;
const OVER_THE_LOG: readonly Route[] = [ROUTES.verifyAudit, ROUTES.proveAction, ROUTES.sealLog];

/**
 * Earshot over HTTP. It repeats calls as the table of errors says and resumes a stream of events where it was
 * cut, so a restart of the server is only a delay. The server cuts `holdMs` at its limit here too;
 * `untilClosed` waits on.
 * @example
 * ```ts
 * import { createClient } from "earshot/client";
 *
 * const earshot = createClient({ url: "http://127.0.0.1:4242", key: process.env["EARSHOT_KEY"] ?? "" });
 * const asked = await earshot.ask({ text: "Deploy now?", holdMs: 50_000 });
 * console.log(asked.outcome, asked.request.status);
 * ```
 */
export function createClient(options: ClientOptions): EarshotClient {
  const { url, key = "", via } = options;
  const transport: TransportOptions = {
    endpoint: typeof url === "function" ? url : endpointOf(url, key),
    nodes: createNodeChoice(),
    headers: present({ "earshot-end-user": options.endUser }),
    retryForMs: options.retryForMs ?? DEFAULT_RETRY_MS,
    fetch: options.fetch ?? fetch,
    onRetry: options.onRetry,
  };

  const request = (
    route: Route,
    input: Readonly<Record<string, unknown>>,
    callOptions: CallOptions,
  ) => requestOf(route, input, { ...callOptions, ...present({ via: callOptions.via ?? via }) });

  /** Opens a stream: resolves with the response once its head has arrived. */
  async function open(
    name: OperationName,
    input: Readonly<Record<string, unknown>> = {},
    callOptions: CallOptions = {},
  ): Promise<Answer> {
    const call = request(ROUTES[name], input, callOptions);
    return await send(transport, call, async (response) => response);
  }

  async function file<Input extends { readonly digest: ContentDigest }>(
    name: "readAttachment" | "readFile",
    input: Input,
  ) {
    const response = await open(name, { ...input });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { ...fileFacts(response.headers), size: bytes.length, digest: input.digest, bytes };
  }

  /** A stream; if it follows the log, it resumes where it was cut. */
  async function stream<E extends { readonly seq: number }>(
    name: "events" | "taskEvents",
    input: EventsInput = {},
    callOptions: CallOptions = {},
  ): Promise<AsyncIterable<E>> {
    const { follow, after = 0 } = input;
    const first = await open(name, { ...input }, callOptions);
    if (follow !== true) return readEvents<E>(bodyStream(first));
    const reopen = async (seen: number) =>
      bodyStream(await open(name, { follow, after: seen }, callOptions));
    return followEvents<E>(bodyStream(first), { after, reopen, signal: callOptions.signal });
  }

  const call =
    (route: Route) =>
    async (input: object = {}, callOptions: CallOptions = {}): Promise<unknown> => {
      const prepared = request(route, { ...input }, callOptions);
      const output: unknown = await send(transport, prepared, (response) => response.json());
      return callOptions.idempotencyKey === undefined ? asFirst(output) : output;
    };
  const calls = Object.fromEntries(
    Object.entries(ROUTES)
      .filter(([, { media, right }]) => media === "application/json" && right !== "none")
      .map(([name, route]) => [name, call(route)]),
  ) as JsonCalls;

  return {
    ...calls,
    async exportSessions(input = {}) {
      return parsedLines(await open("exportSessions", input));
    },
    async runReport(input) {
      return { html: await (await open("runReport", { ...input })).text() };
    },
    readAttachment: (input) => file("readAttachment", input),
    readFile: (input) => file("readFile", input),
    events: (input, callOptions) => stream("events", input, callOptions),
    taskEvents: (input, callOptions) => stream("taskEvents", input, callOptions),
    async exportFitness(input = {}) {
      return parsedLines(await open("exportFitness", { ...input }));
    },
    async exportAudit(input = {}) {
      return parsedLines(await open("exportAudit", { ...input }));
    },
    callTool: (toolCall) => callTool({ transport, via }, toolCall),
    async stop() {
      await open("stop");
    },
  };
}

/**
 * With a key that was made for this call, only a reply that got lost is repeated: nobody else was told
 * that the action may run.
 */
function asFirst(output: unknown): unknown {
  if (typeof output !== "object" || output === null) return output;
  if ("repeated" in output && "redeemedAt" in output) {
    const { repeated: _, ...first } = output;
    return first;
  }
  if (!("redeemed" in output) || typeof output.redeemed !== "object") return output;
  const { repeated: _, ...redeemed } = output.redeemed as { readonly repeated?: true };
  return { ...output, redeemed };
}

function requestOf(
  route: Route,
  input: Readonly<Record<string, unknown>>,
  options: CallOptions,
): Call {
  return {
    method: route.method,
    path: pathOf(route, input),
    headers: { ...present({ "earshot-via": options.via }), ...keyHeader(route, options) },
    ...present({ body: route.method === "POST" ? bodyOf(route, input) : undefined }),
    signal: options.signal,
    holdMs: holdOf(route, input),
  };
}

function endpointOf(url: string | readonly [string, ...string[]], key: string): () => Endpoint {
  const [first, ...others] = typeof url === "string" ? [url] : url;
  const endpoint = { url: first, others, key };
  return () => endpoint;
}

/** Makes a change happen once, even if the call is repeated. */
function keyHeader(
  route: Route,
  { idempotencyKey = newIdempotencyKey() }: CallOptions,
): Readonly<Record<string, string>> {
  return route.method === "GET" ? {} : { "idempotency-key": idempotencyKey };
}

async function* parsedLines<T>(response: Answer): AsyncGenerator<T, void> {
  for await (const line of readLines(bodyStream(response))) {
    if (line !== "") yield JSON.parse(line) as T;
  }
}

function bodyStream(response: Answer): ReadableStream<Uint8Array> {
  return response.body ?? new ReadableStream({ start: (controller) => controller.close() });
}

function fileFacts(headers: Answer["headers"]): {
  readonly name: string;
  readonly media_type: string;
} {
  const [, name = ""] =
    /filename\*=UTF-8''([^;]+)/.exec(headers.get("content-disposition") ?? "") ?? [];
  return {
    name: decodeURIComponent(name),
    media_type: headers.get("earshot-media-type") ?? "application/octet-stream",
  };
}

/** How long the server may take beyond what every call may. */
function holdOf(route: Route, input: Readonly<Record<string, unknown>>): number {
  if (OVER_THE_LOG.includes(route)) return OVER_THE_LOG_MS;
  // A key has a hold too, for which nobody waits when it is made.
  return route === ROUTES.createKey ? 0 : Math.ceil(Number(input["holdMs"] ?? 0));
}

function pathOf(route: Route, input: Readonly<Record<string, unknown>>): string {
  const inPath = pathParameters(route.path);
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input[name])),
  );
  if (route.method === "POST") return path;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined && !inPath.includes(name)) query.set(name, String(value));
  }
  const whole = query.size === 0 ? path : `${path}?${query}`;
  if (whole.length > MAX_PATH) throw tooLong(input);
  return whole;
}

/** A server accepts a head of 16 KiB: beyond that it answers 431, which says nothing of the cause. */
const MAX_PATH = 12_000;

function tooLong(input: Readonly<Record<string, unknown>>): EarshotError {
  const lengths = Object.entries(input).map(([name, value]) => ({
    name,
    length: String(value).length,
  }));
  const { name, length } = lengths.reduce((a, b) => (b.length > a.length ? b : a));
  const message = `it has ${length} characters, more than any call that only reads may send`;
  return new EarshotError("INVALID_INPUT", `${name}: ${message}.`, {
    details: { issues: [{ path: name, message }] },
  });
}

function bodyOf(route: Route, input: Readonly<Record<string, unknown>>): string {
  const inPath = pathParameters(route.path);
  return JSON.stringify(
    Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.includes(name))),
  );
}

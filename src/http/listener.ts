import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { openApiDocument } from "../contract/openapi/document.ts";
import { llmsText } from "../contract/openapi/llms-text.ts";
import { PUBLIC_PATHS } from "../contract/operations.ts";
import { EarshotError, ERRORS, isEarshotError } from "../domain/errors.ts";
import type { Caller } from "../domain/people/principal.ts";
import type { AgentSurface } from "../ports/earshot/agent-surface.ts";
import type { Gate } from "../ports/system/door.ts";
import { NO_TRACES, type Traces } from "../ports/system/traces.ts";
import { createHookLimit, createSignInLimit } from "./call-limit.ts";
import { createCallsOfKeys } from "./calls-of-keys.ts";
import { isForOtherPages } from "./embed-origins.ts";
import { createGuard } from "./guard.ts";
import { type HookDeps, type Hooks, isHook, serveHook } from "./hooks.ts";
import type { Metrics } from "./metrics.ts";
import { type Mount, sendRpcError, serveMount } from "./mount.ts";
import type { Page } from "./page.ts";
import { createCapabilities, publicDocument, sendDocument } from "./public-document.ts";
import { type Challenge, sendProblem, sendText } from "./respond.ts";
import { route } from "./router.ts";
import { type OperationDeps, serveOperation } from "./serve-operation.ts";
import { serveTool, toolAt } from "./serve-tool.ts";
import { forWhom, presented, scraperOf, signIn, signInAnyhow } from "./sign-in.ts";
import { createStreamSlots } from "./stream-slots.ts";
import { type Seen, tallyCall, tallyRefusal } from "./tally-calls.ts";
import { serveInvitation, serveSignIn } from "./web-sign-in.ts";

export interface ListenerOptions {
  readonly gate: Gate;
  readonly metrics: Metrics;
  /** Names that this server may be called by, without the port. */
  readonly allowedHosts: readonly string[];
  readonly version: string;
  /** How many streams one principal may hold open; 2,000 if absent. */
  readonly maxStreams?: number;
  /** The tools that agents may call; none if absent. */
  readonly surface?: AgentSurface;
  readonly mounts?: readonly Mount[];
  /** Where platforms of channels call; nowhere if absent. */
  readonly hooks?: Hooks | undefined;
  /** Further documents by path, for anyone who reaches the port. */
  readonly publicDocuments?: Readonly<Record<string, object>>;
  /** Tells a refused caller where to read how to get a token. */
  readonly resourceMetadataUrl?: string | undefined;
  /** The operators' page; none if absent. */
  readonly page?: Page | undefined;
  /** The address at which this server is reached over TLS, if it is. */
  readonly publicUrl?: string | undefined;
  /** Nothing is traced if absent. */
  readonly traces?: Traces | undefined;
  /** Hears of errors that are no EarshotError: faults of ours. */
  readonly onFault: (error: unknown) => void;
}

/** The name under which calls of platforms are counted. */
const HOOKS = "hooks";

type PublicPath = keyof typeof PUBLIC_PATHS;

/** Methods that a span may name; anything else could be content. */
const METHODS: ReadonlySet<unknown> = new Set(["GET", "HEAD", "POST", "DELETE", "OPTIONS"]);
const INTERNAL = 500;

/** Earshot over HTTP: it serves the table of operations and the table of tools. */
export function createListener(options: ListenerOptions): RequestListener {
  const { gate, metrics, page, traces = NO_TRACES } = options;
  const challenge: Challenge = { resourceMetadataUrl: options.resourceMetadataUrl };
  /** Calls that the listener has answered itself, in place of their handler. */
  const ended = new WeakSet<ServerResponse>();
  const underWay = createCallsOfKeys(endCall);
  gate.onRevoked(underWay.revoked);
  gate.onExpiring(underWay.expires);
  gate.onHalted(underWay.halted);
  const isPage = (path: string) => page?.has(path) === true;
  const guard = createGuard(
    options.allowedHosts,
    isPage,
    (path) => isForOtherPages(path) && isPage(path),
  );
  const publicPaths = createPublicPaths(options);
  const doors = doorsOf(options, { challenge, underWay });

  // Each promise on the way of a call costs, so nothing is awaited whose end nobody needs.
  function serve(incoming: IncomingMessage, outgoing: ServerResponse, seen: Seen): Promise<void> {
    guard(incoming);
    const { path, query } = targetOf(incoming);
    if (publicPaths.has(path)) {
      seen.isPublic = true;
      return publicPaths.serve({ path, query }, outgoing);
    }
    if (gate.isStopping()) {
      throw new EarshotError("SHUTTING_DOWN", "The server is stopping. Try again in a moment.");
    }
    const arrival = { incoming, outgoing, path, query, seen };
    if (!traces.isOn) return serveKnown(doors, arrival);
    return traceCall(traces, arrival, () => serveKnown(doors, arrival));
  }

  function fail(error: unknown, outgoing: ServerResponse): void {
    // The caller has gone, which also ends its wait: nobody would read an answer.
    if (outgoing.destroyed) return;
    if (!isEarshotError(error)) options.onFault(error);
    if (gate.isStopping()) outgoing.shouldKeepAlive = false;
    if (outgoing.headersSent) {
      outgoing.destroy();
      return;
    }
    sendFailure(error, outgoing);
    metrics.count("refused", outgoing.statusCode);
    metrics.countError(isEarshotError(error) ? error.code : "INTERNAL");
  }

  /** Tells the caller of a call under way why it ends, and its handler that nobody listens any more. */
  function endCall(outgoing: ServerResponse, error: EarshotError): void {
    ended.add(outgoing);
    // Its handler may still write, which is no fault then.
    outgoing.on("error", () => {});
    outgoing.emit("close");
    fail(error, outgoing);
  }

  function sendFailure(error: unknown, outgoing: ServerResponse): void {
    if (page !== undefined && isEarshotError(error, "NOT_FOUND") && isLookedFor(outgoing.req)) {
      page.serveMissing(outgoing);
      return;
    }
    const send = doors.mounts.has(targetOf(outgoing.req).path) ? sendRpcError : sendProblem;
    send(outgoing, error, challenge);
  }

  return (incoming, outgoing) => {
    const seen: Seen = {};
    const refuse = (error: unknown) => {
      if (ended.has(outgoing)) return;
      tallyRefusal(gate.tally, { incoming, error, seen });
      fail(error, outgoing);
    };
    try {
      serve(incoming, outgoing, seen).catch(refuse);
    } catch (error) {
      refuse(error);
    }
  };
}

/** Documents for anyone who reaches the port. */
function createPublicPaths({ gate, surface, page, publicUrl, ...options }: ListenerOptions) {
  // Made on the first request: describing every schema takes as long as the rest of a start.
  let openApi: string | undefined;
  const capabilities = surface === undefined ? undefined : createCapabilities(surface);
  const documents = new Map(
    Object.entries(options.publicDocuments ?? {}).map(([path, value]) => [
      path,
      publicDocument(value),
    ]),
  );

  // A set, because every call asks: to look for a property costs 1 µs.
  const paths = new Set([...Object.keys(PUBLIC_PATHS), ...documents.keys()]);
  if (capabilities === undefined) paths.delete("/capabilities");
  const has = (path: string) => paths.has(path) || page?.has(path) === true;

  async function serve({ path, query }: Target, outgoing: ServerResponse): Promise<void> {
    const { method } = outgoing.req;
    if (method !== "GET" && method !== "HEAD") {
      throw new EarshotError("METHOD_NOT_ALLOWED", "This path takes GET and HEAD.", {
        details: { allowed: ["GET", "HEAD"] },
      });
    }
    if (page?.has(path) === true) return page.serve(path, outgoing, publicUrl);
    const document = documents.get(path);
    if (document !== undefined) return sendDocument(outgoing, document);
    switch (path as PublicPath) {
      case "/capabilities":
        if (capabilities !== undefined) sendDocument(outgoing, capabilities(query));
        return;
      case "/openapi.json":
        openApi ??= JSON.stringify(
          openApiDocument({
            version: options.version,
            tools: surface?.tools,
            url: publicUrl,
          }),
        );
        return sendText(outgoing, 200, { type: "application/json", text: openApi });
      case "/llms.txt":
        return sendText(outgoing, 200, { type: "text/plain; charset=utf-8", text: llmsText() });
      case "/readyz":
        return sendText(outgoing, 200, {
          type: "text/plain",
          text: readyText(await gate.checkReady()),
        });
      case "/livez":
        gate.checkAlive();
        return sendText(outgoing, 200, { type: "text/plain", text: "ok\n" });
    }
  }

  return { has, serve };
}

function readyText({ held }: { readonly held?: string }): string {
  return held === undefined ? "ok\n" : `ok, but ${held}\n`;
}

/** Shared by all calls of admitted callers. */
interface Doors {
  readonly gate: Gate;
  readonly metrics: Metrics;
  readonly surface: AgentSurface | undefined;
  readonly publicUrl: string | undefined;
  readonly challenge: Challenge;
  readonly operations: OperationDeps;
  readonly signIn: Parameters<typeof serveSignIn>[0];
  readonly hooks: HookDeps | undefined;
  readonly mounts: ReadonlyMap<string, Mount>;
  /** By name. */
  readonly tools: ReadonlySet<string>;
  /** Calls that end with the key of their caller. */
  readonly underWay: ReturnType<typeof createCallsOfKeys>;
}

function doorsOf(
  { gate, metrics, surface, publicUrl, hooks, mounts = [], maxStreams }: ListenerOptions,
  shared: Pick<Doors, "challenge" | "underWay">,
): Doors {
  return {
    ...shared,
    gate,
    metrics,
    surface,
    publicUrl,
    mounts: new Map(mounts.map((mount) => [mount.path, mount])),
    operations: { gate, metrics, slots: createStreamSlots(maxStreams), publicUrl },
    signIn: { gate, publicUrl, limit: createSignInLimit() },
    hooks: hooks && { hooks, limit: createHookLimit() },
    tools: new Set(surface?.tools.map(({ name }) => name)),
  };
}

/** Serves the calls of admitted callers. */
function serveKnown(doors: Doors, arrival: Arrival): Promise<void> {
  const { surface, hooks } = doors;
  const { incoming, path } = arrival;
  if (hooks !== undefined && isHook(path)) return servePlatform(doors, arrival, hooks);
  const mount = doors.mounts.get(path);
  if (mount !== undefined) return serveMounted(doors, arrival, mount);
  const name = toolAt(path, { method: incoming.method, surface });
  return surface === undefined || name === undefined
    ? serveRoute(doors, arrival)
    : serveNamedTool(doors, arrival, { surface, name });
}

async function servePlatform(doors: Doors, arrival: Arrival, hooks: HookDeps): Promise<void> {
  arrival.seen.operation = HOOKS;
  await serveHook(hooks, arrival);
  doors.metrics.count(HOOKS, arrival.outgoing.statusCode);
}

async function serveMounted(doors: Doors, arrival: Arrival, mount: Mount): Promise<void> {
  const { incoming, outgoing, seen } = arrival;
  seen.operation = mount.path;
  const caller = await identify(doors, arrival, () => byKey(doors, incoming));
  const count = () => doors.metrics.count(mount.path, outgoing.statusCode);
  // Handed on, not awaited: a call can be held for a long time, and this function with it.
  return serveMount(mount, doors, { incoming, outgoing, caller }).then(count);
}

async function serveNamedTool(
  doors: Doors,
  arrival: Arrival,
  { surface, name }: { readonly surface: AgentSurface; readonly name: string },
): Promise<void> {
  const { incoming, outgoing, seen } = arrival;
  const { gate, challenge, publicUrl } = doors;
  seen.operation = "callTool";
  if (doors.tools.has(name)) seen.tool = name;
  const caller = await identify(doors, arrival, () => byKey(doors, incoming));
  const toolDeps = { gate, surface, challenge, publicUrl };
  await serveTool(toolDeps, { incoming, outgoing, caller, name });
  doors.metrics.count("callTool", outgoing.statusCode);
}

async function serveRoute(doors: Doors, arrival: Arrival): Promise<void> {
  const { gate, metrics, publicUrl } = doors;
  const { incoming, outgoing, path, query, seen } = arrival;
  const match = route(incoming.method ?? "", path);
  const { name } = match;
  seen.operation = name;
  const { right } = match.operation;
  if (right === "none") {
    await serveSignIn(doors.signIn, { incoming, outgoing, match, query });
  } else if (right === "invitation") {
    await serveInvitation(doors.signIn, { incoming, outgoing, match, query });
  } else {
    const caller = await identify(
      doors,
      arrival,
      () =>
        (name === "metrics" ? scraperOf(incoming, gate) : undefined) ??
        signInAnyhow(incoming, { gate, publicUrl, name }),
    );
    await serveOperation(doors.operations, { incoming, outgoing, match, query, caller });
  }
  metrics.count(name, outgoing.statusCode);
}

/** Tools are for agents, which have keys: no cookie opens one. */
function byKey({ gate }: Doors, incoming: IncomingMessage): Promise<Caller> {
  return signIn(presented(incoming), gate);
}

/** Finds the caller; from here on the call counts for their workspace. */
async function identify(
  { underWay, gate }: Doors,
  { incoming, outgoing, seen }: Arrival,
  find: () => Caller | Promise<Caller>,
): Promise<Caller> {
  const mark = underWay.mark();
  const caller = await forWhom(gate, incoming, await find());
  underWay.add(caller, outgoing, mark);
  seen.caller = caller;
  tallyCall(gate.tally, caller);
  gate.noteUse(caller);
  return caller;
}

interface SeenCall {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly seen: Seen;
}

interface Arrival extends SeenCall, Target {}

interface Target {
  readonly path: string;
  /** Without its question mark. */
  readonly query: string;
}

/** Whether a person is looking for a page: a browser that opens an address, not a program. */
function isLookedFor(incoming: IncomingMessage): boolean {
  const { method, headers } = incoming;
  const isRead = method === "GET" || method === "HEAD";
  const isOfPages = !targetOf(incoming).path.startsWith("/v1/");
  return isRead && isOfPages && String(headers.accept ?? "").includes("text/html");
}

function targetOf({ url = "" }: IncomingMessage): Target {
  const mark = url.indexOf("?");
  return mark === -1
    ? { path: url, query: "" }
    : { path: url.slice(0, mark), query: url.slice(mark + 1) };
}

/**
 * Serves a call in a span, within the caller's trace if they name one. The span names the operation, never
 * the path: that holds what callers write into it.
 */
async function traceCall(
  traces: Traces,
  { incoming, outgoing, seen }: SeenCall,
  serve: () => Promise<void>,
): Promise<void> {
  const { traceparent } = incoming.headers;
  const parent = typeof traceparent === "string" ? traceparent : undefined;
  await traces.run({ name: "call", kind: "server", parent }, async () => {
    const span = traces.current();
    const tell = (status: number) => {
      const { operation, caller, tool } = seen;
      if (operation !== undefined) span?.rename(operation);
      span?.tell({
        "http.request.method": METHODS.has(incoming.method) ? incoming.method : "_OTHER",
        "http.response.status_code": status,
        "earshot.operation": operation,
        "earshot.tool": tool,
        "earshot.workspace": caller?.principal.workspace,
        "earshot.principal.id": caller?.principal.id,
        "earshot.principal.kind": caller?.principal.kind,
      });
    };
    try {
      await serve();
      tell(outgoing.statusCode);
    } catch (error) {
      tell(isEarshotError(error) ? ERRORS[error.code].status : INTERNAL);
      throw error;
    }
  });
}

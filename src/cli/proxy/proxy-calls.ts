import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import { untilClosed } from "../../client/until-closed.ts";
import type { RequestId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import type { ApprovedRequest, Shown, Waited } from "../../domain/requests/request.ts";
import { utf8Length } from "../../domain/text.ts";
import { type Sought, seek } from "../../guard/gate.ts";
import { notAuthorization } from "../../guard/not-approved.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { awaitNameAmong } from "./await-approval.ts";
import type { CallProgress } from "./call-progress.ts";
import { MAX_SCHEMA_BYTES } from "./catalog.ts";
import { METHODS, type PinnedTool } from "./offer.ts";
import { deniedResult, failed, failedResult, isExpected, pendingResult } from "./results.ts";
import { type ApprovedCall, type RunDeps, runApproved } from "./run-approved.ts";

export interface ProxyDeps extends RunDeps {
  readonly earshot: RunDeps["earshot"] & Pick<Earshot, "cancel">;
  /** How long a call waits for people before it is reported as pending. */
  readonly holdMs: number;
  /** The name of the upstream server, for people. */
  readonly serverName: string;
  /** Ends every wait: each then reports its call as pending. */
  readonly stop: AbortSignal;
}

/** One call of a client, and what is known about who makes it. */
export interface ProxiedCall {
  readonly name: string;
  readonly args: JsonObject;
  readonly clientName: string;
  readonly signal: AbortSignal;
  readonly progress: CallProgress;
}

type SettledCall = ProxiedCall & Pick<ApprovedCall, "meanwhile">;

/** How the proxy serves calls: each is sought, waited for during the hold, and run once. */
export function createProxyCalls(deps: ProxyDeps) {
  const { earshot, upstream, catalog, voice } = deps;
  const runs = createRuns();

  async function serveCall(call: ProxiedCall): Promise<CallToolResult> {
    await upstream.client(call.signal);
    const seeking = (await seekAsKnown(deps, call)) ?? (await seekAsListed(deps, call));
    if (seeking !== undefined) {
      const { sought, meanwhile } = seeking;
      return await settle(await held(deps, sought, call), { ...call, meanwhile });
    }
    const names = (await catalog.all()).map(({ tool }) => tool.name);
    if (call.name === awaitNameAmong(names)) return await serveAwait(call);
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${call.name}`);
  }

  async function serveAwait(call: ProxiedCall): Promise<CallToolResult> {
    const id = requestIdIn(call.args);
    const kept = runs.of(id);
    if (kept !== undefined) return await kept;
    try {
      const looked = await earshot.wait({ id, holdMs: 0 }, { signal: call.signal });
      return await settle(await held(deps, looked, call), call);
    } catch (error) {
      if (!isExpected(error)) throw error;
      return failed(error.message);
    }
  }

  async function settle(waited: Sought, call: SettledCall): Promise<CallToolResult> {
    const { request } = waited;
    if (request.kind !== "authorization") throw notAuthorization(request.id);
    if (isMethod(request.authorization.action.tool)) {
      return failed(`${request.id} is about something that is read: read it again.`);
    }
    switch (request.status) {
      case "open":
        return pendingResult(request, { awaitTool: await awaitName(), saidBy: voice.mark });
      case "approved":
        return await runOnce(waited, request, call);
      default:
        return deniedResult({ ...waited, request });
    }
  }

  async function runOnce(
    waited: Waited,
    request: Shown<ApprovedRequest>,
    { signal, progress, meanwhile }: SettledCall,
  ): Promise<CallToolResult> {
    const run = () => runApproved(deps, { waited, request, signal, progress, meanwhile });
    try {
      // What was redeemed together with the request belongs to this call alone: nobody else can
      // wait for it.
      return await (waited.redeemed === undefined ? runs.once(request.id, run) : run());
    } catch (error) {
      if (!isExpected(error)) throw error;
      return failedResult(error, request.authorization.action.tool);
    }
  }

  async function awaitName(): Promise<string> {
    return awaitNameAmong((await catalog.all()).map(({ tool }) => tool.name));
  }

  return {
    /** What the client gets: in words, if the call came to nothing. */
    async serve(call: ProxiedCall): Promise<CallToolResult> {
      try {
        return voice.marked(await serveCall(call));
      } catch (error) {
        if (!isExpected(error)) throw error;
        return voice.marked(failedResult(error, call.name));
      }
    },
  };
}

function isMethod(tool: string): boolean {
  return Object.values<string>(METHODS).includes(tool);
}

/** Waits if people have to decide; the end of the hold, or of the proxy, leaves it pending. */
export async function held(
  { earshot, holdMs, stop }: Pick<ProxyDeps, "earshot" | "holdMs" | "stop">,
  sought: Sought,
  { signal, progress }: Pick<ProxiedCall, "signal" | "progress">,
): Promise<Sought> {
  if (sought.outcome !== "pending") return sought;
  const over = AbortSignal.any([signal, stop]);
  try {
    return await progress.during(untilClosed(earshot, sought.request.id, { holdMs, signal: over }));
  } catch (error) {
    if (!stop.aborted || signal.aborted) throw error;
    return sought;
  }
}

/** What a call has sought, and its tool as the server says it was at that time. */
interface Seeking extends Required<Pick<SettledCall, "meanwhile">> {
  readonly sought: Sought;
}

/**
 * Seeks by the tool as it is known, without a wait for the server's list. Undefined if the list then shows
 * another tool, or none: nothing runs by what was sought, and the call has to be sought again.
 */
async function seekAsKnown(deps: ProxyDeps, call: ProxiedCall): Promise<Seeking | undefined> {
  const known = await deps.catalog.known(call.name);
  if (known === undefined) return undefined;
  const seeking = await seekFor(deps, call, known);
  const { sought, meanwhile } = seeking;
  let now: PinnedTool | undefined;
  try {
    now = await meanwhile;
  } finally {
    if (now?.hash !== known.hash) await takeBack(deps, sought);
  }
  return now?.hash === known.hash ? seeking : undefined;
}

/** Undefined if the server lists no such tool. */
async function seekAsListed(deps: ProxyDeps, call: ProxiedCall): Promise<Seeking | undefined> {
  const pinned = await deps.catalog.find(call.name);
  return pinned === undefined ? undefined : await seekFor(deps, call, pinned);
}

async function seekFor(deps: ProxyDeps, call: ProxiedCall, pinned: PinnedTool): Promise<Seeking> {
  const args = await deps.resolve(call.args);
  const gated = gatedCallOf(deps, { ...call, args }, pinned);
  const options = { holdMs: 0, retryForMs: 0, signal: call.signal, via: "mcp" } as const;
  const meanwhile = deps.catalog.find(call.name);
  // Heard of where the call runs by it; most of those that ask people never look at it.
  meanwhile.catch(() => {});
  return { sought: await seek(deps.earshot, gated, options), meanwhile };
}

/** People do not decide on a tool that has gone or changed. If they just have, its grant fits nothing. */
async function takeBack(
  { earshot }: ProxyDeps,
  { outcome, joined, request: { id } }: Sought,
): Promise<void> {
  if (outcome !== "pending" || joined === true) return;
  const reason = "The tool has changed, or its server is gone.";
  await earshot.cancel({ id, reason }, { via: "mcp" }).catch(() => {});
}

function gatedCallOf(
  { session, serverName }: ProxyDeps,
  { name, args, clientName }: ProxiedCall,
  { tool, hash, definition }: PinnedTool,
) {
  const argsSchema = tool.inputSchema as JsonObject;
  // A schema that is too long to keep cannot be compared with edited arguments: the server does
  // that.
  const isKept = utf8Length(JSON.stringify(argsSchema)) <= MAX_SCHEMA_BYTES;
  return {
    tool: name,
    args,
    toolSchemaHash: hash,
    redeemIfAllowed: true,
    reason: `Called over MCP by ${clientName}, as a tool of ${serverName}`,
    ...present({
      argsSchema: isKept ? argsSchema : undefined,
      toolDefinition: definition,
      session,
    }),
  };
}

function requestIdIn({ request_id: id }: JsonObject): RequestId {
  if (typeof id === "string" && id !== "") return id as RequestId;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    "request_id is the request_id of a pending call.",
  );
}

/** The runs of approved calls, one for each request. */
interface Runs {
  /** Runs it, or returns the result of an existing run. */
  once(id: RequestId, run: () => Promise<CallToolResult>): Promise<CallToolResult>;
  /** The run of a request, if this proxy has begun it and still knows it. */
  of(id: RequestId): Promise<CallToolResult> | undefined;
}

const MOST_KEPT = 100;

/**
 * Everybody who waits for one approval gets the result of its one run. The newest results are kept
 * for a client that had given up before its result came.
 */
function createRuns(): Runs {
  const kept = new Map<RequestId, Promise<CallToolResult>>();
  return {
    of: (id) => kept.get(id),
    once(id, run) {
      const before = kept.get(id);
      if (before !== undefined) return before;
      const running = run();
      kept.set(id, running);
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      // A run that did not start may be tried again: the server says whether it can be.
      running.catch(() => kept.delete(id));
      return running;
    },
  };
}

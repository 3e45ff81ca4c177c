import { type Client, ProtocolError, SdkError, SdkErrorCode } from "@modelcontextprotocol/client";
import {
  type CallToolResult,
  ProtocolError as ServerProtocolError,
} from "@modelcontextprotocol/server";
import { present } from "../../domain/present.ts";
import type { ApprovedRequest, Shown, Waited } from "../../domain/requests/request.ts";
import { DAY_MS } from "../../domain/time.ts";
import {
  assertSame,
  type GateKeeper,
  type RedeemedCall,
  type Resolve,
  take,
} from "../../guard/gate.ts";
import type { CallProgress } from "./call-progress.ts";
import type { Catalog } from "./catalog.ts";
import type { PinnedTool } from "./offer.ts";
import { excessBytes, refusedBytes } from "./result-size.ts";
import { failed, lostResult, tooLargeResult, withEdit } from "./results.ts";
import type { Upstream } from "./upstream.ts";
import type { Voice } from "./voice.ts";

export interface RunDeps {
  readonly earshot: GateKeeper;
  readonly upstream: Upstream;
  readonly catalog: Catalog;
  readonly voice: Voice;
  readonly session?: string | undefined;
  /** What the paths of a call lead to. */
  readonly resolve: Resolve;
}

export interface ApprovedCall {
  readonly waited: Waited;
  readonly request: Shown<ApprovedRequest>;
  /** The tool as the server said while Earshot decided; for a call that was redeemed with that. */
  readonly meanwhile?: Promise<PinnedTool | undefined> | undefined;
  readonly signal: AbortSignal;
  readonly progress: CallProgress;
}

/** As long as the client wants: it has a time-out of its own. */
const PATIENCE_MS = DAY_MS;

/** Uses the approval and runs the call with what was approved, whatever the client has sent. */
export async function runApproved(deps: RunDeps, call: ApprovedCall): Promise<CallToolResult> {
  const { waited, request, signal, meanwhile } = call;
  const { upstream, catalog, session, earshot, voice, resolve } = deps;
  const { tool } = request.authorization.action;
  // Checked for every kind of approval: servers need not announce that a tool has changed.
  // An approval that came later says nothing about the tool as it was while people decided.
  const isAtOnce = waited.redeemed !== undefined && meanwhile !== undefined;
  const pinned = await (isAtOnce ? meanwhile : catalog.find(tool));
  // An approval is not used while the server is absent.
  const client = await upstream.client(signal);
  const live = { tool, session, toolSchemaHash: pinned?.hash };
  // The Earshot client repeats failed calls; more retries would hold the call for nobody.
  const redeemed = await take(earshot, { waited, live, via: "mcp", retryForMs: 0 });
  await assertSame(redeemed.args, { resolve, tool });
  return withEdit(
    await callUpstream({ client, upstream, pinned, voice }, redeemed, call),
    redeemed,
  );
}

interface Behind extends Pick<RunDeps, "voice"> {
  readonly client: Client;
  readonly upstream: Upstream;
  readonly pinned: PinnedTool | undefined;
}

async function callUpstream(
  { client, upstream, pinned, voice }: Behind,
  { args }: RedeemedCall,
  { request, signal, progress }: ApprovedCall,
): Promise<CallToolResult> {
  const { tool } = request.authorization.action;
  // Others may wait for what people have approved: it continues when one of them leaves.
  const isOnesOwn = request.basis.kind === "rule";
  try {
    const result = await client.callTool(
      { name: tool, arguments: { ...args } },
      {
        timeout: PATIENCE_MS,
        ...present({
          toolDefinition: pinned === undefined ? undefined : withoutOutput(pinned),
          signal: isOnesOwn ? signal : undefined,
          onprogress: progress.onprogress,
        }),
      },
    );
    const excess = excessBytes(result);
    if (excess !== undefined) return tooLargeResult(tool, excess);
    return voice.ofServer(result as CallToolResult);
  } catch (error) {
    if (isOnesOwn && signal.aborted && !(error instanceof ProtocolError)) throw error;
    const failure = failureOf({ tool, voice }, error as Error);
    if (failure !== undefined) return failure;
    upstream.drop(client);
    return lostResult(tool, (error as Error).message);
  }
}

/** What the client gets if the server keeps running; undefined if it is lost. */
function failureOf(
  { tool, voice }: Pick<RunDeps, "voice"> & { readonly tool: string },
  error: Error,
): CallToolResult | undefined {
  const refused = refusedBytes(error);
  if (refused !== undefined) return tooLargeResult(tool, refused);
  if (error instanceof ProtocolError) {
    const { code, message, data } = error;
    throw new ServerProtocolError(code, voice.ofServer(message), voice.ofServer(data));
  }
  if (!isStrange(error)) return undefined;
  return failed(
    `The answer of the server to ${tool} cannot be passed on: ${voice.ofServer(error.message)}. The call may have run.`,
  );
}

/** A result is returned as it is: checking it against the schema is left to the client. */
function withoutOutput({ tool }: PinnedTool): PinnedTool["tool"] {
  const { outputSchema: _, ...rest } = tool;
  return rest;
}

/** The server answered with something that a proxy without tasks and forms cannot take. */
function isStrange(error: unknown): boolean {
  const codes = [SdkErrorCode.UnsupportedResultType, SdkErrorCode.InvalidResult];
  return error instanceof SdkError && codes.includes(error.code);
}

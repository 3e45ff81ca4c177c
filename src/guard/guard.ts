import type { Resource } from "../domain/authority/action.ts";
import type { ToolDefinition } from "../domain/authority/tool-definition.ts";
import { EarshotError, isEarshotError } from "../domain/errors.ts";
import type { RequestId } from "../domain/id.ts";
import type { JsonObject } from "../domain/json.ts";
import type { PatchOperation } from "../domain/json-patch.ts";
import { present } from "../domain/present.ts";
import type { EvidenceInput } from "../ports/earshot/evidence.ts";
import {
  assertSame,
  type GatedCall,
  type GateKeeper,
  type Resolve,
  refusalOf,
  seek,
  take,
} from "./gate.ts";
import { hashText } from "./hash-text.ts";
import { jsonCopy } from "./json-copy.ts";
import { notApproved } from "./not-approved.ts";

export interface GuardOptions<Args> {
  /** Earshot as the agent: a client with an agent's key. */
  readonly earshot: GateKeeper;
  /** The function's name for the policy and for people. */
  readonly tool: string;
  /** Why, in the agent's words. */
  readonly reason: string | ((args: Args) => string);
  /** JSON Schema; arguments that an operator edits must fit it. */
  readonly argsSchema?: JsonObject | undefined;
  readonly session?: string | undefined;
  readonly onBehalfOf?: string | undefined;
  /** JSON Pointers of arguments that are shown to nobody. */
  readonly secrets?: readonly string[] | undefined;
  /**
   * Says what the arguments of a call lead to, such as paths behind links (`realPaths`). That is what
   * approval is sought for, and what the function is given. What leads elsewhere before it runs is refused.
   */
  readonly resolve?: ((args: Args) => Promise<Args>) | undefined;
  /** Reads what a call touches, when approval is sought and again before it runs: both must agree. */
  readonly resources?: ((args: Args) => Promise<readonly Resource[]>) | undefined;
  /**
   * What people are shown beside a call, read when approval is sought and again before it runs: both must
   * agree.
   */
  readonly evidence?: ((args: Args) => Promise<readonly EvidenceInput[]>) | undefined;
  /** From `hashTool`: if it changes, people are asked again. */
  readonly toolSchemaHash?: string | undefined;
  /** The definition behind that digest, so that people can see how it has changed. */
  readonly toolDefinition?: ToolDefinition | undefined;
  /** Ends the wait; the request stays open. */
  readonly signal?: AbortSignal | undefined;
}

/** Tells a function about the approval that it runs under. */
export interface Approval {
  readonly request: RequestId;
  /** Whether an operator changed the arguments: then tell the caller. */
  readonly edited: boolean;
  /** The change, by RFC 6902; empty if there is none. */
  readonly patch: readonly PatchOperation[];
}

export interface GuardedCall {
  /**
   * Names the call for good. After a restart the same name finds the request and its approval again, and a
   * call whose approval was used never runs a second time. At most 128 characters.
   */
  readonly call?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The same function behind an approval: it runs after it was approved, once, with exactly the approved
 * arguments. Arguments are JSON. It waits as long as people take, over restarts of the server. Throws
 * NOT_APPROVED, and GRANT_REFUSED if what is about to run is not what was approved.
 * @example
 * ```ts
 * import { createClient } from "earshot/client";
 * import { guard } from "earshot/guard";
 *
 * const earshot = createClient({ url: "http://127.0.0.1:4242", key: process.env["EARSHOT_KEY"] ?? "" });
 * const transfer = guard(
 *   async ({ to, amount }: { to: string; amount: number }) => `sent ${amount} to ${to}`,
 *   { earshot, tool: "transfer", reason: ({ to }) => `The invoice of ${to} is due.` },
 * );
 * console.log(await transfer({ to: "ana", amount: 50 }, { call: "invoice-4711" }));
 * ```
 */
export function guard<Args extends object, Result>(
  run: (args: Args, approval: Approval) => Result | Promise<Result>,
  options: GuardOptions<Args>,
): (args: Args, call?: GuardedCall) => Promise<Result> {
  const { earshot, tool, session, toolSchemaHash, resources, evidence } = options;
  const resolve = options.resolve as Resolve | undefined;
  const read = resources && ((args: JsonObject) => resources(args as Args));
  const show = evidence && ((args: JsonObject) => evidence(args as Args));

  return async (given, { call, signal } = {}) => {
    // A copy: a change that the caller makes while people look at it must not run.
    const copied = jsonCopy(given, tool);
    const asked = ((await resolve?.(copied as JsonObject)) ?? copied) as Args;
    const gated = await gatedCallOf(options, asked, call);
    const insistence = { signal: anyOf(options.signal, signal) };
    const waited = await seek(earshot, gated, { ...insistence, idempotencyKey: keyOf(tool, call) })
      // Uses the caller's own name for it, which the server has never seen.
      .catch((error: unknown) => Promise.reject(ofCall(error, tool, call)));
    if (waited.outcome !== "approved") throw notApproved(waited);
    const { id } = waited.request;
    const live = { tool, session, toolSchemaHash, resources: read, evidence: show };
    const redeemed = await take(earshot, { waited, live, ...insistence }).catch((error: unknown) =>
      Promise.reject(refusalOf(error) === "used" ? usedBefore({ tool, id, call }, error) : error),
    );
    const { args, patch = [] } = redeemed;
    await assertSame(args, { resolve, tool });
    return await run(args as Args, { request: id, edited: redeemed.patch !== undefined, patch });
  };
}

async function gatedCallOf<Args extends object>(
  options: GuardOptions<Args>,
  args: Args,
  call: string | undefined,
): Promise<GatedCall> {
  const { tool, reason, argsSchema, session, onBehalfOf, secrets, toolSchemaHash } = options;
  const { toolDefinition } = options;
  const resources = await options.resources?.(args);
  const evidence = await options.evidence?.(args);
  return {
    tool,
    args: args as JsonObject,
    reason: typeof reason === "string" ? reason : reason(args),
    ...present({
      argsSchema,
      session,
      onBehalfOf,
      secrets,
      toolSchemaHash,
      toolDefinition,
      resources,
      evidence,
    }),
    // A named call must learn whether an earlier try has used up the approval.
    ...(call === undefined ? { redeemIfAllowed: true } : { joinKey: call }),
  };
}

function keyOf(tool: string, call: string | undefined): string | undefined {
  return call === undefined ? undefined : `guard:${hashText(JSON.stringify([tool, call]))}`;
}

function anyOf(...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter((signal) => signal !== undefined);
  return given.length > 1 ? AbortSignal.any(given) : given[0];
}

function ofCall(error: unknown, tool: string, call: string | undefined): unknown {
  if (call === undefined || !isEarshotError(error, "KEY_REUSED")) return error;
  return new EarshotError(
    "KEY_REUSED",
    `The call "${call}" of ${tool} sought approval before with other content: arguments, reason or what it touches. Give a new call its own name.`,
    { cause: error, details: { tool, call } },
  );
}

interface UsedCall {
  readonly tool: string;
  readonly id: RequestId;
  readonly call: string | undefined;
}

function usedBefore({ tool, id, call }: UsedCall, cause: unknown): EarshotError {
  const said =
    call === undefined
      ? `The approval of ${tool} (request ${id}) was used by another call with the same arguments that was made at the same time: that one may have run, and this one does not. If it is to run once more, call it again, which asks again; names tell equal calls apart.`
      : `The approval of ${tool} (request ${id}) was used before: the call "${call}" may have run then, and does not run again. Look at what it has brought about; if it is still wanted, call it under another name, which asks again.`;
  return new EarshotError("GRANT_REFUSED", said, {
    cause,
    details: { reason: "used", id, tool, ...present({ call }) },
  });
}

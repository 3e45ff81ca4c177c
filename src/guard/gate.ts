import { newIdempotencyKey } from "../client/idempotency-key.ts";
import { sleep } from "../client/transport.ts";
import { untilClosed } from "../client/until-closed.ts";
import type { Resource } from "../domain/authority/action.ts";
import { EarshotError, ERRORS, isEarshotError } from "../domain/errors.ts";
import type { GrantId, RequestId } from "../domain/id.ts";
import type { Json, JsonObject } from "../domain/json.ts";
import { isSameJson } from "../domain/json-equal.ts";
import type { PatchOperation } from "../domain/json-patch.ts";
import { present } from "../domain/present.ts";
import { asAuthorization, type Waited } from "../domain/requests/request.ts";
import type { Surface } from "../domain/surface.ts";
import type { AuthorizeInput, GrantRefusal, RedeemInput } from "../ports/earshot/authority.ts";
import type { CallOptions } from "../ports/earshot/call.ts";
import type { Earshot } from "../ports/earshot/earshot.ts";
import type { EvidenceInput } from "../ports/earshot/evidence.ts";

/** What a gate needs of Earshot. */
export type GateKeeper = Pick<Earshot, "authorize" | "wait" | "collect" | "redeem">;

/** The approval that a call needs, and its options. */
export type GatedCall = Omit<AuthorizeInput, "holdMs">;

export interface SeekOptions extends Insistence {
  /** How long to wait for people; no limit if absent. */
  readonly holdMs?: number;
  /** Makes it the same call as an earlier one with this key, even one of a process that has gone. */
  readonly idempotencyKey?: string | undefined;
}

/** What became of a call that sought approval. */
export interface Sought extends Waited {
  /** It had closed before this call: the decision is about an earlier, equal call. */
  readonly earlier?: true;
}

/** A call that may run now, once: its grant is used up. */
export interface RedeemedCall {
  readonly request: RequestId;
  readonly grant: GrantId;
  /** The arguments that may run, and no others. */
  readonly args: JsonObject;
  /** How an operator changed the caller's arguments; absent if nobody did. */
  readonly patch?: readonly PatchOperation[];
  /** An earlier take with the same key was given the same: the call may have run. */
  readonly repeated?: true;
}

/** The call in the moment before it runs. */
export interface LiveCall {
  readonly tool: string;
  readonly session?: string | undefined;
  readonly toolSchemaHash?: string | undefined;
  /** Reads again what the call touches. */
  readonly resources?: ((args: JsonObject) => Promise<readonly Resource[]>) | undefined;
  /** Reads again what people were shown beside the call. */
  readonly evidence?: ((args: JsonObject) => Promise<readonly EvidenceInput[]>) | undefined;
}

/** Seeks an approval, or joins a request for it, and waits over restarts of the server. */
export async function seek(
  earshot: GateKeeper,
  call: GatedCall,
  { holdMs = Number.POSITIVE_INFINITY, idempotencyKey, ...insistence }: SeekOptions,
): Promise<Sought> {
  const sought = await insist(
    (options) => earshot.authorize(call, options),
    insistence,
    idempotencyKey,
  );
  if (sought.outcome !== "pending") return sought.joined ? { ...sought, earlier: true } : sought;
  if (holdMs <= 0) return sought;
  const { signal } = insistence;
  const waited = await untilClosed(earshot, sought.request.id, { holdMs, signal });
  return sought.joined === undefined ? waited : { ...waited, joined: true };
}

/** What the arguments of a call lead to. */
export type Resolve = (args: JsonObject) => Promise<JsonObject>;

/** Throws GRANT_REFUSED if what was approved leads elsewhere by now: a link or a folder was exchanged. */
export async function assertSame(
  args: JsonObject,
  { resolve, tool }: { readonly resolve: Resolve | undefined; readonly tool: string },
): Promise<void> {
  if (resolve === undefined || isSameJson(await resolve(args), args)) return;
  throw new EarshotError(
    "GRANT_REFUSED",
    `A path of ${tool} leads elsewhere than when it was approved, so it does not run. Call it again, which asks again.`,
    { details: { reason: "other_action", tool } },
  );
}

export interface TakeOptions extends Insistence {
  /** Names the run: the same key is given the same call again, as `repeated`. */
  readonly idempotencyKey?: string | undefined;
  /** The approved call. */
  readonly waited: Waited;
  readonly live: LiveCall;
}

/**
 * Uses up an approval for one run. Throws GRANT_REFUSED if the live call is not what was approved, or the
 * approval has been used: the caller must not run it then.
 */
export async function take(
  earshot: Pick<GateKeeper, "collect" | "redeem">,
  options: TakeOptions,
): Promise<RedeemedCall> {
  const { waited, live, idempotencyKey, ...insistence } = options;
  if (waited.redeemed !== undefined) return await takeRedeemed(waited, waited.redeemed, live);
  const { id } = waited.request;
  const { args, patch, grant } = await approvedOf(earshot, waited, options);
  // By the request it holds even if another take has voided what was collected. But that would void the
  // grant itself, which the same key brings again.
  const isNamed = idempotencyKey !== undefined && grant !== undefined;
  const what = isNamed ? { grant } : { request: id };
  const input = { ...what, ...(await liveCall(live, args)) };
  // Without a key of the caller's each take has its own: a reused one would merge two takes.
  const redeemed = await insist((call) => earshot.redeem(input, call), insistence, idempotencyKey);
  const repeated = idempotencyKey === undefined ? undefined : redeemed.repeated;
  return { request: id, grant: redeemed.id, args, ...present({ patch, repeated }) };
}

/** What may run, and how a person changed it. Where a part is hidden, only the server knows. */
async function approvedOf(
  earshot: Pick<GateKeeper, "collect">,
  { request }: Waited,
  { idempotencyKey, signal, via, retryForMs }: TakeOptions,
): Promise<Pick<RedeemedCall, "args" | "patch"> & { readonly grant?: string }> {
  const { action, secrets, edit } = asAuthorization(request).authorization;
  if (secrets.length === 0) return { args: action.args, ...present({ patch: edit?.patch }) };
  const key = idempotencyKey === undefined ? undefined : `collect:${idempotencyKey}`;
  const insistence = { signal, via, retryForMs };
  return await insist((call) => earshot.collect({ id: request.id }, call), insistence, key);
}

/** Compares the live call with what was redeemed: the server has not seen the live call. */
async function takeRedeemed(
  { request }: Waited,
  { id: grant, args }: NonNullable<Waited["redeemed"]>,
  { tool, session, toolSchemaHash, resources }: LiveCall,
): Promise<RedeemedCall> {
  const { action } = asAuthorization(request).authorization;
  const live = {
    ...action,
    tool,
    session: session ?? null,
    toolSchemaHash: toolSchemaHash ?? null,
    resources: (await resources?.(args)) ?? [],
  };
  const { id } = request;
  if (isSameJson(plainOf(live), plainOf(action))) return { request: id, grant, args };
  throw new EarshotError(
    "GRANT_REFUSED",
    `The call of ${tool} does not run: it was allowed (request ${id}), but its definition or what it touches has changed since. Call it again to ask again.`,
    { details: { reason: "other_action", id, tool } },
  );
}

/** The value as on the wire: nothing is undefined and objects are plain. */
const plainOf = (value: object): Json => JSON.parse(JSON.stringify(value));

/** What is about to run, as a redemption names it. */
async function liveCall(
  { tool, session, toolSchemaHash, resources, evidence }: LiveCall,
  args: JsonObject,
): Promise<Omit<RedeemInput, "grant" | "request">> {
  const read = { resources: await resources?.(args), evidence: await evidence?.(args) };
  return { tool, args, ...present({ session, toolSchemaHash, ...read }) };
}

/**
 * Why a grant was refused; undefined for any other error.
 * @example
 * ```ts
 * import { refusalOf, seek, take } from "earshot/bridges";
 * import { createClient } from "earshot/client";
 *
 * const earshot = createClient({ url: "http://127.0.0.1:4242", key: process.env["EARSHOT_KEY"] ?? "" });
 * const call = { tool: "transfer", args: { to: "ana", amount: 50 }, reason: "The invoice is due." };
 * const sought = await seek(earshot, call, { key: ["thread-7", "call-3"] });
 * try {
 *   console.log(await take(earshot, sought));
 * } catch (error) {
 *   if (refusalOf(error) !== "used") throw error;
 *   console.log("Another run has taken it.");
 * }
 * ```
 */
export function refusalOf(error: unknown): GrantRefusal | undefined {
  if (!isEarshotError(error, "GRANT_REFUSED")) return undefined;
  return error.details?.["reason"] as GrantRefusal | undefined;
}

export interface Insistence {
  readonly signal?: AbortSignal | undefined;
  readonly via?: Surface | undefined;
  /** How long to repeat calls to a server that is away, beyond the client's repeats; no limit if absent. */
  readonly retryForMs?: number | undefined;
}

const PAUSE_MS = 500;

/**
 * Makes a change until a server has said what became of it. Every try carries the same key: if the first answer
 * got lost, the next try returns it and changes nothing.
 */
export async function insist<T>(
  change: (options: CallOptions) => Promise<T>,
  { signal, via, retryForMs = Number.POSITIVE_INFINITY }: Insistence,
  idempotencyKey: string = newIdempotencyKey(),
): Promise<T> {
  const options = { idempotencyKey, ...present({ signal, via }) };
  const deadline = Date.now() + retryForMs;
  for (;;) {
    try {
      return await change(options);
    } catch (error) {
      if (!canPass(error) || Date.now() + PAUSE_MS > deadline) throw error;
      await sleep(PAUSE_MS, signal);
    }
  }
}

function canPass(error: unknown): boolean {
  return isEarshotError(error) && ERRORS[error.code].retry !== "never";
}

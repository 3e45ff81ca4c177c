import type { Resource } from "../domain/authority/action.ts";
import type { JsonObject } from "../domain/json.ts";
import { present } from "../domain/present.ts";
import { type GateKeeper, type RedeemedCall, take as takeApproved } from "../guard/gate.ts";
import { notApproved } from "../guard/not-approved.ts";
import type { EvidenceInput } from "../ports/earshot/evidence.ts";
import type { SoughtCall } from "./outcomes.ts";
import { keyFor, type StableKey } from "./stable-key.ts";

/** A call that may run now: exactly these arguments. */
export type TakenCall = RedeemedCall;

export interface TakeOptions {
  /**
   * Names the run. Whoever takes again with the same key gets the same call again, as `repeated`, and every other
   * key is refused. Without one the approval is taken once, so that the call runs at most once.
   */
  readonly key?: StableKey;
  /** Reads again what the call touches: it must be what people saw. */
  readonly resources?: (args: JsonObject) => Promise<readonly Resource[]>;
  /** Reads again what people were shown beside the call. */
  readonly evidence?: (args: JsonObject) => Promise<readonly EvidenceInput[]>;
  readonly signal?: AbortSignal | undefined;
  /** How long to repeat calls to a server that is away; without limit if absent. */
  readonly retryForMs?: number | undefined;
}

/**
 * Uses an approval up, in the moment before the call runs. Throws NOT_APPROVED, and GRANT_REFUSED if the call must
 * not run: `refusalOf` says why. `used` means that another run has taken it, which may have run the call.
 * @example
 * ```ts
 * import { seek, take } from "earshot/bridges";
 * import { createClient } from "earshot/client";
 *
 * const earshot = createClient({ url: "http://127.0.0.1:4242", key: process.env["EARSHOT_KEY"] ?? "" });
 * const call = { tool: "transfer", args: { to: "ana", amount: 50 }, reason: "The invoice is due." };
 * const sought = await seek(earshot, call, { key: ["thread-7", "call-2"] });
 * const { args, repeated } = await take(earshot, sought, { key: "run-1" });
 * console.log(repeated ? "It may have run already." : args);
 * ```
 */
export async function take(
  earshot: Pick<GateKeeper, "collect" | "redeem">,
  sought: SoughtCall,
  { key, resources, evidence, ...insistence }: TakeOptions = {},
): Promise<TakenCall> {
  if (sought.outcome !== "approved") throw notApproved(sought);
  const { tool, session, toolSchemaHash } = sought.request.authorization.action;
  return await takeApproved(earshot, {
    ...insistence,
    waited: sought,
    live: {
      tool,
      resources,
      evidence,
      ...present({ session: session ?? undefined, toolSchemaHash: toolSchemaHash ?? undefined }),
    },
    // A run may take several approvals under its one key.
    idempotencyKey: key && keyFor("take", [sought.request.id, ...[key].flat()]),
  });
}

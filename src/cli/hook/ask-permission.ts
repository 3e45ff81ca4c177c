import { newIdempotencyKey } from "../../client/idempotency-key.ts";
import { untilClosed } from "../../client/until-closed.ts";
import { isEarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Waited } from "../../domain/request.ts";
import type { Earshot } from "../../ports/earshot.ts";
import {
  ALLOW,
  DENY,
  type PermissionRequest,
  permissionDecision,
  permissionQuestion,
} from "./permission-request.ts";

export interface AskPermissionOptions {
  readonly holdMs: number;
  readonly signal: AbortSignal;
}

/** A person waits at the computer meanwhile: a server that is away is not waited for. */
const ASK_WITHIN_MS = 5_000;
/** A question that nobody could take back is gone soon after the hook. */
const GRACE_MS = 30_000;
const MIN_EXPIRY_MS = 1_000;

/**
 * Asks the operator, and returns what Claude Code is to be told: a decision that a person made, or
 * nothing. A question that nobody answered in time is taken back, so that an answer which comes later
 * cannot look as if it counted.
 */
export async function askPermission(
  earshot: Pick<Earshot, "ask" | "wait" | "cancel">,
  request: PermissionRequest,
  { holdMs, signal }: AskPermissionOptions,
): Promise<JsonObject | undefined> {
  const expiresInMs = Math.max(holdMs + GRACE_MS, MIN_EXPIRY_MS);
  const asked = await earshot.ask(
    { ...permissionQuestion(request), expiresInMs },
    {
      idempotencyKey: newIdempotencyKey(),
      signal: AbortSignal.any([signal, AbortSignal.timeout(ASK_WITHIN_MS)]),
    },
  );
  const { id } = asked.request;
  const over = AbortSignal.any([signal, AbortSignal.timeout(holdMs)]);
  const waited = await untilClosed(earshot, id, { holdMs, signal: over }).catch(
    (error: unknown) => {
      if (!over.aborted) throw error;
      return asked;
    },
  );
  return decisionOf(waited.outcome === "pending" ? await takenBack(earshot, id, waited) : waited);
}

/** An answer that came at the last moment stands. */
async function takenBack(
  earshot: Pick<Earshot, "wait" | "cancel">,
  id: RequestId,
  waited: Waited,
): Promise<Waited> {
  const signal = AbortSignal.timeout(ASK_WITHIN_MS);
  const reason = "No answer in time: the dialogue of Claude Code decides.";
  try {
    await earshot.cancel({ id, reason }, { signal });
    return waited;
  } catch (error) {
    if (!isEarshotError(error, "REQUEST_CLOSED")) throw error;
    return await earshot.wait({ id, holdMs: 0 }, { signal });
  }
}

function decisionOf({ request }: Waited): JsonObject | undefined {
  if (request.status !== "answered" || !("choice" in request.answer)) return undefined;
  const { choice } = request.answer;
  if (choice === ALLOW) return permissionDecision("allow", request.closedBy.name);
  if (choice === DENY) return permissionDecision("deny", request.closedBy.name);
  return undefined;
}

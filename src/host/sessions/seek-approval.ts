import { isEarshotError } from "../../domain/errors.ts";
import { present } from "../../domain/present.ts";
import {
  type AuthorizationRequest,
  asAuthorization,
  type Shown,
} from "../../domain/requests/request.ts";
import type { AuthorizedInSession } from "../../ports/earshot/sessions.ts";
import { asResult } from "./ask-people.ts";
import { authorizeCall, type CallToAuthorize } from "./authorize-call.ts";
import { type KeyedCall, type Made, PAUSED } from "./call-context.ts";
import { lookAt } from "./preconditions.ts";
import { redeemAndRun } from "./redeem-and-run.ts";
import { checkKey } from "./session-state.ts";
import type { SessionWork } from "./session-work.ts";

/**
 * Gets a call approved before it runs. If people decide, the session ends and its continuation runs
 * the call; a rule or a standing permission decides at once. Undefined if `from` says that it needs
 * no approval.
 */
export async function seekApproval(
  work: SessionWork,
  call: KeyedCall,
  { entry, args, from }: CallToAuthorize,
): Promise<Made | undefined> {
  const { id, key, name } = call;
  const failed = await check(work, call);
  if (failed !== undefined) return { text: failed, isError: true };
  let sought: AuthorizedInSession;
  work.at("before_ask");
  try {
    sought = await authorizeCall(work, call, { entry, args, ...present({ from }) });
  } catch (error) {
    work.assertHeld();
    if (!isEarshotError(error) || error.code === "SESSION_LOST") throw error;
    return asResult(name, error);
  }
  work.at("after_ask");
  if (sought.outcome === "free" || sought.outcome === "needed") return undefined;
  if (sought.outcome === "paused") return PAUSED;
  const request = asAuthorization(sought.request);
  if (request.status !== "approved") return refused(name, request);
  const { id: session } = work.held;
  return await redeemAndRun(work, {
    request,
    id,
    key,
    session,
    recheck: () => Promise.resolve(undefined),
  });
}

function refused(name: string, request: Shown<AuthorizationRequest>): Made {
  const why = "reason" in request && request.reason !== undefined ? ` ${request.reason}` : "";
  return {
    text: `The call of ${name} is refused and has not run.${why} Do not reach the same by other means; go on without it.`,
    isError: true,
  };
}

/**
 * Stores the results of the preconditions when people are asked; returns why they cannot be asked
 * if one fails.
 */
async function check(work: SessionWork, { id, key, name }: KeyedCall): Promise<string | undefined> {
  const looked = await lookAt(work, { tool: name, key });
  const bad = looked.find(({ isError }) => isError);
  if (bad !== undefined) {
    return `${name} has not run: its precondition ${bad.check} cannot be checked. ${bad.text}`;
  }
  const { checked } = work.state();
  const fresh = looked.filter((one) => !checked.has(checkKey(id, one.check)));
  if (fresh.length === 0) return undefined;
  await work.record(
    ...fresh.map(({ check: what, text }) => ({
      kind: "checked" as const,
      call: id,
      check: what,
      text,
    })),
  );
  return undefined;
}

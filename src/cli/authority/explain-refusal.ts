import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import type { GrantRefusal } from "../../ports/earshot/authority.ts";

const ANEW = "Seek the approval again: npx earshot authorize.";
const AGAIN = "npx earshot redeem again collects a new grant.";

/** What an agent does about a refused grant, besides not running the action. */
const NEXT: Readonly<Record<GrantRefusal, (id: RequestId) => string>> = {
  not_ours: () => AGAIN,
  expired: () => AGAIN,
  replaced: () => AGAIN,
  used: () => ANEW,
  other_action: (id) =>
    `The approval is not used up: redeem it with the arguments that npx earshot wait ${id} prints, and with the tool, the session and the files that it was sought with.`,
  revoked: () => "npx earshot wait tells who took it back, and why.",
  other_agent: () => "Use the key of the agent that has sought it.",
  denied_now: () => "npx earshot policy test says which rule it is.",
  demands_more: () => ANEW,
  approver_gone: () => ANEW,
  permission_over: () => ANEW,
  agent_halted: () => "Stop, and wait until an operator lets you go on.",
  unknown: () => ANEW,
};

/** The same error, which also says what to do next. */
export function explainRefusal(error: unknown, id: RequestId): unknown {
  if (!isEarshotError(error, "GRANT_REFUSED")) return error;
  const next = NEXT[String(error.details?.["reason"]) as GrantRefusal] as
    | ((id: RequestId) => string)
    | undefined;
  const told = `${error.message} Do not run the action. ${next?.(id) ?? ""}`.trimEnd();
  return new EarshotError(error.code, told, { cause: error, details: error.details ?? {} });
}

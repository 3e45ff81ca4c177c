import { isAtLeast } from "../../../domain/authority/action.ts";
import type { AuthorizationRequest, Shown } from "../../../domain/requests/request.ts";
import type { ApprovalNeeds, InboxDetail } from "../../../ports/earshot/inbox.ts";
import { MOST_SHOWN_CHARS } from "../decide/approval-gate.ts";
import { partsOf } from "../pane/rendered.ts";
import { batchChars, batchTable } from "./batch-model.ts";

/** Why these cannot be decided with one press; undefined if they can. */
export function batchRefusal(details: readonly InboxDetail[]): string | undefined {
  for (const { request, needs } of details) {
    if (request.kind === "question") return "Questions are answered one by one.";
    const refusal = refusalOf(request, needs);
    if (refusal !== undefined) return refusal;
  }
  const actions = details.flatMap(({ request }) =>
    request.kind === "authorization" ? [request] : [],
  );
  if (new Set(actions.map(toolOf)).size > 1) {
    return "These are different tools. Select those of one tool.";
  }
  const chars = batchChars(batchTable(actions.map((request) => partsOf(request).action)));
  return chars > MOST_SHOWN_CHARS
    ? "Together these are too long to look through at once. Select fewer, or decide one by one."
    : undefined;
}

function refusalOf(
  request: Shown<AuthorizationRequest>,
  needs: ApprovalNeeds | undefined,
): string | undefined {
  const { id, status, authorization } = request;
  if (status !== "open") return `${id} has been decided already. Select again.`;
  if (isAtLeast(authorization.demand.level, "HIGH")) {
    return "HIGH and CRITICAL are decided one by one.";
  }
  return lookAlone(request) ?? needs?.refusal ?? proofRefusal(id, needs);
}

/** What a table row cannot show well enough. */
function lookAlone(request: Shown<AuthorizationRequest>): string | undefined {
  const { id, authorization } = request;
  const [notice] = partsOf(request).notices;
  if (notice !== undefined) return `${id} is to be decided by itself. ${notice}`;
  if (authorization.action.evidence !== undefined) {
    return `${id} has evidence beside it. Decide it by itself.`;
  }
  if (authorization.action.resources.length > 0) {
    return `${id} is about files as they are now. Decide it by itself.`;
  }
  return authorization.edit === undefined
    ? undefined
    : `The arguments of ${id} have been edited. Decide it by itself.`;
}

function proofRefusal(id: string, needs: ApprovalNeeds | undefined): string | undefined {
  const isPlain =
    needs !== undefined && !needs.typed && !needs.passphrase && needs.passkey !== "required";
  return isPlain ? undefined : `${id} needs its own proof. Decide it separately.`;
}

function toolOf({ authorization: { action } }: Shown<AuthorizationRequest>): string {
  return JSON.stringify([action.tool, action.toolSchemaHash]);
}

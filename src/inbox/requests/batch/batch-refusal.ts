import { isAtLeast } from "../../../domain/authority/action.ts";
import type { AuthorizationRequest, Shown } from "../../../domain/requests/request.ts";
import type { ApprovalNeeds, InboxDetail } from "../../../ports/earshot/inbox.ts";
import { MOST_SHOWN_CHARS, refusalWords } from "../decide/approval-gate.ts";
import { partsOf } from "../pane/rendered.ts";
import { batchChars, batchTable } from "./batch-model.ts";
import { say } from "./messages/messages.ts";

/** Why these cannot be decided with one press; undefined if they can. */
export function batchRefusal(details: readonly InboxDetail[]): string | undefined {
  for (const { request, needs } of details) {
    if (request.kind === "question") return say("refusal.question");
    const refusal = refusalOf(request, needs);
    if (refusal !== undefined) return refusal;
  }
  const actions = details.flatMap(({ request }) =>
    request.kind === "authorization" ? [request] : [],
  );
  if (new Set(actions.map(toolOf)).size > 1) {
    return say("refusal.tools");
  }
  const chars = batchChars(batchTable(actions.map((request) => partsOf(request).action)));
  return chars > MOST_SHOWN_CHARS ? say("refusal.long") : undefined;
}

function refusalOf(
  request: Shown<AuthorizationRequest>,
  needs: ApprovalNeeds | undefined,
): string | undefined {
  const { id, status, authorization } = request;
  if (status !== "open") return say("refusal.decided", { id });
  if (isAtLeast(authorization.demand.level, "HIGH")) {
    return say("why.high.approve");
  }
  return lookAlone(request) ?? (needs && refusalWords(needs)) ?? proofRefusal(id, needs);
}

/** What a table row cannot show well enough. */
function lookAlone(request: Shown<AuthorizationRequest>): string | undefined {
  const { id, authorization } = request;
  const [notice] = partsOf(request).notices;
  if (notice !== undefined) return say("refusal.notice", { id, notice });
  if (authorization.action.evidence !== undefined) {
    return say("refusal.evidence", { id });
  }
  if (authorization.action.resources.length > 0) {
    return say("refusal.files", { id });
  }
  return authorization.edit === undefined ? undefined : say("refusal.edited", { id });
}

function proofRefusal(id: string, needs: ApprovalNeeds | undefined): string | undefined {
  const isPlain =
    needs !== undefined && !needs.typed && !needs.passphrase && needs.passkey !== "required";
  return isPlain ? undefined : say("refusal.proof", { id });
}

function toolOf({ authorization: { action } }: Shown<AuthorizationRequest>): string {
  return JSON.stringify([action.tool, action.toolSchemaHash]);
}

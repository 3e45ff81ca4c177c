import { deciderOf } from "../../channels/console/closed-line.ts";
import { ENGLISH } from "../../channels/console/voice.ts";
import { overOf } from "../../domain/authority/approval-over.ts";
import type {
  ApprovedRequest,
  Shown,
  ShownRequest,
  Waited,
} from "../../domain/requests/request.ts";
import { useSentence } from "../../render/approval-words.ts";
import { principalName } from "../../render/principal-name.ts";

/**
 * Why an answer, an assumption or an approval no longer stands, and what to do; undefined if it
 * stands, or none was given. A caller that acts on what is printed must not get it then: what
 * replaces erased words reads like a person's words.
 */
export function noLongerStands(request: ShownRequest): string | undefined {
  const { erasedAt } = request;
  if (request.status === "approved") return deadApproval(request);
  if (erasedAt === undefined) return undefined;
  const again = "Ask again if you still need it.";
  if (request.status === "answered") {
    const who = principalName(request.closedBy.name, ENGLISH.words, 80);
    return `Answered by ${who} at ${request.closedAt}; the answer was erased at ${erasedAt}. ${again}`;
  }
  return request.status === "assumed"
    ? `Nobody has answered ${request.id}; what was assumed at ${request.closedAt} was erased at ${erasedAt}. ${again}`
    : undefined;
}

function deadApproval(request: Shown<ApprovedRequest>): string | undefined {
  const now = Date.now();
  const over = overOf(request, now);
  if (over === undefined) return undefined;
  const said = `Approved by ${deciderOf(request, ENGLISH)} at ${request.closedAt}. ${useSentence(request, now, ENGLISH)}`;
  return over === "used" ? said : `${said} Seek it again if you still need it.`;
}

/** The same without what must not be acted on; it says when and why. */
export function withoutWhatIsOver(waited: Waited): object {
  const { request } = waited;
  if (noLongerStands(request) === undefined) return waited;
  if (request.status === "answered") {
    const { answer: _answer, ...rest } = request;
    return { ...waited, request: rest };
  }
  if (request.status === "assumed") {
    const { assumption: _assumption, ...rest } = request;
    return { ...waited, request: rest };
  }
  if (request.status !== "approved") return waited;
  const { action, edit: _edit, ...authorization } = request.authorization;
  const { args: _args, ...sought } = action;
  return {
    ...waited,
    request: { ...request, authorization: { ...authorization, action: sought } },
  };
}

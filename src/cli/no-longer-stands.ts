import { deciderOf } from "../channels/console/closed-line.ts";
import type { ApprovedRequest, Request, Waited } from "../domain/request.ts";
import { type Timestamp, toMs } from "../domain/timestamp.ts";
import type { Earshot } from "../ports/earshot.ts";
import { useSentence } from "../render/approval-words.ts";
import { oneLine } from "../render/visible-text.ts";

/**
 * Why an answer, an assumption or an approval that was given stands no more, and what to do;
 * undefined where it stands, or none was given. Whoever acts on what is printed must not get it then:
 * what stands in the place of erased words reads like words of a person.
 */
export function noLongerStands(request: Request, voidedAt?: Timestamp): string | undefined {
  const { erasedAt } = request;
  if (request.status === "approved") return deadApproval(request, voidedAt);
  if (erasedAt === undefined) return undefined;
  const anew = "Ask anew if you still need it.";
  if (request.status === "answered") {
    const who = oneLine(request.closedBy.name, 80);
    return `Answered by ${who} at ${request.closedAt}; the answer was erased at ${erasedAt}. ${anew}`;
  }
  return request.status === "assumed"
    ? `Nobody has answered ${request.id}; what was assumed at ${request.closedAt} was erased at ${erasedAt}. ${anew}`
    : undefined;
}

/** A restore leaves what it makes void as if it had been used then; the log alone tells the two apart. */
export async function voidedAtOf(
  earshot: Pick<Earshot, "show">,
  { request }: Waited,
): Promise<Timestamp | undefined> {
  if (request.status !== "approved" || request.usedAt === undefined) return undefined;
  const { history } = await earshot.show({ id: request.id });
  return history.findLast(({ type }) => type === "grant.voided")?.at;
}

function deadApproval(request: ApprovedRequest, voidedAt?: Timestamp): string | undefined {
  const { usedAt, usableUntil, erasedAt, closedAt } = request;
  const approved = `Approved by ${deciderOf(request)} at ${closedAt}`;
  const now = Date.now();
  const anew = "Seek it anew if you still need it.";
  if (voidedAt !== undefined) {
    return `${approved}. A backup was restored at ${voidedAt}, and made it void: the action may have run before that. Look whether it has. ${anew}`;
  }
  if (usedAt !== undefined) return `${approved}. ${useSentence({ usedAt }, now)}`;
  if (erasedAt !== undefined) {
    return `${approved}; it was erased at ${erasedAt} before it was used, and nothing runs by it any more. ${anew}`;
  }
  if (usableUntil === undefined || toMs(usableUntil) > now) return undefined;
  return `${approved}. ${useSentence({ usableUntil }, now)} ${anew}`;
}

/** The same without what must not be acted on; when and why stands in it. */
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

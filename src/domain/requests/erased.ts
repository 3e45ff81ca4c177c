import type { Action } from "../authority/action.ts";
import type { Authorization, Edit } from "../authority/authorization.ts";
import { present } from "../present.ts";
import type { Timestamp } from "../timestamp.ts";
import type { AskedBack } from "./asked-back.ts";
import type { ClosedRequest, Request } from "./request.ts";

/** Replaces words that were erased. */
export const ERASED = "(erased)";

function erasedEdit(edit: Edit): Edit {
  return { ...withoutNote(edit), args: {}, patch: [] };
}

function withoutNote<Noted extends { readonly note?: string }>(noted: Noted): Noted {
  return noted.note === undefined ? noted : { ...noted, note: ERASED };
}

function erasedBack({ answer, ...asked }: AskedBack): AskedBack {
  const gone = { ...asked, text: ERASED };
  return answer === undefined ? gone : { ...gone, answer: { ...answer, text: ERASED } };
}

/** The request without anything that somebody said, and with the time of the erasure. */
export function erased({ notify: _, ...request }: ClosedRequest, at: Timestamp): Request {
  const base = {
    salt: "",
    version: request.version + 1,
    erasedAt: at,
    ...present({ askedBack: request.askedBack?.map(erasedBack) }),
  };
  if (request.kind === "question") {
    const question = { text: ERASED, form: { kind: "text" } } as const;
    const next = { ...request, ...base, question };
    if (next.status === "answered") return { ...next, answer: { text: ERASED } };
    if (next.status === "assumed") return { ...next, assumption: ERASED };
    return (next.status === "cancelled" || next.status === "abandoned") && next.reason !== undefined
      ? { ...next, reason: ERASED }
      : next;
  }
  const next = { ...request, ...base, authorization: bareOf(request.authorization) };
  if (next.status === "responded") return { ...next, response: ERASED };
  return "reason" in next && next.reason !== undefined
    ? ({ ...next, reason: ERASED } as Request)
    : next;
}

/** Without the nonce nobody can guess the arguments by trying digests. */
function bareAction({ evidence: _, ...action }: Action): Action {
  return { ...action, args: {}, resources: [], session: null, nonce: "" };
}

/** Without arguments and words; what was decided by whom stays. */
function bareOf(authorization: Authorization): Authorization {
  const { onBehalfOf: _behalf, argsSchema: _schema, toolChange: _change, ...kept } = authorization;
  const { edit } = kept;
  return {
    ...kept,
    action: bareAction(kept.action),
    reason: ERASED,
    secrets: [],
    votes: kept.votes.map(withoutNote),
    ...present({ edit: edit === undefined ? undefined : erasedEdit(edit) }),
  };
}

import { present } from "../present.ts";
import type { Timestamp } from "../timestamp.ts";
import type { ClosedRequest, Request } from "./request.ts";

/** Replaces words that were erased. */
export const ERASED = "(erased)";

/** The request without anything that somebody said, and with the time of the erasure. */
export function erased({ notify: _, ...request }: ClosedRequest, at: Timestamp): Request {
  const { kind } = request;
  const base = { salt: "", version: request.version + 1, erasedAt: at };
  if (kind === "question") {
    const question = { text: ERASED, form: { kind: "text" } } as const;
    const next = { ...request, ...base, question };
    if (next.status === "answered") return { ...next, answer: { text: ERASED } };
    if (next.status === "assumed") return { ...next, assumption: ERASED };
    return (next.status === "cancelled" || next.status === "abandoned") && next.reason !== undefined
      ? { ...next, reason: ERASED }
      : next;
  }
  const {
    onBehalfOf: _behalf,
    argsSchema: _schema,
    toolChange: _change,
    ...kept
  } = request.authorization;
  const { edit } = kept;
  const authorization = {
    ...kept,
    // Without the nonce nobody can guess the arguments by trying digests.
    action: { ...kept.action, args: {}, resources: [], session: null, nonce: "" },
    reason: ERASED,
    secrets: [],
    ...present({ edit: edit === undefined ? undefined : { ...edit, args: {}, patch: [] } }),
  };
  const next = { ...request, ...base, authorization };
  return "reason" in next && next.reason !== undefined
    ? ({ ...next, reason: ERASED } as Request)
    : next;
}

import { EarshotError } from "../errors.ts";
import { present } from "../present.ts";
import { SECOND_MS } from "../time.ts";
import { type Timestamp, toMs } from "../timestamp.ts";
import type { HeldAct } from "./held.ts";
import {
  type ClosedRequest,
  closerOf,
  type OpenAuthorization,
  type OpenRequest,
  type Request,
  wasRevoked,
} from "./request.ts";

/* The errors of the request machine. */

/** The event fits only the other kind of request; `next` says what this kind takes. */
export function wrongKind({ id, kind }: Request, next: string): EarshotError {
  const what = kind === "question" ? "a question" : "an authorization";
  return new EarshotError("INVALID_INPUT", `Request ${id} is ${what}. ${next}`, {
    details: { id, kind },
  });
}

/** The approval is for a different action than the one that would run. */
export function otherDigest(
  { id, authorization }: OpenAuthorization,
  shown: string,
  edited: string | undefined,
): EarshotError {
  const is =
    edited === undefined
      ? `${id} stands at digest ${authorization.digest}`
      : `with these arguments ${id} would run at digest ${edited}`;
  return new EarshotError(
    "DIGEST_MISMATCH",
    `What was shown is not what would run: ${is}, not ${shown}. Look at it again, then decide.`,
    { details: { id, digest: authorization.digest } },
  );
}

/** Somebody has decided it, and can still take that back. */
export function heldError({ id, held }: OpenRequest, now: Timestamp): EarshotError {
  const { by, does, until } = held ?? raise();
  const seconds = Math.max(1, Math.ceil((toMs(until) - toMs(now)) / SECOND_MS));
  return new EarshotError(
    "DECISION_HELD",
    `${by.name} is ${DOING[does]} ${id}; ${seconds} s left, in which they can take it back. Try again then.`,
    { details: { id, by, until } },
  );
}

const DOING: Readonly<Record<HeldAct, string>> = {
  answer: "answering",
  approve: "approving",
  reject: "rejecting",
  respond: "answering in place of the tool",
};

function raise(): never {
  throw new Error("Nothing is held.");
}

/** The error for a late answer or cancel: how the request closed, by whom and when. */
export function closedError(request: ClosedRequest): EarshotError {
  const { id, status, closedAt } = request;
  const by = closerOf(request);
  const who = by === undefined ? "" : ` by ${by.name} via ${by.via}`;
  const became = status === "responded" ? "answered in place of the tool" : status;
  const told = wasRevoked(request)
    ? `The approval of ${id} was taken back${who} at ${closedAt}.`
    : `Request ${id} was ${became}${who} at ${closedAt}.`;
  return new EarshotError("REQUEST_CLOSED", told, {
    details: { id, status, closedAt, ...present({ closedBy: by }) },
  });
}

import { EarshotError } from "./errors.ts";
import type { Answer } from "./question.ts";
import type { ClosedRequest, OpenRequest, Request } from "./request.ts";
import type { Actor } from "./surface.ts";
import type { Timestamp } from "./timestamp.ts";

/*
 * The life of a request.
 *
 * open
 *   A request is born open, with version 1.
 *   `answer`  → answered, if its time has not run out.
 *   `cancel`  → cancelled, if its time has not run out.
 *   `expire`  → expired, once `expiresAt` has come; before that, or without `expiresAt`, nothing
 *               happens and the same value comes back.
 *   The moment `expiresAt` itself is too late: an answer at that very millisecond is refused, even
 *   if nobody has run `expire` yet. So a slow timer never lengthens the life of a request.
 *   Never: a change of the question, the agent, the form or the time of expiry.
 *
 * answered, cancelled, expired
 *   Terminal. Nothing changes them: `answer` and `cancel` throw REQUEST_CLOSED, which says who
 *   closed it and when; `expire` comes back with the same value, since timers may be late.
 *   Never: a second answer, a return to open.
 */
export type RequestEvent =
  | { readonly type: "answer"; readonly answer: Answer; readonly by: Actor }
  | { readonly type: "cancel"; readonly reason?: string; readonly by: Actor }
  | { readonly type: "expire" };

/** The next value, or the same one where nothing happens. Throws REQUEST_CLOSED. */
export function transition(request: Request, event: RequestEvent, now: Timestamp): Request {
  switch (event.type) {
    case "answer":
      return answer(asOpen(request, now), event, now);
    case "cancel":
      return cancel(asOpen(request, now), event, now);
    case "expire":
      return isDue(request, now)
        ? { ...request, ...step(request, now), status: "expired" }
        : request;
    default:
      throw new Error(`Unknown event ${String(event satisfies never)}`);
  }
}

/** True for an open request whose time has run out. */
export function isDue(request: Request, now: Timestamp): request is OpenRequest {
  return request.status === "open" && request.expiresAt !== undefined && request.expiresAt <= now;
}

function step(request: OpenRequest, now: Timestamp) {
  return { closedAt: now, version: request.version + 1 };
}

function answer(
  request: OpenRequest,
  event: Extract<RequestEvent, { type: "answer" }>,
  now: Timestamp,
): Request {
  const { answer, by } = event;
  return { ...request, ...step(request, now), status: "answered", answer, closedBy: by };
}

function cancel(
  request: OpenRequest,
  event: Extract<RequestEvent, { type: "cancel" }>,
  now: Timestamp,
): Request {
  const reason = event.reason === undefined ? {} : { reason: event.reason };
  return { ...request, ...step(request, now), status: "cancelled", ...reason, closedBy: event.by };
}

function asOpen(request: Request, now: Timestamp): OpenRequest {
  if (request.status !== "open") throw closedError(request);
  if (isDue(request, now)) {
    throw closedError({ ...request, status: "expired", closedAt: request.expiresAt ?? now });
  }
  return request;
}

/** The error that a late answer or cancel gets: how the request closed, by whom and when. */
export function closedError(request: ClosedRequest): EarshotError {
  const { id, status, closedAt } = request;
  const by = request.status === "expired" ? undefined : request.closedBy;
  const who = by === undefined ? "" : ` by ${by.name} via ${by.via}`;
  return new EarshotError("REQUEST_CLOSED", `Request ${id} was ${status}${who} at ${closedAt}.`, {
    details: { id, status, closedAt, ...(by === undefined ? {} : { closedBy: by }) },
  });
}

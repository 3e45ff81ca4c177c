import { present } from "../present.ts";
import { ERASED } from "../requests/erased.ts";
import type { Timestamp } from "../timestamp.ts";
import type { Session, SessionEntryBody } from "./session.ts";

/** The session without what anybody said, and with the time of the erasure. */
export function erasedSession(session: Session, at: Timestamp): Session {
  const { reason, ...rest } = session;
  return {
    ...rest,
    task: ERASED,
    salt: "",
    erasedAt: at,
    version: session.version + 1,
    ...present({ reason: reason === undefined ? undefined : ERASED }),
  };
}

/** What happened, without words, arguments and results: the names of called tools stay. */
export function erasedEntry(body: SessionEntryBody): SessionEntryBody {
  switch (body.kind) {
    case "begun":
      return body;
    case "reply": {
      const calls = body.calls.map(({ id, name }) => ({ id, name, args: {} }));
      return { ...body, text: ERASED, calls };
    }
    default:
      return { ...body, text: ERASED };
  }
}

import { present } from "../present.ts";
import { ERASED } from "../requests/erased.ts";
import type { Timestamp } from "../timestamp.ts";
import type { Session, SessionEntryBody } from "./session.ts";

/** The session without what somebody said: what is left says when it was erased. */
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

/** What happened, without what was said and done with: which tools were called stays. */
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

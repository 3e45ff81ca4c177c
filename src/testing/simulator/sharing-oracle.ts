import type { RequestId } from "../../domain/id.ts";
import type { Event } from "../../domain/log/event.ts";
import type { AnsweredRequest, Request } from "../../domain/requests/request.ts";
import { demand } from "./violation.ts";
import type { StoredRows } from "./world-store.ts";

/** Compares what agents that ask the same have got with what the one was told that stands for them. */
export interface SharingOracle {
  /** Once nothing fails any more, and there was time to give what is shared. Throws a Violation. */
  finish(): void;
}

export function createSharingOracle(
  database: StoredRows,
  log: {
    readonly events: readonly Event[];
    readonly stored: (id: RequestId) => Request;
  },
): SharingOracle {
  const readBehind = database.prepare("select 1 from riders where request = ? and leader = ?");
  const readGiven = database.prepare("select 1 from once where key = ?");
  const readKeys = database.prepare(
    "select id from keys where principal = ? and revoked_at is null",
  );

  /** The leader of each request, by the newest event about it. */
  function leaders(): ReadonlyMap<RequestId, RequestId> {
    const shared = log.events.filter(({ type }) => type === "request.shared");
    return new Map(
      shared.map(({ subject, data }) => [subject as RequestId, data?.leader as RequestId]),
    );
  }

  /** Whether they may have been without a key since: then it is not given in their name. */
  function mayHaveGone({ id, closedBy }: AnsweredRequest): boolean {
    const answered = log.events.findLastIndex(
      ({ type, subject }) => type === "request.answered" && subject === id,
    );
    const before = log.events.slice(0, answered);
    const isOld = (key: unknown) =>
      before.some(({ type, subject }) => type === "key.created" && subject === key);
    return !readKeys.all(closedBy.principal).some((row) => isOld(row["id"]));
  }

  /** Where nobody answered the other, or whoever did may not any more, people are asked for it itself. */
  function checkOpen({ id }: Request, led: Request): void {
    demand(readBehind.get(id, led.id) === undefined, `${id} waits for ${led.id}, which has closed`);
    const isGiven = led.status === "answered" && !mayHaveGone(led);
    demand(!isGiven, `${id} has not got the answer of ${led.id}, which it shares`);
  }

  return {
    finish() {
      for (const [id, leader] of leaders()) {
        const [own, led] = [log.stored(id), log.stored(leader)];
        if (own.status === "open" && led.status !== "open") checkOpen(own, led);
        if (own.status !== "answered" || readGiven.get(`rider:${id}`) === undefined) continue;
        const isSame =
          led.status === "answered" && JSON.stringify(led.answer) === JSON.stringify(own.answer);
        demand(isSame, `${id} was answered otherwise than ${led.id}, whose answer it shares`);
      }
    },
  };
}

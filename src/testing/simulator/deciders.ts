import type { PrincipalId } from "../../domain/id.ts";
import type { Event } from "../../domain/log/event.ts";
import type { History } from "./history.ts";
import type { StoredRows } from "./world-store.ts";

/** Who could decide, by what the log says of keys, as far as a call under way can have known. */
export interface Deciders {
  /** Had no key any more when the calls that may be under way began. */
  isGone(person: PrincipalId): boolean;
  /** Somebody else certainly held a key to decide with, before the calls under way and ever since. */
  hasOthers(person: PrincipalId): boolean;
}

/** More than a call takes that is under way, on the slowest store. */
export const CALL_MS = 3_000;

export function createDeciders(database: StoredRows, history: History): Deciders {
  const readKeys = database.prepare(`select k.id, k.principal from keys k
    join principals p on p.workspace = k.workspace and p.id = k.principal
    where p.kind = 'person' and p.role <> 'viewer'`);

  const subjects = (events: readonly Event[], type: Event["type"]) =>
    new Set(events.flatMap((event) => (event.type === type ? [event.subject] : [])));
  const keys = () => readKeys.all() as { id: string; principal: string }[];

  return {
    isGone(person) {
      const revoked = subjects(history.olderThan(CALL_MS), "key.revoked");
      return keys().every(({ id, principal }) => principal !== person || revoked.has(id));
    },
    hasOthers(person) {
      const created = subjects(history.olderThan(CALL_MS), "key.created");
      const revoked = subjects(history.events, "key.revoked");
      return keys().some(
        ({ id, principal }) => principal !== person && created.has(id) && !revoked.has(id),
      );
    },
  };
}

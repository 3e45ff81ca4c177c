import type { WorkspaceId } from "../../domain/id.ts";
import type { Write } from "../../ports/store/store.ts";
import { AUTHORITY_WRITES } from "../authority/writes.ts";
import { CONTENT_WRITES } from "../content/writes.ts";
import { WORDS_WRITES } from "../erasure/writes.ts";
import { LINK_WRITES } from "../hub/link-writes.ts";
import { DELIVERY_WRITES } from "../hub/writes.ts";
import { INBOX_WRITES } from "../inbox/writes.ts";
import { LIAISON_WRITES } from "../liaison/writes.ts";
import { MEMORY_WRITES } from "../memory/writes.ts";
import { PEOPLE_WRITES } from "../people/writes.ts";
import { REQUEST_WRITES } from "../requests/writes.ts";
import type { Entry, WriteRow } from "../schema/write-row.ts";
import { SESSION_WRITES } from "../sessions/writes.ts";
import { UPKEEP_WRITES } from "../upkeep/writes.ts";
import { VOTE_WRITES } from "../votes/writes.ts";

const TABLE = {
  ...REQUEST_WRITES,
  ...DELIVERY_WRITES,
  ...LINK_WRITES,
  ...SESSION_WRITES,
  ...LIAISON_WRITES,
  ...AUTHORITY_WRITES,
  ...PEOPLE_WRITES,
  ...INBOX_WRITES,
  ...MEMORY_WRITES,
  ...CONTENT_WRITES,
  ...UPKEEP_WRITES,
  ...WORDS_WRITES,
  ...VOTE_WRITES,
};
export type WriteKind = keyof typeof TABLE;

/**
 * Every write, as both stores do it. PostgreSQL does the conditional writes of a shared step in this
 * order. The most frequent come first.
 */
export const WRITES: Readonly<Record<WriteKind, WriteRow<Write>>> = TABLE;

/** A write as it is stored: its kind is its row in the table. */
export interface KindEntry extends Entry {
  readonly kind: WriteKind;
}

export function toEntry(workspace: WorkspaceId, write: Write): KindEntry {
  const kind = kindOf(write);
  return { kind, ...WRITES[kind].toEntry(workspace, write) };
}

/** Most types have one row; for the others it depends on what the write says. */
function kindOf(write: Write): WriteKind {
  switch (write.type) {
    case "request.update":
      return `${write.request.kind}.update`;
    case "claim.put":
      return write.former === undefined ? "claim.put" : "claim.take";
    case "snooze.put":
      return write.until === undefined ? "snooze.remove" : "snooze.put";
    case "memory.put":
      return write.record.version === 1 ? "memory.first" : "memory.next";
    case "mark.put":
      return write.mark.version === 1 ? "mark.first" : "mark.next";
    case "retention.drop":
      return `${write.of}.drop`;
    case "words.put":
      return `${write.place}.words`;
    case "words.drop":
      return `${write.place}.forget`;
    default:
      return write.type;
  }
}

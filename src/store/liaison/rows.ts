import type { Liaison } from "../../domain/liaison/liaison.ts";
import { type Timestamp, toMs } from "../../domain/timestamp.ts";
import type { Row } from "../schema/tables.ts";

/* Conversations of the liaison to rows and back. A round trip gives an equal value. */

export function liaisonToRow(liaison: Liaison): Row<"liaisons"> {
  const { workspace, id, person, phase, version } = liaison;
  return {
    workspace,
    id,
    person,
    worker: liaison.worker?.agent ?? null,
    phase,
    due_at: msOrNull(liaison.dueAt),
    version,
    created_at: toMs(liaison.createdAt),
    updated_at: toMs(liaison.updatedAt),
    erased_at: msOrNull(liaison.erasedAt),
    body: JSON.stringify(liaison),
  };
}

export function rowToLiaison({ body }: Pick<Row<"liaisons">, "body">): Liaison {
  return JSON.parse(body) as Liaison;
}

function msOrNull(at: Timestamp | undefined): number | null {
  return at === undefined ? null : toMs(at);
}

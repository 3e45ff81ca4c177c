import type { PrincipalId } from "../../domain/id.ts";
import type { LoggedEvent } from "../../domain/log/chain.ts";
import { type Event, type EventData, type EventType, inOrder } from "../../domain/log/event.ts";
import { present } from "../../domain/present.ts";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { NewRow, Row } from "../schema/tables.ts";

/* Events to rows and back. A round trip gives an equal value. */

export function eventToRow(event: Event, hash: Uint8Array): NewRow<"events"> {
  const { workspace, seq, type, at, actor, subject, agent, data } = event;
  return {
    workspace,
    seq,
    type,
    at: toMs(at),
    actor: actor ?? null,
    subject,
    agent: agent ?? null,
    data: data === undefined ? null : JSON.stringify(inOrder(data)),
    hash,
  };
}

export function rowToEvent(row: Omit<Row<"events">, "hash">): Event {
  return {
    workspace: row.workspace,
    seq: row.seq,
    type: row.type as EventType,
    at: toTimestamp(row.at),
    ...present({ actor: row.actor === null ? undefined : (row.actor as PrincipalId) }),
    subject: row.subject,
    ...present({
      agent: row.agent === null ? undefined : (row.agent as PrincipalId),
      data: row.data === null ? undefined : (JSON.parse(row.data) as EventData),
    }),
  };
}

export function rowToLoggedEvent(row: Row<"events">): LoggedEvent {
  return { event: rowToEvent(row), hash: row.hash };
}

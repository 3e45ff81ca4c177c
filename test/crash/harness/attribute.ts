import type { Event } from "../../../src/domain/log/event.ts";
import type { Message } from "../../../src/domain/requests/conversation.ts";
import { answerText } from "../../../src/domain/requests/question.ts";
import type { Request } from "../../../src/domain/requests/request.ts";
import { digest } from "../../../src/system/digest.ts";
import { createAuthorityNotes } from "./authority-notes.ts";
import type { DiskTables } from "./disk-tables.ts";
import { type Ledger, labelOf, type Operation } from "./ledger.ts";

/** The traces of an operation: the event it caused, and what its key must refer to. */
export interface Mark {
  readonly seq: number;
  readonly result: string;
  /** The words of an answer that came too late. */
  readonly isLate: boolean;
}

/**
 * Finds the operation behind each event. It is a violation if an event has no operation or no row,
 * or if an operation caused it twice.
 */
export interface Attribution {
  /** `fresh`: the ids of new rows. Those that an event mentions are removed from it. */
  attribute(event: Event, tables: DiskTables, fresh: Set<string>): void;
  markOf(operation: Operation): Mark | undefined;
}

export function createAttribution(ledger: Ledger): Attribution {
  const marks = new Map<string, Mark>();
  const closings = new Map<string, number>();

  const authority = createAuthorityNotes(ledger, { mark, digestIs: demandDigest });

  function leave(event: Event, text: string, left: Omit<Mark, "seq">): void {
    const label = labelOf(text);
    const operation = ledger.find(label);
    if (operation === undefined || !isCauseOf(operation, event)) {
      ledger.violate(`event ${event.seq}, a ${event.type}, is of nobody ("${label}")`);
      return;
    }
    if (operation.text !== text) ledger.violate(`the text of ${label} changed on its way`);
    mark(operation, { ...left, seq: event.seq });
  }

  function mark({ label }: Operation, left: Mark): void {
    const earlier = marks.get(label);
    if (earlier === undefined) marks.set(label, left);
    else ledger.violate(`${label} was done twice, by events ${earlier.seq} and ${left.seq}`);
  }

  function demandDigest({ seq, data }: Event, expected: string): void {
    if (data?.digest === expected) return;
    ledger.violate(`the digest in event ${seq} is not that of the content`);
  }

  function noteCreated(event: Event, request: Request): void {
    const { id, salt } = request;
    if (request.kind === "question") {
      leave(event, request.question.text, { result: id, isLate: false });
      demandDigest(event, digest.content(salt, request.question));
    } else {
      leave(event, request.authorization.reason, { result: id, isLate: false });
      demandDigest(event, digest.action(request.authorization.action));
    }
  }

  function noteMessage(event: Event, { id, text, salt, lateAnswerTo }: Message): void {
    const isLate = event.type === "request.answered_late";
    leave(event, text, { result: id, isLate });
    demandDigest(event, digest.content(salt, text));
    if (!isLate || lateAnswerTo === event.subject) return;
    ledger.violate(`${id} is a late answer to something else than ${event.subject}`);
  }

  function noteClosing(event: Event, request: Request): void {
    const { id, status } = request;
    const earlier = closings.get(id);
    if (earlier !== undefined) {
      ledger.violate(`${id} closed twice, by events ${earlier} and ${event.seq}`);
    }
    closings.set(id, event.seq);
    if (event.type === `request.${status}`) noteOutcome(event, request);
    else ledger.violate(`${id} is ${status}; event ${event.seq} is a ${event.type}`);
  }

  function noteOutcome(event: Event, request: Request): void {
    const { id, status } = request;
    if (status === "answered") {
      leave(event, answerText(request.answer), { result: id, isLate: false });
      demandDigest(event, digest.content(request.salt, request.answer));
    } else if (status === "approved") {
      authority.noteApproved(event, request);
    } else if (status === "cancelled") {
      leave(event, request.reason ?? "", { result: id, isLate: false });
    } else if (!mayExpire(request)) {
      ledger.violate(`${id} expired, which it was never to do`);
    }
  }

  function mayExpire(request: Request): boolean {
    if (request.kind !== "question") return false;
    return ledger.find(labelOf(request.question.text))?.expires === true;
  }

  function withRow<T>(event: Event, row: T | undefined, note: (event: Event, row: T) => void) {
    if (row !== undefined) note(event, row);
    else ledger.violate(`event ${event.seq}, a ${event.type}, has no row`);
  }

  return {
    attribute(event, tables, fresh) {
      switch (event.type) {
        case "workspace.created":
        case "principal.created":
        case "key.created":
        case "invitation.created":
        case "invitation.accepted":
        case "policy.changed":
          return;
        case "request.created":
          fresh.delete(event.subject);
          return withRow(event, tables.request(event.subject), noteCreated);
        case "message.created":
          fresh.delete(event.subject);
          return withRow(event, tables.message(event.subject), noteMessage);
        case "request.answered_late": {
          const id = event.data?.message ?? "";
          fresh.delete(id);
          return withRow(event, tables.message(id), noteMessage);
        }
        case "grant.minted":
        case "grant.redeemed":
        case "grant.refused":
          return authority.noteGrant(event, tables);
        case "request.approved":
        case "request.answered":
        case "request.cancelled":
        case "request.expired":
          return withRow(event, tables.request(event.subject), noteClosing);
        default:
          ledger.violate(`event ${event.seq} is a ${event.type}, which nobody has caused`);
      }
    },
    markOf: ({ label }) => marks.get(label),
  };
}

function isCauseOf({ kind, target }: Operation, event: Event): boolean {
  switch (event.type) {
    case "request.created":
      return kind === "ask" || kind === "seek";
    case "message.created":
      return kind === "tell";
    case "request.cancelled":
      return kind === "cancel" && target === event.subject;
    default:
      return kind === "answer" && target === event.subject;
  }
}

import type { Event } from "./event.ts";
import { LOG_SAYS } from "./log-says.ts";
import type { Facts, RowKind } from "./sayings.ts";

/*
 * The log as a description of the record: replaying one row's events gives the last known value of
 * each fact about it.
 */

/** A row whose facts differ from what the log says. */
export interface RowFault {
  readonly kind: RowKind;
  readonly id: string;
  /** The fact that differs; absent if the row is missing, or if no event made it. */
  readonly fact?: string;
  /** The event that says otherwise. */
  readonly seq?: number;
}

/** The result of comparing the record with the log. */
export interface ComparedRecord {
  readonly rows: number;
  /** How many of these were erased, as the log says: their content cannot be compared. */
  readonly erased: number;
  readonly faults: readonly RowFault[];
  /** The number of faults that are not listed. */
  readonly more: number;
}

interface Word {
  readonly value: Facts[string];
  readonly seq: number;
}

/** What a row's events say of it. */
export type Replayed = ReadonlyMap<string, Word>;

/** Takes events in order, one by one, and collects what they say of rows, by `rowName`. */
export function createReplay() {
  const rows = new Map<string, Map<string, Word>>();
  return {
    add(event: Event): void {
      // An event type of a newer version says nothing here.
      for (const { kind, id, facts } of LOG_SAYS[event.type]?.says(event) ?? []) {
        const name = rowName(kind, id);
        const row = rows.get(name) ?? new Map<string, Word>();
        rows.set(name, row);
        for (const [fact, value] of Object.entries(facts)) {
          if (value === undefined) row.delete(fact);
          else row.set(fact, { value, seq: event.seq });
        }
      }
    },
    of: (kind: RowKind, id: string): Replayed | undefined => rows.get(rowName(kind, id)),
  };
}

function rowName(kind: RowKind, id: string): string {
  return `${kind} ${id}`;
}

/** The log may know more of these than the record: a dropped vote, a version that is no longer kept. */
const MAY_BE_GONE = /^(?:vote|key of vote|note of vote|version) /;
/**
 * The record may hold more of these: a version of a task that was never published, and the key of a vote,
 * which earlier versions did not log.
 */
const MAY_BE_MORE = /^(?:task|key of vote) /;

type Difference = Omit<RowFault, "kind" | "id">;

/** Where a row differs from what the log says. Facts that only one of the two mentions do not differ. */
export function differences(replayed: Replayed, stored: Facts): readonly Difference[] {
  return [
    ...erasureFault(replayed, stored),
    ...Object.entries(stored).flatMap(([fact, value]) => storedFault(replayed, fact, value)),
    ...lostFaults(replayed, stored),
  ];
}

function erasureFault(replayed: Replayed, { isErased = false }: Facts): Difference[] {
  const word = replayed.get(ERASURE);
  if (isErased === (word?.value ?? false)) return [];
  return [{ fact: ERASURE, ...(word && { seq: word.seq }) }];
}

function storedFault(replayed: Replayed, fact: string, value: Facts[string]): Difference[] {
  if (fact === ERASURE || value === undefined) return [];
  const word = replayed.get(fact);
  if (word !== undefined) return word.value === value ? [] : [{ fact, seq: word.seq }];
  // No event mentions this content: it was written without the server.
  return isListed(fact) && !MAY_BE_MORE.test(fact) ? [{ fact }] : [];
}

function lostFaults(replayed: Replayed, stored: Facts): Difference[] {
  if (replayed.has(ERASURE)) return [];
  return [...replayed].flatMap(([fact, { seq }]) => {
    const isLost = isListed(fact) && !MAY_BE_GONE.test(fact) && stored[fact] === undefined;
    return isLost ? [{ fact, seq }] : [];
  });
}

const ERASURE = "isErased";

/** Whether a fact is one of a list, named by its argument. */
function isListed(fact: string): boolean {
  return fact.includes(" ");
}

const WORDS: Readonly<Record<string, string>> = {
  isErased: "erasure",
  closedAt: "time of closing",
  closedBy: "person who closed it",
  createdAt: "time of making",
  basis: "ground of the decision",
  words: "reason",
  said: "agent's words",
  editor: "author of the changed arguments",
  editNote: "words beside the changed arguments",
  isUsed: "use",
  usedAt: "time of use",
  revokedAt: "revocation",
  endedAt: "end",
  haltedAt: "halt",
  givenBy: "giver",
  from: "sender",
  key: "secret, holder or rights",
  permission: "scope",
  passkey: "credential",
  hash: "secret",
  policy: "policy in force",
  revision: "text",
  entry: "statements",
  signatures: "signatures",
  statement: "text",
  isUnattended: "attendance",
  isWeb: "kind",
};

/** Begins the fact of a content that is not of its digest, which stands behind it. */
export const CONTENT = "content";
/** Of one that is not there, and that no event has erased. */
export const MISSING_CONTENT = "missing content";

/** The fault in words, for people. */
export function faultText({ kind, id, fact, seq }: RowFault): string {
  const row = `${kind} ${id}`;
  if (fact === undefined) {
    return seq === undefined
      ? `${row} is named by no event`
      : `${row} is gone, which event ${seq} made`;
  }
  const lost = contentIn(fact, MISSING_CONTENT);
  if (lost !== undefined) return `the content ${lost} of ${row} is lost: no event has erased it`;
  const altered = contentIn(fact, CONTENT);
  if (altered !== undefined) {
    return `the content ${altered} of ${row} is altered: its bytes are not of this digest`;
  }
  const what = `the ${WORDS[fact] ?? fact} of ${row}`;
  return seq === undefined
    ? `${what} is named by no event`
    : `${what} is not what event ${seq} says`;
}

function contentIn(fact: string, what: string): string | undefined {
  return fact.startsWith(`${what} `) ? fact.slice(what.length + 1) : undefined;
}

import fc from "fast-check";
import { expect, test } from "vitest";
import { casesOf } from "../../scripts/proofs/proofs.ts";
import { EMPTY_HEAD, type LoggedEvent } from "../../src/domain/log/chain.ts";
import { createChainCheck, type NotedHead, toHex } from "../../src/domain/log/chain-check.ts";
import { type Event, eventBody } from "../../src/domain/log/event.ts";
import { linkHash, logHashes } from "../../src/store/events/hash-chain.ts";

/*
 * Whoever can write to the store tampers with its log in every way there is, also with all hashes
 * made anew. What they cannot change is the anchor, and what the anchor covers, it shows.
 */

const TAMPERINGS = casesOf(10_000);

type Log = readonly LoggedEvent[];

const OTHER_HASH = new Uint8Array(32).fill(7);

const events = (log: Log): readonly Event[] => log.map(({ event }) => event);

/** The events as a log whose chain holds: numbered anew, each with the hash that it should have. */
function chained(list: readonly Event[]): Log {
  let previous = EMPTY_HEAD.hash;
  return list.map((event, index) => {
    const numbered = { ...event, seq: index + 1 };
    previous = linkHash(previous, eventBody(numbered));
    return { event: numbered, hash: previous };
  });
}

const made = (index: number, workspace = "default"): Event => ({
  workspace,
  seq: index + 1,
  type: index === 0 ? "workspace.created" : "request.approved",
  at: new Date(Date.UTC(2026, 10, 22) + index * 1_000).toISOString(),
  actor: `prn_${index}`,
  subject: `req_${index}`,
  agent: "prn_agent",
  data: { digest: `digest ${index}`, via: "cli" },
});
const forged: Event = { ...made(0), type: "request.approved", subject: "req_forged" };

const EDITS: Readonly<Record<string, (event: Event) => Event>> = {
  type: (event) => ({ ...event, type: "request.rejected" }),
  time: (event) => ({ ...event, at: "2026-01-01T00:00:00.000Z" }),
  actor: (event) => ({ ...event, actor: "prn_mallory" }),
  "no actor": ({ actor, ...event }) => event,
  subject: (event) => ({ ...event, subject: `${event.subject}x` }),
  agent: (event) => ({ ...event, agent: "prn_mallory" }),
  "a fact": (event) => ({ ...event, data: { ...event.data, digest: "other" } }),
  "a fact more": (event) => ({ ...event, data: { ...event.data, steppedUp: true } }),
  "no facts": ({ data, ...event }) => event,
};

interface Chance {
  /** The place in the log, within what the anchor covers. */
  readonly at: number;
  /** Another place behind it, within the log. */
  readonly other: number;
  readonly edit: string;
}

const edited = (log: Log, { at, edit }: Chance): readonly Event[] =>
  events(log).map((event, index) => (index === at ? (EDITS[edit]?.(event) ?? event) : event));
const swapped = (log: Log, { at, other }: Chance): Log => {
  const [one, two] = [log[at], log[other]];
  return one && two ? log.with(at, two).with(other, one) : log;
};

const TAMPER: Readonly<Record<string, (log: Log, chance: Chance) => Log>> = {
  "edits an event": (log, chance) =>
    edited(log, chance).map((event, index) => ({ event, hash: log[index]?.hash ?? OTHER_HASH })),
  "edits an event and makes the chain anew": (log, chance) => chained(edited(log, chance)),
  "edits a number": (log, { at }) =>
    log.map((line, index) =>
      index === at ? { ...line, event: { ...line.event, seq: line.event.seq + 1 } } : line,
    ),
  "edits a hash": (log, { at }) =>
    log.map((line, index) => (index === at ? { ...line, hash: OTHER_HASH } : line)),
  "removes an event": (log, { at }) => log.toSpliced(at, 1),
  "removes an event and makes the chain anew": (log, { at }) =>
    chained(events(log).toSpliced(at, 1)),
  "removes the beginning": (log, { at }) => log.slice(at + 1),
  "removes the beginning and makes the chain anew": (log, { at }) =>
    chained(events(log).slice(at + 1)),
  "cuts off the end": (log, { at }) => log.slice(0, at),
  "rolls back to an earlier state and goes on": (log, { at, other }) =>
    chained([...events(log).slice(0, at), ...Array.from({ length: other + 2 }, () => forged)]),
  "exchanges two events": swapped,
  "exchanges two events and makes the chain anew": (log, chance) =>
    chained(events(swapped(log, chance))),
  "puts one in": (log, { at }) => log.toSpliced(at, 0, { event: forged, hash: OTHER_HASH }),
  "puts one in and makes the chain anew": (log, { at }) =>
    chained(events(log).toSpliced(at, 0, forged)),
  "repeats an event": (log, { at }) =>
    log.flatMap((line, index) => (index === at ? [line, line] : [line])),
  "writes the whole log anew": (log) => chained(log.map(() => forged)),
  "drops the workspace": () => [],
  "puts the log of another workspace in its place": (log) =>
    chained(log.map((_, index) => made(index, "other"))),
};

const notedOf = (log: Log, seqs: readonly number[]): readonly NotedHead[] =>
  seqs.map((seq) => ({ seq, hash: toHex(log[seq - 1]?.hash ?? OTHER_HASH) }));

function isIntact(log: Log, noted: readonly NotedHead[]): boolean {
  const check = createChainCheck(logHashes, noted);
  check.add(log);
  return check.report().intact;
}

/** A log of up to 25 events and the numbers of those that were sealed. */
const sealedLogs = fc.integer({ min: 2, max: 25 }).chain((length) =>
  fc.record({
    length: fc.constant(length),
    seqs: fc.uniqueArray(fc.integer({ min: 2, max: length }), { minLength: 1, maxLength: 4 }),
  }),
);
const chances = fc.record({
  kind: fc.constantFrom(...Object.keys(TAMPER)),
  edit: fc.constantFrom(...Object.keys(EDITS)),
  place: fc.nat({ max: 999 }),
  further: fc.nat({ max: 999 }),
});

test(`of ${TAMPERINGS} tamperings with what the anchor covers, none goes unseen`, () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(sealedLogs, chances, ({ length, seqs }, { kind, edit, place, further }) => {
      const log = chained(Array.from({ length }, (_, index) => made(index)));
      const covered = Math.max(...seqs);
      const at = place % covered;
      // Of two places one is at the end of what is covered at the latest, so that they differ.
      const first = Math.min(at, covered - 2);
      const other = first + 1 + (further % (length - first - 1));
      const tampered = TAMPER[kind]?.(log, {
        at: kind.startsWith("exchanges") ? first : at,
        other,
        edit,
      });
      expect(isIntact(tampered ?? log, notedOf(log, seqs)), kind).toBe(false);
      seen.add(kind);
    }),
    { numRuns: TAMPERINGS },
  );
  expect([...seen].sort()).toEqual(Object.keys(TAMPER).sort());
}, 60_000);

test("a log that has only grown since is intact", () => {
  fc.assert(
    fc.property(sealedLogs, fc.nat({ max: 10 }), ({ length, seqs }, more) => {
      const log = chained(Array.from({ length: length + more }, (_, index) => made(index)));
      expect(isIntact(log, notedOf(log, seqs))).toBe(true);
    }),
  );
});

test("what lies behind the last checkpoint can be cut off or written anew unseen", () => {
  const log = chained(Array.from({ length: 10 }, (_, index) => made(index)));
  const noted = notedOf(log, [4, 7]);
  expect(isIntact(log.slice(0, 7), noted)).toBe(true);
  expect(isIntact(chained([...events(log).slice(0, 7), forged]), noted)).toBe(true);
  expect(isIntact(log.slice(0, 6), noted)).toBe(false);
});

import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ANY_CHARACTER } from "../../../test/support/any-character.ts";
import { CHAIN_PREFIX, FIRST_HASH, type LinkHash, type LoggedEvent } from "./chain.ts";
import {
  type ChainReport,
  createChainCheck,
  type LogHashes,
  type NotedHead,
  parseHead,
  type SealedHead,
  toHex,
} from "./chain-check.ts";
import { EVENT_TYPES, type Event, type EventDraft, eventBody } from "./event.ts";
import { createMerkleTree } from "./merkle.ts";

const linkHash: LinkHash = (previous, body) =>
  createHash("sha256").update(CHAIN_PREFIX).update(previous).update(body).digest();

const hashes: LogHashes = {
  link: linkHash,
  leaf: (body) => createHash("sha256").update("\0").update(body).digest(),
  node: (left, right) => createHash("sha256").update("\u0001").update(left).update(right).digest(),
};

/** The log of these facts, as the store would have written it. */
function logOf(drafts: readonly EventDraft[]): LoggedEvent[] {
  let previous: Uint8Array = FIRST_HASH;
  return drafts.map((draft, index) => {
    const event: Event = { ...draft, workspace: "default", seq: index + 1 };
    const hash = linkHash(previous, eventBody(event));
    previous = hash;
    return { event, hash };
  });
}

/** The same events with numbers and hashes made anew: what one can do who can write the store. */
const rewritten = (log: readonly LoggedEvent[]) => logOf(log.map(({ event }) => event));

function verify(log: readonly LoggedEvent[], noted?: string): ChainReport {
  const check = createChainCheck(hashes, noted);
  check.add(log);
  return check.report();
}

function headOf(log: readonly LoggedEvent[], seq = log.length): string {
  return `${seq}:${toHex(log[seq - 1]?.hash ?? FIRST_HASH)}`;
}

const facts = fc.record(
  {
    type: fc.constantFrom(...EVENT_TYPES),
    at: fc.constant("2026-11-21T09:30:00.000Z"),
    subject: fc.string({ unit: ANY_CHARACTER }),
    actor: fc.constant("prn_01k00000000000000000000001" as const),
    data: fc.record({ digest: fc.base64String(), via: fc.string() }, { requiredKeys: [] }),
  },
  { requiredKeys: ["type", "at", "subject"] },
);
const logs = fc.array(facts, { minLength: 1, maxLength: 12 }).map(logOf);

const forgedFrom = ({ event, hash }: LoggedEvent): LoggedEvent => ({
  event: { ...event, subject: `${event.subject}!` },
  hash,
});

/** A log, the event in it that somebody touches, and another one. */
interface Touched {
  readonly log: readonly LoggedEvent[];
  readonly at: number;
  readonly to: number;
}
const touched = fc
  .record({
    log: fc.array(facts, { minLength: 2, maxLength: 12 }).map(logOf),
    first: fc.nat(),
    second: fc.nat(),
  })
  .map(({ log, first, second }): Touched => {
    const at = first % log.length;
    return { log, at, to: (at + 1 + (second % (log.length - 1))) % log.length };
  });

interface Tampering {
  /** Leaves all other hashes as they are. */
  readonly tamper: (touched: Touched) => LoggedEvent[];
  /** How many events still stand before the first that shows it. */
  readonly sound: (touched: Touched) => number;
}

const replaced = ({ log, at }: Touched, change: (entry: LoggedEvent) => LoggedEvent) =>
  log.map((entry, index) => (index === at ? change(entry) : entry));

const TAMPERINGS: Readonly<Record<string, Tampering>> = {
  edit: {
    tamper: (given) => replaced(given, forgedFrom),
    sound: ({ at }) => at,
  },
  "slip in a fact": {
    tamper: (given) =>
      replaced(given, ({ event, hash }) => {
        const data = { ...event.data, forged: 1 };
        return { event: { ...event, data }, hash };
      }),
    sound: ({ at }) => at,
  },
  "exchange a hash": {
    tamper: (given) =>
      replaced(given, ({ event, hash }) => ({ event, hash: hash.map((byte) => byte ^ 1) })),
    sound: ({ at }) => at,
  },
  drop: {
    tamper: ({ log, at }) => log.filter((_, index) => index !== at),
    sound: ({ at }) => at,
  },
  "insert a copy": {
    tamper: ({ log, at }) => log.flatMap((entry, index) => (index === at ? [entry, entry] : entry)),
    sound: ({ at }) => at + 1,
  },
  "insert a forged one with a true hash": {
    tamper: ({ log, at }) => [
      ...rewritten([...log.slice(0, at), forgedFrom(log[at] as LoggedEvent)]),
      ...log.slice(at),
    ],
    sound: ({ at }) => at + 1,
  },
  swap: {
    tamper: ({ log, at, to }) => {
      const swapped = [...log];
      [swapped[at], swapped[to]] = [log[to] as LoggedEvent, log[at] as LoggedEvent];
      return swapped;
    },
    sound: ({ at, to }) => Math.min(at, to),
  },
};

/** Each makes all hashes anew, so that the log is sound in itself. */
const REWRITINGS: Readonly<Record<string, (touched: Touched) => LoggedEvent[]>> = {
  edit: (given) => rewritten(replaced(given, forgedFrom)),
  drop: ({ log, at }) => rewritten(log.filter((_, index) => index !== at)),
  insert: ({ log, at }) =>
    rewritten([...log.slice(0, at), forgedFrom(log[at] as LoggedEvent), ...log.slice(at)]),
};

describe("an intact log", () => {
  test("verifies, in pages of any size, and gives the head of its last event", () => {
    fc.assert(
      fc.property(logs, fc.integer({ min: 1, max: 5 }), (log, size) => {
        const check = createChainCheck(hashes);
        for (let start = 0; start < log.length; start += size) {
          expect(check.add(log.slice(start, start + size))).toBe(true);
        }
        const [seq, hash] = headOf(log).split(":");
        expect(check.report()).toEqual({
          intact: true,
          events: log.length,
          head: { seq: Number(seq), hash },
        });
      }),
    );
  });

  test("verifies against each head that it ever had", () => {
    fc.assert(
      fc.property(logs, (log) => {
        for (let seq = 0; seq <= log.length; seq++) {
          expect(verify(log, headOf(log, seq))).toMatchObject({ intact: true });
        }
      }),
    );
  });

  test("of nothing is intact and has the empty head", () => {
    expect(verify([])).toEqual({
      intact: true,
      events: 0,
      head: { seq: 0, hash: "0".repeat(64) },
    });
  });
});

describe("a log that somebody touched", () => {
  const tamperings = Object.entries(TAMPERINGS);

  test.each(tamperings)("by %s shows at the first event touched", (name, { tamper, sound }) => {
    fc.assert(
      fc.property(touched, (given) => {
        const report = verify(tamper(given), headOf(given.log));
        // A forged event with a true hash contradicts the noted head only where that is its own.
        const isLast = name.startsWith("insert a forged") && given.at === given.log.length - 1;
        const events = isLast ? given.at : sound(given);
        expect(report).toMatchObject({ intact: false, events, fault: expect.any(String) });
      }),
    );
  });

  test.each(tamperings)("by %s before its end shows without any head", (_, { tamper }) => {
    fc.assert(
      fc.property(touched, (given) => {
        fc.pre(given.at < given.log.length - 1);
        const { intact, fault } = verify(tamper(given));
        expect(intact).toBe(false);
        expect(fault).toMatch(/^event \d+ (is missing|does not match its hash)$/);
      }),
    );
  });

  test("by a cut shows by a head that was noted before, and by no other", () => {
    fc.assert(
      fc.property(touched, ({ log, at }) => {
        const left = log.slice(0, at);
        expect(verify(left)).toMatchObject({ intact: true, events: at });
        for (let seq = 0; seq <= log.length; seq++) {
          expect(verify(left, headOf(log, seq)).intact).toBe(seq <= at);
        }
      }),
    );
  });

  test.each(Object.entries(REWRITINGS))(
    "by %s with all hashes made anew shows by a head noted at or after it",
    (_, rewrite) => {
      fc.assert(
        fc.property(touched, (given) => {
          const forged = rewrite(given);
          expect(verify(forged).intact).toBe(true);
          for (let seq = 0; seq <= given.log.length; seq++) {
            expect(verify(forged, headOf(given.log, seq)).intact).toBe(seq <= given.at);
          }
        }),
      );
    },
  );

  const log = logOf(
    ["a", "b", "c"].map((subject) => ({
      type: "message.created",
      at: "2026-11-21T09:30:00.000Z",
      subject,
    })),
  );

  test("by a cut tells which events are gone", () => {
    expect(verify(log.slice(0, 1), headOf(log))).toEqual({
      intact: false,
      events: 1,
      head: { seq: 1, hash: toHex(log[0]?.hash ?? FIRST_HASH) },
      fault: "events 2 to 3 are gone: the log was cut",
    });
  });

  test("by a rewriting tells which event is another one", () => {
    const forged = rewritten([forgedFrom(log[0] as LoggedEvent), ...log.slice(1)]);
    expect(verify(forged, headOf(log, 2))).toMatchObject({
      events: 1,
      fault: "event 2 is not the one whose hash was noted: the log was rewritten",
    });
  });

  test("stays broken, whatever is read after the fault", () => {
    const check = createChainCheck(hashes);
    expect(check.add([log[0] as LoggedEvent, log[2] as LoggedEvent])).toBe(false);
    expect(check.add([log[1] as LoggedEvent])).toBe(false);
    expect(check.add([])).toBe(false);
    expect(check.report()).toMatchObject({ intact: false, events: 1, fault: "event 2 is missing" });
  });
});

describe("several noted heads", () => {
  const headAt = (log: readonly LoggedEvent[], seq: number): NotedHead => ({
    seq,
    hash: toHex(log[seq - 1]?.hash ?? FIRST_HASH),
  });
  const check = (log: readonly LoggedEvent[], noted: readonly NotedHead[]) => {
    const checking = createChainCheck(hashes, noted);
    checking.add(log);
    return checking.report();
  };

  test("are all in a log that has only grown", () => {
    fc.assert(
      fc.property(logs, (log) => {
        const noted = [0, ...log.keys()].map((seq) => headAt(log, seq));
        expect(check(log, [...noted, ...noted]).intact).toBe(true);
      }),
    );
  });

  test("show by the first one that the log has not, in whatever order they are given", () => {
    fc.assert(
      fc.property(touched, ({ log, at }) => {
        const forged = rewritten(log.with(at, forgedFrom(log[at] as LoggedEvent)));
        const noted = log.map((_, index) => headAt(log, index + 1));
        expect(check(forged, noted.toReversed())).toMatchObject({ intact: false, events: at });
      }),
    );
  });

  test("of one number that differ cannot both be in it", () => {
    fc.assert(
      fc.property(logs, (log) => {
        const other = { seq: log.length, hash: "0".repeat(64) };
        expect(check(log, [headAt(log, log.length), other]).intact).toBe(false);
        expect(check(log, [other, headAt(log, log.length)]).intact).toBe(false);
      }),
    );
  });

  test("of an empty log are 32 zero bytes", () => {
    expect(check([], [{ seq: 0, hash: "0".repeat(64) }]).intact).toBe(true);
    expect(check([], [{ seq: 0, hash: "1".repeat(64) }]).intact).toBe(false);
  });
});

test("an event of another workspace breaks a chain whose hashes hold", () => {
  const [first, second] = logOf(
    ["a", "b"].map((subject) => ({
      type: "message.created",
      at: "2026-11-21T09:30:00.000Z",
      subject,
    })),
  ) as [LoggedEvent, LoggedEvent];
  const event: Event = { ...second.event, workspace: "other" };
  const hash = linkHash(first.hash, eventBody(event));
  expect(verify([first, { event, hash }])).toMatchObject({
    intact: false,
    events: 1,
    fault: "event 2 is of another workspace",
  });
});

describe("a noted head", () => {
  const hash = "0123456789abcdef".repeat(4);

  test("is written SEQ:HASH", () => {
    expect(parseHead(`17:${hash}`)).toEqual({ seq: 17, hash });
  });

  test.each([
    "",
    hash,
    `17:`,
    `:${hash}`,
    `17:${hash.slice(1)}`,
    `17:${hash}0`,
    `17:${hash.toUpperCase()}`,
    `-1:${hash}`,
    `1.5:${hash}`,
    `17 :${hash}`,
    `17:${hash}\n`,
    `1234567890123456:${hash}`,
  ])("is not %j, and the check does not begin", (text) => {
    expect(() => createChainCheck(hashes, text)).toThrow(
      expect.objectContaining({
        code: "INVALID_INPUT",
        message: expect.stringContaining("A head is written SEQ:HASH"),
      }),
    );
  });

  test("shows bytes as hexadecimal digits, two each", () => {
    expect(toHex(Uint8Array.of(0, 1, 15, 16, 255))).toBe("00010f10ff");
  });
});

/** The tree over the events behind `after`, up to `seq`, as a checkpoint signs it. */
function sealOf(
  log: readonly LoggedEvent[],
  { after, seq }: { readonly after: number; readonly seq: number },
): SealedHead {
  const tree = createMerkleTree(hashes);
  for (const { event } of log.slice(after, seq)) tree.add(hashes.leaf(eventBody(event)));
  const root = toHex(tree.root() ?? new Uint8Array());
  return { seq, hash: toHex(log[seq - 1]?.hash ?? FIRST_HASH), tree: { after, root } };
}

describe("the trees that checkpoints have signed", () => {
  const log = logOf(
    Array.from({ length: 10 }, (_, index) => ({
      type: "request.answered",
      at: "2026-11-21T09:30:00.000Z",
      subject: `req_${index}`,
    })),
  );
  const seals = [
    { after: 0, seq: 3 },
    { after: 3, seq: 4 },
    { after: 4, seq: 10 },
  ].map((span) => sealOf(log, span));

  function check(events: readonly LoggedEvent[], heads: readonly SealedHead[]): ChainReport {
    const checking = createChainCheck(hashes, heads);
    checking.add(events);
    return checking.report();
  }

  test("are those of the log, also where seals were made again over the same events", () => {
    const again = [sealOf(log, { after: 3, seq: 7 }), ...seals, ...seals];
    expect(check(log, again)).toMatchObject({ intact: true, events: 10 });
  });

  test("name the events of a root that was forged, although the chain holds", () => {
    const forged = seals.map((seal) =>
      seal.seq === 4 ? { ...seal, tree: { after: 3, root: "0".repeat(64) } } : seal,
    );
    expect(check(log, forged)).toMatchObject({
      intact: false,
      fault: "events 4 to 4 are not those whose root the checkpoint over event 4 has signed",
    });
  });

  test("show an event that was rewritten with its chain and all noted heads", () => {
    const events = log.map(({ event }) =>
      event.seq === 6 ? { ...event, subject: "req_other" } : event,
    );
    const other = logOf(events);
    const heads = seals.map((seal) => ({
      ...seal,
      hash: toHex(other[seal.seq - 1]?.hash ?? FIRST_HASH),
    }));
    expect(check(other, heads)).toMatchObject({
      intact: false,
      fault: "events 5 to 10 are not those whose root the checkpoint over event 10 has signed",
    });
  });

  test.each([
    ["begins where it ends", { after: 4, seq: 4 }, 0],
    ["begins behind its end", { after: 5, seq: 4 }, 0],
    ["begins before what has passed", { after: 1, seq: 6 }, 2],
  ])("have a fault where one %s", (_, { after, seq }, passed) => {
    const checking = createChainCheck(hashes);
    checking.add(log.slice(0, passed));
    const tree = { after, root: "0".repeat(64) };
    checking.expect([{ seq, hash: headOf(log, seq).split(":")[1] ?? "", tree }]);
    expect(checking.add(log.slice(passed))).toBe(false);
    expect(checking.report().fault).toBe(
      `the checkpoint over event ${seq} does not follow the one before it`,
    );
  });
});

describe("events that are dated before one that they follow", () => {
  const datedAt = (...times: readonly string[]) =>
    logOf(
      times.map((time) => ({
        type: "workspace.created",
        at: `2026-11-21T${time}.000Z`,
        subject: "default",
      })),
    );

  test("are counted, and the one that is furthest back is named, in a log that is intact", () => {
    const log = datedAt("09:00:00", "10:00:00", "09:58:00", "08:00:00", "09:30:00", "10:00:00");
    expect(verify(log)).toMatchObject({
      intact: true,
      wentBack: { count: 3, seq: 4, ms: 7_200_000 },
    });
  });

  test("by up to a minute are the order in which concurrent changes were planned", () => {
    expect(verify(datedAt("10:00:00", "09:59:00", "10:00:30"))).not.toHaveProperty("wentBack");
  });
});

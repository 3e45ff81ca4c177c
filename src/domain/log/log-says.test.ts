import { describe, expect, test } from "vitest";
import { EVENT_TYPES, type Event } from "./event.ts";
import { LOG_SAYS } from "./log-says.ts";
import { createReplay, differences, faultText } from "./replay.ts";
import { ROW_KINDS } from "./sayings.ts";

const at = "2026-11-26T10:00:00.000Z";
const event = (over: Partial<Event>): Event => ({
  workspace: "default",
  seq: 1,
  type: "request.created",
  at,
  subject: "req_1",
  ...over,
});

describe("the table of what the log says", () => {
  test("has every type of event", () => {
    expect(Object.keys(LOG_SAYS).sort()).toEqual([...EVENT_TYPES].sort());
  });

  test("speaks of every kind of row, and says of each event of which", () => {
    const spoken = new Set(EVENT_TYPES.flatMap((type) => LOG_SAYS[type].of));
    expect([...spoken].sort()).toEqual([...ROW_KINDS].sort());
    for (const type of EVENT_TYPES) {
      const said = LOG_SAYS[type].says(event({ type })).map(({ kind }) => kind);
      expect(said, type).toEqual(LOG_SAYS[type].of);
    }
  });
});

describe("a replay", () => {
  const replayed = (...events: readonly Partial<Event>[]) => {
    const replay = createReplay();
    for (const [index, one] of events.entries()) replay.add(event({ seq: index + 1, ...one }));
    return replay.of("request", "req_1") ?? new Map();
  };

  test("knows the last word of each fact, and the event that said it", () => {
    const known = replayed({}, { type: "request.answered", actor: "prn_1", data: { digest: "d" } });
    expect(known.get("status")).toEqual({ value: "answered", seq: 2 });
    expect(known.get("kind")).toEqual({ value: "question", seq: 1 });
  });

  test("is silent where the log is", () => {
    const known = replayed({ type: "request.answered_by_permission" });
    expect(differences(known, { status: "answered", closedBy: "prn_9" })).toEqual([]);
  });

  test("differs in a fact, in content that nobody has said, and in an erasure", () => {
    const known = replayed({ data: { digest: "d" } });
    expect(differences(known, { status: "answered" })).toEqual([{ fact: "status", seq: 1 }]);
    expect(differences(known, { "vote prn_1 now": "d" })).toEqual([{ fact: "vote prn_1 now" }]);
    expect(differences(known, { isErased: true })).toEqual([{ fact: "isErased" }]);
    expect(differences(replayed({}, { type: "request.erased" }), { isErased: false })).toEqual([
      { fact: "isErased", seq: 2 },
    ]);
  });

  test("passes over what a newer version has logged", () => {
    expect(replayed({}, { type: "request.sung" as Event["type"] }).size).toBeGreaterThan(0);
  });
});

test("a fault is told with the kind and the id of what is not what it was", () => {
  const row = { kind: "request", id: "req_1" } as const;
  expect(faultText({ ...row, fact: "answer", seq: 7 })).toBe(
    "the answer of request req_1 is not what event 7 says",
  );
  expect(faultText({ ...row, seq: 7 })).toBe("request req_1 is gone, which event 7 made");
  expect(faultText(row)).toBe("request req_1 is named by no event");
});

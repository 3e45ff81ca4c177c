import { expect, test } from "vitest";
import { simulate } from "../src/testing/simulator/simulate.ts";

const SEEDS = 300;
const SABOTAGE_SEEDS = 20;

test(`the invariants hold in ${SEEDS} simulated worlds`, { timeout: 300_000 }, async () => {
  const totals = { crashes: 0, events: 0 };
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { violation, crashes, events } = await simulate(seed);
    expect(violation, `npm run simulate -- --from ${seed} --seeds 1`).toBeUndefined();
    totals.crashes += crashes;
    totals.events += events;
  }
  expect(totals.crashes).toBeGreaterThan(SEEDS);
  expect(totals.events).toBeGreaterThan(SEEDS * 20);
});

test("the same seed gives the same trace, another seed another", async () => {
  const [first, again, other] = [await simulate(7), await simulate(7), await simulate(8)];
  expect(again).toEqual(first);
  expect(other.trace).not.toBe(first.trace);
});

/** Faults put into the database, each of which some check must see. */
const SABOTAGES: readonly { name: string; sql: string }[] = [
  {
    name: "a message that was acknowledged gets lost",
    sql: "create trigger lose after insert on messages begin delete from messages where id = new.id; end",
  },
  {
    name: "an idempotency key is forgotten",
    sql: "create trigger forget after insert on once begin delete from once where key = new.key; end",
  },
  {
    name: "an answer changes after it was given",
    sql: `create trigger change after insert on messages when new.late_answer_to is not null begin
      update requests set answer = '{"text":"forged"}' where id = new.late_answer_to; end`,
  },
  {
    name: "an event is removed from the log",
    sql: "create trigger cut after insert on events when new.seq = 20 begin delete from events where seq = 15; end",
  },
  {
    name: "an event is edited in the log",
    sql: "create trigger edit after insert on events when new.type = 'request.answered' begin update events set at = at - 1 where seq = new.seq; end",
  },
  {
    name: "an answer gets lost from a mailbox",
    sql: "create trigger empty after update on mailbox when new.ready_at is not null begin delete from mailbox where item = new.item; end",
  },
  {
    name: "a question of a tool is not known again",
    sql: "create trigger unknown after insert on mailbox begin update mailbox set digest = null where item = new.item; end",
  },
  {
    name: "a question loses its text",
    sql: `create trigger blank after update on requests when new.question like '%question%' begin
      update requests set question = '{"text":"","form":{"kind":"text"}}' where id = new.id; end`,
  },
];

test.each(SABOTAGES)("the checks see it when $name", async ({ sql }) => {
  const violations: string[] = [];
  for (let seed = 1; seed <= SABOTAGE_SEEDS; seed++) {
    const { violation } = await simulate(seed, { sabotage: (database) => database.exec(sql) });
    if (violation !== undefined) violations.push(violation);
  }
  expect(violations.length).toBeGreaterThan(0);
});

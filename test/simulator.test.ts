import { expect, test } from "vitest";
import { volumeOf } from "../scripts/proofs/proofs.ts";
import { type SimulationResult, simulate } from "../src/testing/simulator/simulate.ts";
import { cellsOf } from "./support/share.ts";

const SEEDS = volumeOf("simulate");
const SABOTAGE_SEEDS = 100;

const worlds = new Map<number, SimulationResult>();
async function worldOf(seed: number): Promise<SimulationResult> {
  const world = worlds.get(seed) ?? (await simulate(seed));
  worlds.set(seed, world);
  return world;
}

test(`the invariants hold in ${SEEDS} simulated worlds`, { timeout: 600_000 }, async () => {
  const totals = { crashes: 0, events: 0 };
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { violation, crashes, events } = await worldOf(seed);
    expect(violation, `npm run simulate -- --from ${seed} --seeds 1`).toBeUndefined();
    totals.crashes += crashes;
    totals.events += events;
  }
  expect(totals.crashes).toBeGreaterThan(SEEDS);
  expect(totals.events).toBeGreaterThan(SEEDS * 20);
});

test("a clock that jumps twenty times keeps no session from its end", {
  timeout: 120_000,
}, async () => {
  // Its last jump was due after the end of the faults.
  const { violation } = await simulate(5_041, { clockJumps: 20 });
  expect(violation).toBeUndefined();
});

test("the same seed gives the same trace, another seed another", async () => {
  const [first, again, other] = [await worldOf(1), await simulate(1), await worldOf(2)];
  expect(again).toEqual(first);
  expect(other.trace).not.toBe(first.trace);
});

interface Sabotage {
  readonly name: string;
  readonly sql: string;
  /** A world that shows it, where the first ones do not: it is looked at before them. */
  readonly seed?: number;
}

/** Faults put into the database, each of which some check must see. */
const SABOTAGES: readonly Sabotage[] = [
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
    sql: "create trigger cut after insert on events when new.seq = 60 begin delete from events where seq = 55; end",
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
    name: "a vote counts twice",
    sql: `create trigger double after update on requests
      when json_array_length(new.authorization, '$.votes') = 1 begin
      update requests set authorization = json_insert(new.authorization, '$.votes[#]',
        json_extract(new.authorization, '$.votes[0]')) where id = new.id; end`,
  },
  {
    name: "an action is approved that nobody has voted for",
    sql: `create trigger unanimous after update on requests when new.status = 'approved' begin
      update requests set authorization = json_set(new.authorization, '$.votes', json('[]'))
      where id = new.id; end`,
  },
  {
    name: "what was approved is not what was shown",
    sql: `create trigger swap after update on requests when new.status = 'approved' begin
      update requests set action = json_set(new.action, '$.args.amount', 1000000)
      where id = new.id; end`,
  },
  {
    name: "a rejected action is approved",
    sql: `create trigger overrule after update on requests
      when new.status = 'rejected' and new.kind = 'authorization' begin
      update requests set status = 'approved', decision = json_object(
        'basis', json_object('kind', 'people'), 'collectBy', '2030-01-01T00:00:00.000Z')
      where id = new.id; end`,
  },
  {
    name: "a grant that was used is as good as new",
    sql: `create trigger renew after update on grants when new.consumed_at is not null begin
      update grants set consumed_at = null where id = new.id; end`,
  },
  {
    name: "a grant is used that nobody has redeemed",
    sql: `create trigger use after insert on grants when new.consumed_at is null begin
      update grants set consumed_at = new.minted_at where id = new.id; end`,
  },
  {
    name: "a grant is for another action",
    sql: `create trigger forge after insert on grants begin
      update grants set digest = hex(zeroblob(32)) where id = new.id; end`,
  },
  {
    name: "a redemption is not told to the log",
    sql: `create trigger hush before insert on events when new.type = 'grant.redeemed' begin
      select raise(ignore); end`,
  },
  {
    name: "a permission for once never ends",
    sql: `create trigger revive after update on permissions when new.uses > 0 begin
      update permissions set uses = 0 where id = new.id; end`,
  },
  {
    name: "a permission that was taken back comes back",
    sql: `create trigger reinstate after update on permissions when new.revoked_at is not null begin
      update permissions set revoked_at = null where id = new.id; end`,
  },
  {
    name: "a rule that denies is turned round",
    sql: `create trigger turn after insert on policies begin
      update policies set source = replace(new.source, '"deny"', '"allow"'); end`,
  },
  {
    name: "a policy is applied to nothing that is open",
    sql: `create trigger keep after update on requests when new.status = 'open' and new.kind = 'authorization'
      and json_extract(new.authorization, '$.votes') = json_extract(old.authorization, '$.votes') begin
      update requests set authorization = old.authorization where id = new.id; end`,
  },
  {
    name: "a key that was revoked is good again",
    sql: `create trigger restore after update on keys when new.revoked_at is not null begin
      update keys set revoked_at = null where id = new.id; end`,
  },
  {
    name: "an agent comes to belong to nobody",
    sql: `create trigger disown after insert on requests begin
      update principals set owner = null where kind = 'agent'; end`,
  },
  {
    name: "an agent that shares an answer is forgotten",
    seed: 6,
    sql: "create trigger strand after insert on riders begin delete from riders where request = new.request; end",
  },
  {
    name: "an agent is told another answer than the one it shares",
    sql: `create trigger misquote after update on requests when new.status = 'answered'
      and exists (select 1 from riders where request = new.id and leader <> new.id) begin
      update requests set answer = '{"text":"forged"}' where id = new.id; end`,
  },
  {
    name: "a decision that is held gets lost",
    sql: `create trigger let_go after update on requests when new.held is not null begin
      update requests set held = null, held_until = null where id = new.id; end`,
  },
  {
    name: "a decision that is held is another's",
    sql: `create trigger take_over after update on requests when new.held is not null begin
      update requests set held = json_set(new.held, '$.by.principal', 'prn_other')
      where id = new.id; end`,
  },
  {
    name: "a decision that is held is sent much later",
    sql: `create trigger delay after update on requests
      when new.held is not null and old.held is null begin
      update requests set held_until = new.held_until + 20000 where id = new.id; end`,
  },
  {
    name: "what an agent has answered a person is gone",
    sql: `create trigger unsay after update on requests
      when json_extract(new.asked_back, '$[0].answer.text') is not null begin
      update requests set asked_back = json_remove(new.asked_back, '$[0].answer')
      where id = new.id; end`,
  },
  {
    name: "what a person said in place of a tool is another thing",
    sql: `create trigger put_in after update on requests when new.status = 'responded' begin
      update requests set reason = 'forged' where id = new.id; end`,
  },
  {
    name: "a request that was given to somebody is nobody's",
    sql: `create trigger let_fall after insert on assignments begin
      delete from assignments where request = new.request; end`,
  },
  {
    name: "a question loses its text",
    sql: `create trigger blank after update on requests when new.question like '%question%' begin
      update requests set question = '{"text":"","form":{"kind":"text"}}' where id = new.id; end`,
  },
  {
    name: "nothing goes on from a session that has its answer",
    sql: `create trigger orphan after insert on sessions when new.continues is not null begin
      delete from sessions where id = new.id; end`,
  },
  {
    name: "two sessions go on from the same",
    sql: `create trigger twice after insert on sessions when new.continues is null begin
      update sessions set body = json_set(new.body, '$.continues',
        (select continues from sessions where continues is not null limit 1))
      where id = new.id and exists (select 1 from sessions where continues is not null); end`,
  },
  {
    name: "two sessions run at once in one lane",
    sql: `create trigger crowd after update on sessions when new.status = 'running' begin
      update sessions set body = json_set(body, '$.status', 'running')
      where agent = new.agent and lane = new.lane and status = 'queued'; end`,
  },
  {
    name: "what a session has done gets lost",
    sql: `create trigger gap after insert on session_entries when new.seq = 3 begin
      delete from session_entries where session = new.session and seq = 2; end`,
  },
  {
    name: "a host writes in a session that it has lost",
    sql: `create trigger late after insert on session_entries when new.seq = 2 begin
      update session_entries set epoch = epoch + 1 where session = new.session and seq = 1; end`,
  },
  {
    name: "what a session was told to have recorded is another thing",
    sql: `create trigger reword after insert on session_entries
      when json_extract(new.body, '$.kind') = 'done' begin
      update session_entries set body = json_set(new.body, '$.text', 'forged')
      where session = new.session and seq = new.seq; end`,
  },
];

/** What the tables are about. */
const ROOMS: Readonly<Record<string, RegExp>> = {
  words: /^(messages|mailbox)$/,
  record: /^(events|once|keys)$/,
  requests: /^(requests|riders|assignments)$/,
  authority: /^(grants|permissions|policies)$/,
  sessions: /^session/,
};

function roomOf(sql: string): string {
  const table = / on (\w+)/.exec(sql)?.[1] ?? "";
  const [room = table] = Object.keys(ROOMS).filter((name) => ROOMS[name]?.test(table));
  return room;
}

/** At least one for each room. */
const TRIED = cellsOf("faults-simulate", { of: SABOTAGES, valuesOf: ({ sql }) => [roomOf(sql)] });

test.each(TRIED)(
  "the checks see it when $name",
  { timeout: 300_000 },
  async ({ sql, seed: likely }) => {
    const firsts = Array.from({ length: SABOTAGE_SEEDS }, (_, at) => at + 1);
    let found: string | undefined;
    for (const seed of likely === undefined ? firsts : [likely, ...firsts]) {
      const { violation } = await simulate(seed, { sabotage: (database) => database.exec(sql) });
      if (violation === undefined) continue;
      found = violation;
      break;
    }
    expect(found).toBeDefined();
  },
);

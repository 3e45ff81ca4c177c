import { afterAll, beforeAll, expect, test } from "vitest";
import { volumeOf } from "../../scripts/proofs/proofs.ts";
import { simulate } from "../../src/testing/simulator/simulate.ts";
import type { OpenWorldStore } from "../../src/testing/simulator/world-store.ts";
import { testServerUrl } from "../support/postgres.ts";
import { postgresWorlds, prepareWorlds } from "./simulated/postgres-world.ts";

const SEEDS = volumeOf("simulate-nodes");
const FAULTS_SEEN = volumeOf("faults-simulate-nodes");
const SABOTAGE_SEEDS = 8;
/** A world waits for the database for half of its time. */
const AT_ONCE = 3;

let openStore: OpenWorldStore;
let drop: () => Promise<void>;

beforeAll(async () => {
  const prepared = await prepareWorlds(await testServerUrl());
  openStore = postgresWorlds(prepared.worlds);
  drop = prepared.drop;
});
afterAll(() => drop());

test(`the invariants hold in ${SEEDS} worlds over PostgreSQL`, { timeout: 300_000 }, async () => {
  const totals = { crashes: 0, events: 0 };
  const violations: string[] = [];
  const seeds = Array.from({ length: SEEDS }, (_, index) => index + 1);
  async function runSome(): Promise<void> {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
      const { violation, crashes, events } = await simulate(seed, { openStore });
      violations.push(...(violation === undefined ? [] : [`seed ${seed}: ${violation}`]));
      totals.crashes += crashes;
      totals.events += events;
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, runSome));
  // Told apart: a machine that stalled is given another try, a violation is not.
  const isLate = (violation: string) => /timed out in \d+ms/.test(violation);
  for (const kind of [violations.filter((one) => !isLate(one)), violations]) {
    expect(kind, `npm run simulate -- --postgres: ${kind.join("\n")}`).toEqual([]);
  }
  expect(totals.crashes).toBeGreaterThan(SEEDS);
  expect(totals.events).toBeGreaterThan(SEEDS * 20);
});

/**
 * Faults put into the database past the server, each of which some check must see. `npm test` takes the
 * first one.
 */
const SABOTAGES: readonly { name: string; when: string; sql: string }[] = [
  {
    name: "an event is edited in the log",
    when: "after insert on events",
    sql: `update events set at = at - 1
      where seq = new.seq and type = 'request.answered'`,
  },
  {
    name: "a message that was acknowledged gets lost",
    when: "after insert on messages",
    sql: "delete from messages where id = new.id",
  },
];

test.each(SABOTAGES.slice(0, FAULTS_SEEN))(
  "the checks see it when $name",
  { timeout: 300_000 },
  async (fault) => {
    const body = `create function sabotage() returns trigger language plpgsql security definer as $$
    begin ${fault.sql}; return null; end $$;
    create trigger sabotage ${fault.when} for each row execute function sabotage()`;
    let found: string | undefined;
    for (let seed = 1; seed <= SABOTAGE_SEEDS && found === undefined; seed++) {
      const { violation } = await simulate(seed, {
        openStore,
        sabotage: (database) => database.exec(body),
      });
      // Whoever trips over a fault has not looked for it.
      if (violation?.startsWith("unexpected") === false) found = violation;
    }
    expect(found).toBeDefined();
  },
);

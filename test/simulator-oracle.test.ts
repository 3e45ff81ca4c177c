import { afterEach, beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../src/domain/json.ts";
import type { PersonPrincipal } from "../src/domain/people/principal.ts";
import type { AuthorizationRequest } from "../src/domain/requests/request.ts";
import { createOracle, type Oracle } from "../src/testing/simulator/oracle.ts";
import { assemble, type Cast, passphraseOf } from "../src/testing/simulator/participants.ts";
import { createRandom } from "../src/testing/simulator/random.ts";
import { type Life, startLife } from "../src/testing/simulator/server.ts";
import { createSteadySecrets } from "../src/testing/simulator/simulate.ts";
import { openSqliteWorld } from "../src/testing/simulator/sqlite-world.ts";
import { createVirtualTime, type VirtualTime } from "../src/testing/simulator/virtual-time.ts";
import type { WorldStore } from "../src/testing/simulator/world-store.ts";

const HOUR_MS = 3_600_000;
const ONE: JsonObject = { version: 1, rules: [] };
const TWO: JsonObject = { version: 1, rules: [{ name: "two", quorum: 2 }] };

let time: VirtualTime;
let database: WorldStore;
let life: Life;
let cast: Cast;
let oracle: Oracle;

beforeEach(async () => {
  time = createVirtualTime();
  database = await openSqliteWorld();
  life = await startLife({
    database,
    time,
    random: createRandom(1),
    number: 0,
    storeDelayMs: 0,
    faultAt: () => "none",
    onCrash() {},
    secrets: createSteadySecrets(time),
  });
  cast = await passing(assemble(life));
  oracle = createOracle(database.rows, time);
});
afterEach(() => database.close());

/** Lets time pass until it is done. */
async function passing<T>(work: Promise<T>): Promise<T> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  work.then(end, end);
  do await time.step();
  while (!isDone);
  return await work;
}

async function rule(source: JsonObject): Promise<void> {
  const { owner } = cast;
  const input = { source, passphrase: passphraseOf(owner) };
  await passing(life.as(owner).applyPolicy(input));
}

async function seek(): Promise<AuthorizationRequest> {
  const [agent] = cast.agents;
  if (agent === undefined) throw new Error("There is no agent.");
  const input = { tool: "pay", args: { amount: 10 }, reason: "The bill is due." };
  const { request } = await passing(life.as(agent).authorize(input));
  return request as AuthorizationRequest;
}

async function vote({ id, authorization }: AuthorizationRequest): Promise<void> {
  const by = cast.operators.find(({ name }) => name === "cleo") as PersonPrincipal;
  await passing(life.as(by).approve({ id, digest: authorization.digest }, { via: "cli" }));
}

test("a policy that wants fewer leaves open what has its votes, though the clock was set back", async () => {
  await rule(TWO);
  const request = await seek();
  await vote(request);
  time.jump(-HOUR_MS);
  await rule(ONE);
  expect(oracle.checkLog).not.toThrow();
  expect(oracle.request(request.id)).toMatchObject({
    status: "open",
    authorization: { demand: { quorum: 1 }, votes: [{ by: { name: "cleo" } }] },
  });
});

test("what a vote leaves open that was enough is seen, though a policy seems to have come after it", async () => {
  const request = await seek();
  await rule(TWO);
  time.jump(-HOUR_MS);
  await vote(request);
  database.exec(
    "update requests set authorization = json_set(authorization, '$.demand.quorum', 1)",
  );
  expect(oracle.checkLog).toThrow(`${request.id} has its votes and is open`);
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { OpenAuthorization } from "../../src/domain/requests/request.ts";
import { eventually, launch, openServer, type TestServer, testFolder } from "../support/cli.ts";

/* The process that asks is killed, at each moment between the question and the end of the call. */

const AGENT = join(import.meta.dirname, "asking-main.ts");
const EDITED = '{"account":"DE00 1234","amount":90,"to":"ana"}';

let server: TestServer;
beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server.close());

interface Agent {
  readonly log: () => readonly string[];
  start(...args: readonly string[]): Promise<{ kill(): Promise<void>; ended(): Promise<unknown> }>;
}

let made = 0;
/** An agent of its own: what others were asked or told is nothing to it. */
async function newAgent(): Promise<Agent> {
  made += 1;
  const { secret } = await server.operator.createKey({ kind: "agent", name: `killed-${made}` });
  const file = join(testFolder(), "log");
  const env = { EARSHOT_URL: server.url(), EARSHOT_KEY: secret ?? "", LOG: file };
  return {
    log: () => readFileSync(file, { encoding: "utf8", flag: "a+" }).split("\n").slice(0, -1),
    async start(...args) {
      const running = launch(process.execPath, [AGENT, ...args], { env });
      const kill = async () => {
        running.child.kill("SIGKILL");
        await running.finished;
      };
      onTestFinished(kill);
      return { kill, ended: () => running.finished };
    },
  };
}

/** Approves what is asked with another amount. */
async function edit(): Promise<void> {
  const { id, authorization } = await eventually(async () => {
    const { items } = await server.operator.list({ status: "open" });
    return items[0] as OpenAuthorization | undefined;
  });
  const args = { ...authorization.action.args, amount: 90 };
  const { digest } = await server.operator.previewEdit({ id, args });
  await server.operator.approve({ id, digest, args });
}

const RAN = `ran ${EDITED}`;

/** What the log says, if the first process is killed at a moment and a second one goes to its end. */
async function logOfKillAt(moment: string, ...runs: readonly string[]): Promise<readonly string[]> {
  const agent = await newAgent();
  const first = await agent.start(moment, ...runs);
  if (moment !== "asked") await edit();
  await eventually(() => agent.log().includes(`at ${moment}`));
  await first.kill();
  const second = await agent.start("", ...runs);
  if (moment === "asked") await edit();
  await second.ended();
  return agent.log();
}

test.each([
  ["asked", ["at asked", RAN, "done"]],
  ["decided", ["at decided", RAN, "done"]],
  ["collected", ["at collected", RAN, "done"]],
  ["redeemed", ["at redeemed", "refused used"]],
  ["ran", [RAN, "at ran", "refused used"]],
])("killed when it has %s, the tool runs at most once, as it was approved", async (moment, log) => {
  expect(await logOfKillAt(moment)).toEqual(log);
  expect((await server.operator.list({ status: "open" })).items).toEqual([]);
});

test("killed when it has redeemed under a key, the run of that key goes on, and says that it may be again", async () => {
  expect(await logOfKillAt("redeemed", "run-1")).toEqual([
    "at redeemed",
    `again ${EDITED}`,
    "done",
  ]);
});

test("an approval that one run has redeemed is refused to every other run", async () => {
  const agent = await newAgent();
  const first = await agent.start("redeemed", "run-1");
  await edit();
  await eventually(() => agent.log().includes("at redeemed"));
  await first.kill();
  for (const run of [["run-2"], []]) await (await agent.start("", ...run)).ended();
  expect(agent.log()).toEqual(["at redeemed", "refused used", "refused used"]);
});

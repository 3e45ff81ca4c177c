import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { volumeOf } from "../../scripts/proofs/proofs.ts";
import { createClient } from "../../src/client/client.ts";
import type { ConversationId } from "../../src/domain/id.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import type { LiaisonReply } from "../../src/ports/earshot/liaison.ts";
import { dataPaths } from "../../src/system/data-folder.ts";
import { programOf } from "../support/built-programs.ts";
import type { DeathPoint } from "../support/serve-when-told.ts";
import { launch, type ServerProcess } from "../support/server-process.ts";
import { STORY, type StoryStep } from "./story-script.ts";

interface Death {
  readonly at: DeathPoint;
  readonly count: number;
}

/** Before the words are on disk, behind them, before what the liaison made of them, and behind that. */
const DEATHS = [
  { at: "before_commit", count: 1 },
  { at: "after_commit", count: 1 },
  { at: "before_commit", count: 2 },
  { at: "after_commit", count: 2 },
] as const satisfies readonly Death[];

const KILLS = volumeOf("crash-liaison");

const MAIN = programOf("crash-main");

/** A server that is started again, on the same folder, as often as it is killed. */
interface Deployment {
  readonly person: Earshot;
  readonly worker: Earshot;
  /** Has the next server processes end themselves, one death each, in this order. */
  plan(deaths: readonly Death[]): void;
  /** How many have. */
  deaths(): number;
  close(): Promise<void>;
}

async function deploy(folder: string): Promise<Deployment> {
  const planned: Death[] = [];
  let url = "http://127.0.0.1:9";
  let died = 0;
  let isClosing = false;
  let server: ServerProcess;

  async function startNext(): Promise<void> {
    server = await launch({ main: MAIN, args: [] });
    url = await server.start(folder);
    void server.exited.then(() => {
      if (isClosing) return;
      died += 1;
      restarted = startNext().then(arm);
    });
  }

  function arm(): void {
    const next = planned.shift();
    if (next !== undefined) server.dieAt(next.at, next.count);
  }

  let restarted = startNext();
  await restarted;
  const as = (file: "operator" | "agent") => {
    const key = readFileSync(dataPaths(folder).key(file), "utf8").trim();
    return createClient({ url: () => ({ url, others: [], key }), retryForMs: 60_000 });
  };
  return {
    person: as("operator"),
    worker: as("agent"),
    plan(deaths) {
      planned.push(...deaths);
      arm();
    },
    deaths: () => died,
    async close() {
      isClosing = true;
      await restarted;
      await server.kill();
    },
  };
}

let folder: string;
let deployment: Deployment;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "earshot-liaison-"));
  deployment = await deploy(folder);
});
afterEach(async () => {
  await deployment.close();
  rmSync(folder, { recursive: true, force: true });
});

async function take(
  { person, worker }: Deployment,
  step: StoryStep,
  conversation_id: ConversationId | undefined,
): Promise<LiaisonReply> {
  if (conversation_id === undefined) {
    return await person.beginConversation({ initial_message: step.text });
  }
  switch (step.who) {
    case "person":
      return await person.continueConversation({ conversation_id, message: step.text });
    case "progress":
      return await worker.taskProgress({ conversation_id, status: step.text });
    case "result":
      return await worker.taskCompleted({ conversation_id, task_result: step.text });
  }
}

/** The first of each step falls into its first commit, which every step has. */
function deathsAt(step: number): readonly Death[] {
  const [before, after, beforeSecond, afterSecond] = DEATHS;
  const order =
    step % 2 === 0
      ? [before, afterSecond, beforeSecond, after]
      : [after, beforeSecond, afterSecond, before];
  return order.slice(0, KILLS);
}

test(`killed ${KILLS} times at every step, the story comes to the same end, with each word once`, {
  timeout: 300_000,
}, async () => {
  let id: ConversationId | undefined;
  for (const [at, step] of STORY.entries()) {
    const before = deployment.deaths();
    deployment.plan(deathsAt(at));
    const reply = await take(deployment, step, id);
    id = reply.conversation_id;
    expect(reply.phase, step.text).toBe(step.phase);
    // The rest of the plan takes effect during the next reads.
    expect(deployment.deaths() - before).toBeGreaterThan(0);
  }
  if (id === undefined) throw new Error("There is no conversation.");
  const liaison = await deployment.person.showLiaison({ conversation_id: id });
  const words = STORY.filter(({ who }) => who === "person").map(({ text }) => text);
  const said = liaison.exchanges.filter(({ role }) => role === "human");
  expect(said.map(({ content }) => content)).toEqual(words);
  expect(liaison.replied).toBe(liaison.exchanges.length);
  expect(liaison.progress).toHaveLength(STORY.filter(({ who }) => who === "progress").length);
  expect(liaison.results).toHaveLength(STORY.filter(({ who }) => who === "result").length);
  expect(liaison.phase).toBe("completed");
  const types: string[] = [];
  for await (const { type } of await deployment.person.taskEvents()) types.push(type);
  expect(types.filter((type) => type === "task.created")).toHaveLength(1);
  expect(types.filter((type) => type === "task.feedback_received")).toHaveLength(2);
  const open = await deployment.person.list({ status: "open" });
  expect(open.items).toEqual([]);
  expect((await deployment.person.verifyAudit()).intact).toBe(true);
});

test("killed while a question goes to the worker and its answer comes back, each is told once", {
  timeout: 300_000,
}, async () => {
  const { person, worker } = deployment;
  const begun = await person.beginConversation({ initial_message: STORY[0]?.text ?? "" });
  const { conversation_id } = begun;
  await person.continueConversation({ conversation_id, message: STORY[1]?.text ?? "" });
  await worker.taskProgress({ conversation_id, status: "begun" });
  const question = "How many regions are in the data?";
  deployment.plan(DEATHS);
  const asked = await person.continueConversation({ conversation_id, message: question });
  const [open] = asked.open_questions ?? [];
  expect(open).toMatchObject({ question });
  if (open === undefined) return;
  const before = deployment.deaths();
  expect(before).toBeGreaterThan(0);
  deployment.plan(DEATHS);
  const status = "There are seven.";
  await worker.taskProgress({ conversation_id, status, answers: open.exchange });
  const told = async () => {
    const { exchanges } = await person.showLiaison({ conversation_id });
    return exchanges.filter(({ content }) => content.includes(status)).length;
  };
  await expect.poll(told, { timeout: 60_000 }).toBe(1);
  expect(deployment.deaths()).toBeGreaterThan(before);
  const types: string[] = [];
  for await (const { type } of await person.taskEvents()) types.push(type);
  const ofQuestions = types.filter((type) => type.startsWith("task.question"));
  expect(ofQuestions).toEqual(["task.question_asked", "task.question_answered"]);
  expect(await told()).toBe(1);
  expect((await person.verifyAudit()).intact).toBe(true);
});

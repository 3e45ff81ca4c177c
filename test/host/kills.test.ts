import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { provenSeed, volumeOf } from "../../scripts/proofs/proofs.ts";
import { isId } from "../../src/domain/id.ts";
import { asQuestion } from "../../src/domain/requests/request.ts";
import { RUN_RECORDS, type RunRecord, type RunRecordType } from "../../src/host/run-log.ts";
import { createRandom, type Random } from "../../src/testing/simulator/random.ts";
import type { Turn } from "../support/model-server/script.ts";
import { checkFinished, checkOrder, doneCalls, keysOf } from "./support/check-run.ts";
import { type Death, MOMENTS } from "./support/death.ts";
import { type Lab, ofType, openLab, recordsOf, runsOf, type Setup, setUp } from "./support/lab.ts";
import { launchRun, type RunProcess } from "./support/run-process.ts";

const KILLS = volumeOf("experiments");
/** This many runs are killed in parallel. */
const LANES = 2;
const CYCLES = 3;
/** A run of the script takes about so long, without its loading. */
const RUN_MS = 200;

let lab: Lab;
const answering = new AbortController();
beforeAll(async () => {
  lab = await openLab();
  void answerAll(lab);
});
afterAll(async () => {
  answering.abort();
  await lab.close();
});

/** The operator, who answers whatever is asked with the text of the question. */
async function answerAll({ operator }: Lab): Promise<void> {
  const { signal } = answering;
  try {
    for await (const event of await operator.events({ follow: true }, { signal })) {
      if (event.type !== "request.created" || !isId("req", event.subject)) continue;
      const { request } = await operator.show({ id: event.subject });
      await operator.answer({
        id: request.id,
        answer: { text: `Re: ${asQuestion(request).question.text}` },
      });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Each turn depends on the conversation alone, so it fits one that is taken up again. */
const SCRIPT: readonly Turn[] = [
  {
    when: { step: 0 },
    calls: [
      { name: "write", args: { key: "count", value: "one more" } },
      { name: "fly", args: {} },
      { name: "read", args: { key: "count" } },
    ],
  },
  {
    when: { prompt: "Cycle 2", step: 1 },
    calls: [
      { name: "send_message_to_operator", args: { message: "Go on?" } },
      { name: "write", args: { key: "asked", value: "yes" } },
    ],
  },
  { when: { prompt: "Cycle 2", step: 2 }, text: "Asked." },
  { when: { step: 1 }, text: "Counted." },
];

interface Plan {
  /** Undefined: killed from outside at a random moment. */
  readonly death: Death | undefined;
}

/** Every moment of every type of record, of a small volume one of each type; the rest at random. */
function plans(): Plan[] {
  const types = Object.keys(RUN_RECORDS) as RunRecordType[];
  const all = types.map((at) => MOMENTS.map((moment) => ({ at, count: 1, moment })));
  const ofEach = all.flatMap((moments, index) =>
    moments.filter((_, nth) => nth === index % moments.length),
  );
  const deaths = KILLS < all.flat().length ? ofEach : all.flat();
  const random = Array.from({ length: KILLS - deaths.length }, () => ({ death: undefined }));
  return [...deaths.map((death) => ({ death })), ...random];
}

/** These are on record only where the model cannot be reached. */
const NEEDS_FAILURE: readonly RunRecordType[] = ["model.failed", "run.stopped"];

/** One run after another of one file, each killed again and again. */
interface Lane {
  readonly setup: Setup;
  /** Where its processes note what they change. */
  readonly trace: string;
  readonly random: Random;
  /** How often the changes of calls that are done had been made when they were seen to be done. */
  readonly seen: Map<string, number>;
  isBetweenRuns: boolean;
  kills: number;
}

/** How often each change was made, by its idempotency key. */
function traced({ trace }: Lane): Map<string, number> {
  const counts = new Map<string, number>();
  const lines = existsSync(trace) ? readFileSync(trace, "utf8").split("\n") : [];
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

/** Looks at what a process has left. */
async function check(lane: Lane): Promise<void> {
  const id = runsOf(lab, lane.setup.file).at(-1);
  const records = id === undefined ? [] : recordsOf(lab, id);
  checkOrder(records);
  const keys = keysOf(records);
  const counts = traced(lane);
  for (const call of doneCalls(records)) {
    const key = keys.get(call) ?? "";
    const count = counts.get(key) ?? 0;
    expect(count, `${key} was done and is made again`).toBe(lane.seen.get(key) ?? count);
    lane.seen.set(key, count);
  }
  lane.isBetweenRuns = id === undefined || records.at(-1)?.type === "run.finished";
  if (id !== undefined && lane.isBetweenRuns) await checkWhole(id, records);
}

/** Everything about a run that has come to its end: each effect is there once. */
async function checkWhole(id: string, records: readonly RunRecord[]): Promise<void> {
  checkFinished(records, CYCLES);
  const versions = async (key: string) =>
    (await lab.agent.memoryVersions({ run: id, key })).items.length;
  expect([await versions("count"), await versions("asked")]).toEqual([CYCLES, 1]);
  const { id: conversation } = await lab.agent.startConversation(
    { title: "sample" },
    { idempotencyKey: id },
  );
  expect((await lab.agent.list({ conversation })).items).toHaveLength(1);
  const answers = ofType(records, "operator.answered").map(({ text }) => text);
  expect(answers).toEqual(["Re: Go on?"]);
}

/**
 * The next plan that can be carried out where the lane stands. A new run can only be killed at its start,
 * and only one that was interrupted can be killed at its return: that goes first, before none is left.
 */
function nextPlan({ isBetweenRuns }: Lane, queue: Plan[]): Plan | undefined {
  const [first, never] = isBetweenRuns
    ? (["run.started", "run.resumed"] as const)
    : (["run.resumed", "run.started"] as const);
  const preferred = queue.findIndex(({ death }) => death?.at === first);
  const index = preferred === -1 ? queue.findIndex(({ death }) => death?.at !== never) : preferred;
  return index === -1 ? undefined : queue.splice(index, 1)[0];
}

/** Lets a process go on with the run and kills it as planned; whether it died of that. */
async function carryOut(lane: Lane, plan: Plan | undefined, child: RunProcess): Promise<boolean> {
  const death = plan?.death;
  const isLockedOut = death !== undefined && NEEDS_FAILURE.includes(death.at);
  child.start({
    file: lane.setup.file,
    data: lab.data,
    trace: lane.trace,
    isNew: false,
    isLockedOut,
    death,
  });
  const isFromOutside = plan !== undefined && death === undefined;
  const timer = isFromOutside ? setTimeout(child.kill, lane.random.int(0, RUN_MS)) : undefined;
  const { signal, code, said } = await child.exited;
  clearTimeout(timer);
  expect(signal === "SIGKILL" || code === 0 || isLockedOut, said).toBe(true);
  return signal === "SIGKILL";
}

async function runLane(lane: Lane, queue: Plan[]): Promise<void> {
  let next = launchRun();
  while (queue.length > 0 || !lane.isBetweenRuns) {
    const child = await next;
    next = launchRun();
    const plan = nextPlan(lane, queue);
    if (await carryOut(lane, plan, child)) lane.kills += 1;
    // The run was past this moment, or too fast for it: another one is killed there.
    else if (plan !== undefined) queue.push(plan);
    await check(lane);
  }
  // The test ends it.
  await next;
}

test(`${KILLS} kills at every record and at random moments double and lose nothing`, {
  timeout: 300_000,
}, async () => {
  const queue = plans();
  const seed = provenSeed();
  const lanes = await Promise.all(
    Array.from({ length: LANES }, async (_, index): Promise<Lane> => {
      const setup = await setUp({ turns: SCRIPT }, { values: { cycles: CYCLES } });
      const trace = join(dirname(setup.file), "trace");
      const random = createRandom(seed + index);
      return { setup, trace, random, seen: new Map(), isBetweenRuns: true, kills: 0 };
    }),
  );
  const began = performance.now();
  await Promise.all(lanes.map((lane) => runLane(lane, queue)));
  const kills = lanes.reduce((sum, lane) => sum + lane.kills, 0);
  const seconds = Math.round((performance.now() - began) / 1_000);
  console.log(`${kills} kills in ${seconds} s, seed ${seed}`);
  expect(kills).toBe(KILLS);
});

import { appendFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { asQuestion } from "../../src/domain/requests/request.ts";
import { RUN_RECORDS, type RunRecord } from "../../src/host/run-log.ts";
import { eventually, spawnEarshot, testFolder } from "../support/cli.ts";
import type { Turn } from "../support/model-server/script.ts";
import {
  type Lab,
  ofType,
  openLab,
  openQuestion,
  recordsOf,
  recordsOfOnly,
  run,
  runsOf,
  setUp,
  startRun,
} from "./support/lab.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

/** Asks in the third cycle. */
const ASKS_IN_THREE: readonly Turn[] = [
  {
    when: { prompt: "Cycle 3", step: 0 },
    calls: [
      { name: "write", args: { key: "k", value: "v" } },
      { name: "send_message_to_operator", args: { message: "Third cycle?" } },
    ],
  },
  { when: { prompt: "Cycle 3", step: 1 }, text: "Done." },
];
const OTHERWISE: Turn = { text: "Nothing to do." };

test("killed in cycle 3 and started again it says that it resumes at cycle 3", async () => {
  const { file, model } = await setUp(
    { turns: ASKS_IN_THREE, otherwise: OTHERWISE },
    { values: { cycles: 3 } },
  );
  const killed = startRun(lab, [file]);
  const question = await openQuestion(lab, "Third cycle?");
  killed.child.kill("SIGKILL");
  await killed.finished;
  const again = startRun(lab, [file]);
  await eventually(() => again.stderr().includes(question.id));
  await lab.operator.answer({ id: question.id, answer: { text: "the line" } });
  const { stdout, code } = await again.finished;
  expect(stdout).toMatch(/^Resuming run_\w{26} at cycle 3\.\n/);
  expect(stdout).toMatch(/Cycle 3 finished\.\n$/);
  expect(code).toBe(0);
  expect(model.heard.at(-1)?.messages.at(-1)?.text).toBe("the line");
  const records = recordsOfOnly(lab, file);
  expect(ofType(records, "operator.asked")).toHaveLength(1);
  expect(ofType(records, "run.resumed")).toMatchObject([{ cycle: 3 }]);
  const { items } = await lab.agent.memoryVersions({ run: runsOf(lab, file)[0] ?? "", key: "k" });
  expect(items).toHaveLength(1);
});

test("each failure of the model is told once, and the last as the error of the run", async () => {
  const { file } = await setUp({
    turns: [],
    otherwise: { fault: { kind: "status", status: 400 } },
  });
  const { code, stderr } = await run(lab, file);
  expect(code).toBe(1);
  const said = /^error: (?<said>.+)$/m.exec(stderr)?.groups?.["said"] ?? "";
  expect(said).toContain("400");
  const failures = ofType(recordsOfOnly(lab, file), "model.failed");
  expect(stderr.split(said)).toHaveLength(failures.length + 1);
  expect(stderr).toContain("The run stopped; nothing is lost.");
});

test("a run that is under way refuses a second process, and --new starts another beside it", async () => {
  const { file } = await setUp([
    {
      when: { prompt: "Cycle 1", step: 0 },
      calls: [{ name: "send_message_to_operator", args: { message: "Beside?" } }],
    },
    { when: { step: 1 }, text: "Done." },
  ]);
  const first = startRun(lab, [file]);
  const question = await openQuestion(lab, "Beside?");
  const refused = await run(lab, file);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("is under way in another process");
  const beside = startRun(lab, ["--new", file]);
  await eventually(() => runsOf(lab, file).length === 2);
  const other = await eventually(async () => {
    const { items } = await lab.operator.list({ status: "open" });
    return items
      .map(asQuestion)
      .find(({ id, question: { text } }) => text === "Beside?" && id !== question.id);
  });
  for (const id of [question.id, other.id]) {
    await lab.operator.answer({ id, answer: { text: id } });
  }
  expect([(await first.finished).code, (await beside.finished).code]).toEqual([0, 0]);
  const answers = runsOf(lab, file).map(
    (id) => ofType(recordsOf(lab, id), "operator.answered")[0]?.text,
  );
  expect(answers).toEqual([question.id, other.id]);
});

test("a finished run is not taken up: the next start begins another", async () => {
  const { file } = await setUp({ turns: [], otherwise: OTHERWISE });
  expect((await run(lab, file)).stdout).not.toContain("Resuming");
  expect((await run(lab, file)).stdout).not.toContain("Resuming");
  expect(runsOf(lab, file)).toHaveLength(2);
});

test("a changed experiment is said, and the run goes on as it began", async () => {
  const { file, model, change } = await setUp(
    { turns: [{ text: "Nothing to do." }, { fault: { kind: "silence" } }], otherwise: OTHERWISE },
    { values: { cycles: 2 } },
  );
  const stopped = startRun(lab, [file]);
  await model.arrived(2);
  stopped.child.kill("SIGINT");
  const { code, stderr } = await stopped.finished;
  expect(code).toBe(130);
  expect(stderr).toContain(`npx earshot run --data ${lab.data} ${file} goes on from here.`);
  change({ prompt: "Something else." });
  const again = await run(lab, file);
  expect(again.stderr).toContain("has changed since");
  expect(again.code).toBe(0);
  expect(model.heard.at(-1)?.messages.at(-1)?.text).toMatch(/^Cycle 2 of 2\./);
});

test("where the model has said nothing yet, a changed experiment begins anew", async () => {
  const { file, change } = await setUp({ turns: [], otherwise: OTHERWISE, models: ["right"] });
  const url = readUrl(file);
  const wrong = await run(lab, file);
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toContain("scripted");
  change({ model: { url, name: "right" } });
  const again = await run(lab, file);
  expect(again.stdout).not.toContain("Resuming");
  expect(again.code, again.stderr).toBe(0);
});

function readUrl(file: string): string {
  return /url: (\S+)/.exec(readFileSync(file, "utf8"))?.[1] ?? "";
}

test("a missing server is started, and goes on when the run has ended", async () => {
  const { file } = await setUp({ turns: [], otherwise: OTHERWISE });
  const data = join(testFolder(), "data");
  onTestFinished(async () => {
    const stop = spawnEarshot(["stop", "--data", data]);
    await stop.finished;
  });
  const { code, stdout, stderr } = await run({ data }, file);
  expect(code, stderr).toBe(0);
  expect(stderr).toContain(
    `Starting a server on ${data}; npx earshot stop --data ${data} ends it.`,
  );
  expect(stdout).toBe("Cycle 1 starting...\nCycle 1 finished.\n");
  const second = await run({ data }, file);
  expect(second.stderr).not.toContain("Starting a server");
  expect(existsSync(join(data, "server.log"))).toBe(true);
});

test("two runs that find no server start one between them", async () => {
  const { file } = await setUp({ turns: [], otherwise: OTHERWISE });
  const data = join(testFolder(), "data");
  onTestFinished(async () => {
    await spawnEarshot(["stop", "--data", data]).finished;
  });
  const both = await Promise.all([run({ data }, file, "--new"), run({ data }, file, "--new")]);
  expect(
    both.map(({ code }) => code),
    JSON.stringify(both),
  ).toEqual([0, 0]);
});

test("with --json standard output is the log", async () => {
  const { file } = await setUp({ turns: [], otherwise: OTHERWISE });
  const { stdout, stderr } = await run(lab, "--json", file);
  const records = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as RunRecord);
  for (const record of records)
    expect(RUN_RECORDS[record.type].safeParse(record).success).toBe(true);
  expect(recordsOfOnly(lab, file)).toEqual(records);
  expect(stderr).toContain("Cycle 1 finished.");
});

test("the key of the model's server comes from the variable that is named, and stands in no log", async () => {
  const { file, change } = await setUp({ turns: [], otherwise: OTHERWISE, apiKey: "model-secret" });
  change({ model: { url: readUrl(file), name: "scripted", key_from: "SAMPLE_MODEL_KEY" } });
  const without = await run(lab, file);
  expect(without.stderr).toContain("SAMPLE_MODEL_KEY, which is not set");
  const running = spawnEarshot(["run", "--data", lab.data, file], {
    env: { SAMPLE_MODEL_KEY: "model-secret" },
  });
  const { code, stderr } = await running.finished;
  expect(code, stderr).toBe(0);
  const log = readFileSync(join(lab.data, "runs", runsOf(lab, file)[0] ?? "", "log.jsonl"), "utf8");
  expect(log).not.toContain("model-secret");
});

test("a log with a broken line in the middle is refused with its number", async () => {
  const { file, model } = await setUp(
    { turns: [{ text: "One." }, { fault: { kind: "silence" } }] },
    { values: { cycles: 2 } },
  );
  const running = startRun(lab, [file]);
  await model.arrived(2);
  running.child.kill("SIGKILL");
  await running.finished;
  const log = join(lab.data, "runs", runsOf(lab, file)[0] ?? "", "log.jsonl");
  appendFileSync(log, "no json\n");
  const { code, stderr } = await run(lab, file);
  expect(code).toBe(1);
  expect(stderr).toMatch(/Line \d+ of .*log\.jsonl is not a record: /);
  rmSync(dirname(log), { recursive: true });
});

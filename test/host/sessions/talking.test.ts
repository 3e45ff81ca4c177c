import { expect, test } from "vitest";
import type { AgentRuntime } from "../../../src/host/sessions/runtime.ts";
import { openTools } from "../../../src/host/sessions/session-tools.ts";
import { openWork } from "../../../src/host/sessions/session-work.ts";
import { openStage } from "./support/stage.ts";

test("a session ends with what the model says last, which is posted", async () => {
  const stage = await openStage([{ text: "Hello." }]);
  const { id } = await stage.start("Say hello.");
  expect(await stage.run()).toMatchObject({ id, status: "completed" });
  const { entries } = await stage.house.owner.showConversation({
    id: (await stage.house.owner.showSession({ id })).session.conversation,
  });
  expect(entries.items.at(-1)).toMatchObject({ text: "Hello." });
  expect((await stage.entries(id)).map(({ body }) => body.kind)).toEqual([
    "prompt",
    "reply",
    "end",
  ]);
  expect(stage.prompt()).toContain("Say hello.");
});

test("each effect is on record before and after it", async () => {
  const stage = await openStage([
    { calls: [{ name: "balance" }, { name: "pay", args: { amount: 3 } }] },
    { text: "Paid." },
  ]);
  const { id } = await stage.start("Pay 3.");
  await stage.run();
  expect((await stage.entries(id)).map(({ body }) => body.kind)).toEqual([
    "prompt",
    "reply",
    "done",
    "begun",
    "done",
    "reply",
    "end",
  ]);
  expect(stage.server.heard.at(-1)?.messages.at(-1)?.text).toBe("Paid 3.");
});

test("asking ends the session, and the next is told the answer", async () => {
  const stage = await openStage([
    {
      calls: [
        { name: "write", args: { key: "k", value: "v" } },
        { name: "ask_operator", args: { question: "Which colour?" } },
        { name: "pay", args: { amount: 3 } },
      ],
    },
    { text: "Painted it red." },
  ]);
  const { id } = await stage.start("Paint the shed.");
  const paused = await stage.run();
  expect(paused).toMatchObject({ status: "paused", asked: true });
  expect((await stage.entries(id)).map(({ body }) => body.kind)).toEqual([
    "prompt",
    "reply",
    "begun",
    "done",
    "end",
  ]);
  const request = await stage.requestOf(paused);
  await stage.house.owner.answer({ id: request.id, answer: { text: "Red ~~~ please." } });
  const next = await stage.run();
  expect(next).toMatchObject({ status: "completed", cause: "continuation", continues: id });
  expect(stage.effects.paid).toEqual([]);
  const prompt = stage.prompt();
  for (const part of [
    id,
    "Paint the shed.",
    "Which colour?",
    "~~~~\nRed ~~~ please.\n~~~~",
    "of ana",
    "ground truth",
    "pay(",
    "final reply",
  ]) {
    expect(prompt).toContain(part);
  }
});

test("a question that cannot be asked is an error text, and the session goes on", async () => {
  const stage = await openStage([
    { calls: [{ name: "ask_operator", args: { question: "Which?" } }] },
    { calls: [{ name: "ask_operator", args: {} }] },
    { text: "Went on." },
  ]);
  await stage.start("Go.", { channel: "slack", chatId: "C0123", threadId: "1.2" });
  expect(await stage.run()).toMatchObject({ status: "completed" });
  const told = stage.server.heard.map(({ messages }) => messages.at(-1)?.text);
  expect(told[1]).toMatch(/^Error \(ExecutionFailed\): /);
  expect(told[2]).toContain("InvalidArguments");
});

test("a message to the session's own chat counts as a word", async () => {
  const stage = await openStage([
    { calls: [{ name: "message", args: { chat_id: "operator", content: "At it." } }] },
    { text: "" },
  ]);
  const { id } = await stage.start("Work.");
  expect(await stage.run()).toMatchObject({ id, status: "completed", posted: true });
  expect((await stage.house.owner.listSessions()).items).toHaveLength(1);
});

test("a model that ends without a word is told once, then its session is queued once more", async () => {
  const stage = await openStage([{ text: "" }, { text: " " }, { text: "Here it is." }]);
  const { id } = await stage.start("Tell me.");
  expect(await stage.run()).toMatchObject({ status: "completed", posted: false });
  expect(stage.server.heard[1]?.messages.at(-1)?.text).toContain("heard nothing from you");
  const again = await stage.run();
  expect(again).toMatchObject({ cause: "retry", continues: id, status: "completed" });
  expect(stage.prompt()).toContain("ended without a word");
});

test("long work owes a word, and is told so once", async () => {
  const stage = await openStage([
    { calls: [{ name: "balance" }] },
    { calls: [{ name: "balance" }] },
    { text: "Done." },
  ]);
  await stage.start("Count.");
  await stage.run({
    onPoint: (point) => point === "after_tool" && stage.house.clock.jump(2_000),
    over: { limits: { steps: 10, attempts: 3, acknowledgeAfterMs: 2_000 } },
  });
  const told = stage.server.heard.map(({ messages }) =>
    messages.filter(({ text }) => text.includes("First call message")),
  );
  expect(told.map(({ length }) => length)).toEqual([0, 1, 1]);
});

test("a limit ends the session as failed and says which", async () => {
  const stage = await openStage({ turns: [], otherwise: { calls: [{ name: "balance" }] } });
  await stage.start("Count for ever.");
  const limits = { steps: 2, attempts: 3, acknowledgeAfterMs: 60_000 };
  const ended = await stage.run({ over: { limits } });
  expect(ended).toMatchObject({ status: "failed" });
  expect(ended.reason).toContain("2 calls of the model");
});

test.for([
  [{ tokens: 1 }, "1 tokens"],
  [{ timeMs: 3_000 }, "3 s of work"],
] as const)("so does one of tokens and of time: %j", async ([limit, what]) => {
  const stage = await openStage({ turns: [], otherwise: { calls: [{ name: "balance" }] } });
  await stage.start("Count for ever.");
  const ended = await stage.run({
    onPoint: (point) => point === "after_tool" && stage.house.clock.jump(2_000),
    over: { limits: { steps: 10, attempts: 3, acknowledgeAfterMs: 60_000, ...limit } },
  });
  expect(ended).toMatchObject({ status: "failed" });
  expect(ended.reason).toContain(what);
});

test("time that a host before worked counts, and time that nobody did does not", async () => {
  const stage = await openStage({ turns: [], otherwise: { calls: [{ name: "balance" }] } });
  await stage.start("Count for ever.");
  const over = { limits: { steps: 50, attempts: 3, acknowledgeAfterMs: 9e9, timeMs: 5_000 } };
  const stopping = new AbortController();
  const first = { onPoint: stopAt("after_tool", 2), signals: { stopping: stopping.signal }, over };
  expect(await stage.run(first)).toMatchObject({ status: "queued" });
  stage.house.clock.jump(3_600_000);
  const second = stage.server.heard.length;
  expect(await stage.run({ onPoint: jump, over })).toMatchObject({ status: "failed" });
  expect(stage.server.heard.length - second).toBeLessThanOrEqual(2);

  function jump(point: string): void {
    if (point === "after_tool") stage.house.clock.jump(2_000);
  }

  function stopAt(at: string, nth: number) {
    let seen = 0;
    return (point: string) => {
      jump(point);
      if (point !== at) return;
      seen += 1;
      if (seen === nth) stopping.abort();
    };
  }
});

test("a result that is too long for the record is shortened, and the session goes on", async () => {
  const args = { key: "a", value: "b".repeat(300_000) };
  const stage = await openStage([{ calls: [{ name: "write", args }] }, { text: "Too long." }]);
  const { id } = await stage.start("Write it.");
  expect(await stage.run()).toMatchObject({ status: "completed" });
  expect(stage.server.heard[1]?.messages.at(-1)?.text).toContain("InvalidArguments");
  expect(JSON.stringify(await stage.entries(id)).length).toBeLessThan(300_000);
});

test("a message to another chat is not said in the session's own", async () => {
  const stage = await openStage([
    { calls: [{ name: "message", args: { chat_id: "ben", content: "Hello, Ben." } }] },
    { text: "Done." },
  ]);
  await stage.start("Tell Ben.");
  const points: string[] = [];
  await stage.run({ onPoint: (point) => points.push(point) });
  const told = stage.server.heard[1]?.messages.at(-1)?.text;
  expect(told).not.toContain("queued for delivery to operator");
});

test("a worker works within the tokens of its session", async () => {
  const stage = await openStage({
    turns: [{ calls: [{ name: "run_worker", args: { name: "counter", task: "Count." } }] }],
    otherwise: { calls: [{ name: "balance" }] },
  });
  await stage.start("Have it counted.");
  const limits = { steps: 10, attempts: 3, acknowledgeAfterMs: 60_000, tokens: 2 };
  const ended = await stage.run({ over: { limits } });
  expect(ended.reason).toContain("2 tokens");
  expect(stage.server.heard.length).toBeLessThanOrEqual(2);
});

test("what is recorded at once stands one behind the other", async () => {
  const stage = await openStage([]);
  const { id } = await stage.start("Go.");
  const claimed = await stage.claim();
  const never = new AbortController().signal;
  const work = openWork({
    runtime: { earshot: stage.house.agent } as AgentRuntime,
    claimed,
    signals: { lost: never, stopping: never, cancelled: never },
    tools: openTools({ names: [] }),
    pool: {},
    patience: { retryMs: 1, outageMs: 1 },
  });
  await Promise.all(["a", "b", "c"].map((text) => work.record({ kind: "note", text })));
  const kept = (await stage.entries(id)).map(({ body }) => ("text" in body ? body.text : ""));
  expect(kept).toEqual(["a", "b", "c"]);
  expect(work.state().entries).toBe(3);
});

test("a worker's need of a person is a value for the one that called it", async () => {
  const stage = await openStage([
    { calls: [{ name: "run_worker", args: { name: "counter", task: "Count." } }] },
    { calls: [{ name: "balance" }, { name: "ask_operator", args: { question: "?" } }] },
    { calls: [{ name: "return_need", args: { needs: "The year." } }] },
    { text: "It needs the year." },
  ]);
  await stage.start("Have it counted.");
  expect(await stage.run()).toMatchObject({ status: "completed", asked: false });
  const heard = stage.server.heard.map(({ messages }) => messages.at(-1)?.text ?? "");
  expect(heard[1]).toContain("Count.");
  expect(heard[2]).toContain("There is no tool");
  expect(JSON.parse(heard[3] ?? "")).toEqual({ status: "needs", needs: "The year." });
});

test("a worker is refused what people have to approve", async () => {
  const stage = await openStage([
    { calls: [{ name: "run_worker", args: { name: "counter", task: "Pay 3." } }] },
    { calls: [{ name: "pay", args: { amount: 3 } }] },
    { text: "Could not." },
    { text: "It could not." },
  ]);
  await stage.start("Have it paid.");
  await stage.run({ over: { approvals: ["p*"] } });
  expect(stage.server.heard[2]?.messages.at(-1)?.text).toContain("which a worker cannot seek");
  expect(stage.effects.paid).toEqual([]);
});

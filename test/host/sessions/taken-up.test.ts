import { describe, expect, test } from "vitest";
import { killedAt, openStage, type Stage } from "./support/stage.ts";

const pays = (name: string) => [
  { calls: [{ name, args: { amount: 3 } }] },
  { text: "Paid it." },
  { text: "Paid it after all." },
];

async function killAt(stage: Stage, point: string, nth = 1): Promise<void> {
  await expect(stage.run(killedAt(point, nth))).rejects.toMatchObject({ code: "SESSION_LOST" });
  stage.house.clock.jump(120_000);
}

test("a call that is done is never run again, and the model hears its result", async () => {
  const stage = await openStage(pays("pay"));
  await stage.start("Pay.");
  await killAt(stage, "after_done");
  expect(await stage.run()).toMatchObject({ status: "completed", attempts: 2 });
  expect(stage.effects.paid).toHaveLength(1);
  expect(stage.server.heard.at(-1)?.messages.at(-1)?.text).toBe("Paid 3.");
});

test("a reply that is stored is not asked for again", async () => {
  const stage = await openStage(pays("pay"));
  await stage.start("Pay.");
  await killAt(stage, "after_reply");
  await stage.run();
  expect(stage.server.heard).toHaveLength(2);
  expect(stage.effects.paid).toHaveLength(1);
});

test("a repeatable call that may have run runs again under the same key", async () => {
  const stage = await openStage(pays("send_twice"));
  await stage.start("Pay.");
  await killAt(stage, "after_tool");
  expect(await stage.run()).toMatchObject({ status: "completed" });
  expect(stage.effects.paid).toHaveLength(2);
  expect(new Set(stage.effects.paid.map(({ call }) => call)).size).toBe(1);
});

for (const [answer, times] of [
  ["Run it again", 2],
  ["Do not run it", 1],
] as const) {
  test(`a call that may have run and must not run twice waits for a person: ${answer}`, async () => {
    const stage = await openStage(pays("pay"));
    await stage.start("Pay.");
    await killAt(stage, "after_tool");
    const paused = await stage.run();
    expect(paused).toMatchObject({ status: "paused", waitsFor: { kind: "repeat" } });
    expect(stage.effects.paid).toHaveLength(1);
    const { id } = await stage.requestOf(paused);
    await stage.house.owner.answer({ id, answer: { choice: answer } });
    expect(await stage.run()).toMatchObject({ status: "completed", continues: paused.id });
    expect(stage.effects.paid).toHaveLength(times);
    expect(new Set(stage.effects.paid.map(({ call }) => call)).size).toBe(1);
    expect(stage.prompt()).toContain(answer);
  });
}

test("one that is killed once more while it runs again is not run a third time", async () => {
  const stage = await openStage(pays("pay"));
  await stage.start("Pay.");
  await killAt(stage, "after_tool");
  const { id } = await stage.requestOf(await stage.run());
  await stage.house.owner.answer({ id, answer: { choice: "Run it again" } });
  await killAt(stage, "after_tool");
  await stage.run();
  expect(stage.effects.paid).toHaveLength(2);
  expect(stage.prompt()).toContain("interrupted once more");
});

test("a session that is taken up too often is given up and says so", async () => {
  const stage = await openStage({ turns: [], otherwise: { text: "Done." } });
  await stage.start("Go.");
  for (let turn = 0; turn < 3; turn++) await killAt(stage, "before_model");
  const ended = await stage.run();
  expect(ended).toMatchObject({ status: "failed", attempts: 4 });
  expect(ended.reason).toContain("3 times");
});

test("a prompt is made once", async () => {
  const stage = await openStage([{ text: "Done." }]);
  const { id } = await stage.start("Go.");
  await killAt(stage, "after_prompt");
  await stage.run();
  const kinds = (await stage.entries(id)).map(({ body }) => body.kind);
  expect(kinds.filter((kind) => kind === "prompt")).toHaveLength(1);
});

test("a question that was asked just before the kill is asked once", async () => {
  const stage = await openStage([
    { calls: [{ name: "ask_operator", args: { question: "Which?" } }] },
  ]);
  await stage.start("Go.");
  await killAt(stage, "before_ask");
  expect(await stage.run()).toMatchObject({ status: "paused" });
  expect((await stage.house.owner.list()).items).toHaveLength(1);
});

test("a host that stops gives the session back, and it goes on elsewhere", async () => {
  const stage = await openStage([
    { calls: [{ name: "pay", args: { amount: 1 } }] },
    { text: "Done." },
  ]);
  await stage.start("Go.");
  const stopping = new AbortController();
  const onPoint = (point: string) => {
    if (point === "before_tool") stopping.abort();
  };
  const back = await stage.run({ onPoint, signals: { stopping: stopping.signal } });
  expect(back).toMatchObject({ status: "queued", attempts: 0 });
  expect(stage.effects.paid).toHaveLength(1);
  expect(await stage.run()).toMatchObject({ status: "completed", attempts: 1 });
  expect(stage.effects.paid).toHaveLength(1);
});

test("a person's wish ends it as cancelled, also while the model is silent", async () => {
  const stage = await openStage([{ fault: { kind: "silence" } }]);
  const { id } = await stage.start("Go.");
  const cancelled = new AbortController();
  const ended = stage.run({ signals: { cancelled: cancelled.signal } });
  await stage.server.arrived(1);
  await stage.house.owner.cancelSession({ id, reason: "Enough." });
  cancelled.abort();
  expect(await ended).toMatchObject({ status: "cancelled", reason: "Enough." });
});

test("a model that is away is waited for", async () => {
  const stage = await openStage([
    ...Array.from({ length: 4 }, () => ({ fault: { kind: "status" as const, status: 503 } })),
    { text: "Back." },
  ]);
  await stage.start("Go.");
  expect(await stage.run()).toMatchObject({ status: "completed" });
});

describe("a model that is away", () => {
  /** As many failed calls as pass the time, which goes on by two seconds whenever it is asked for. */
  async function outage(acknowledgeAfterMs: number) {
    const fault = { fault: { kind: "status" as const, status: 503 } };
    const stage = await openStage([...Array.from({ length: 12 }, () => fault), { text: "Back." }]);
    const { id } = await stage.start("Go.");
    let nowMs = stage.house.clock.now();
    const notes: string[] = [];
    const ended = await stage.run({
      onNote: (text) => void notes.push(text),
      over: {
        now: () => {
          nowMs += 2_000;
          return nowMs;
        },
        limits: { steps: 10, attempts: 3, acknowledgeAfterMs },
      },
    });
    expect(ended).toMatchObject({ status: "completed" });
    const { entries } = await stage.house.owner.showConversation({ id: ended.conversation });
    const bodies = (await stage.entries(id)).map(({ body }) => body);
    return {
      notes,
      bodies,
      said: entries.items.flatMap((one) => ("text" in one ? [one.text] : [])),
    };
  }

  test("is told in the log of the host and of the session, once, and so is its end", async () => {
    const { notes, bodies, said } = await outage(600_000);
    const away = expect.stringContaining("My model does not answer: ");
    expect(notes).toEqual([away, "The model answers again."]);
    const noted = bodies.filter(({ kind }) => kind === "note");
    expect(noted).toMatchObject([{ text: away }, { text: "The model answers again." }]);
    expect(said.filter((text) => text.includes("does not answer"))).toEqual([]);
  });

  test("is told where the session was started once whoever waits is owed a word", async () => {
    const { said } = await outage(20_000);
    expect(said.filter((text) => text.includes("My model does not answer"))).toHaveLength(1);
    expect(said.at(-1)).toBe("Back.");
  });
});

test("a model that stays away gives the session back, with the reason on record", async () => {
  const stage = await openStage({
    turns: [],
    otherwise: { fault: { kind: "status", status: 429 } },
  });
  const { id } = await stage.start("Go.");
  expect(await stage.run({ outageMs: 0 })).toMatchObject({ status: "queued" });
  const last = (await stage.entries(id)).at(-1)?.body;
  expect(last).toMatchObject({ kind: "note" });
  expect(JSON.stringify(last)).toContain("could not be reached");
});

test("a host that stops in order uses up no attempt, however often", async () => {
  const stage = await openStage([{ when: { prompt: "Go." }, text: "Gone." }]);
  await stage.start("Go.");
  for (let times = 1; times <= 5; times++) {
    const stopping = AbortSignal.abort();
    expect(await stage.run({ signals: { stopping } })).toMatchObject({ status: "queued" });
  }
  expect(await stage.run()).toMatchObject({ status: "completed" });
});

test("a model that refuses the key fails the session", async () => {
  const stage = await openStage({ turns: [], apiKey: "another" });
  await stage.start("Go.");
  const ended = await stage.run();
  expect(ended).toMatchObject({ status: "failed" });
  expect(ended.reason).toContain("401");
});

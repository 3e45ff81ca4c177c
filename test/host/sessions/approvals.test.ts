import { expect, test } from "vitest";
import { present } from "../../../src/domain/present.ts";
import { asAuthorization } from "../../../src/domain/requests/request.ts";
import type { Session } from "../../../src/domain/sessions/session.ts";
import { applyRules } from "../../suites/earshot/world.ts";
import { killedAt, openStage, type RunOptions, type Stage } from "./support/stage.ts";

const PAYS = { text: "The invoice is due.", calls: [{ name: "pay", args: { amount: 3 } }] };
const GATED: RunOptions["over"] = { approvals: ["pay"] };
const GUARDED: RunOptions["over"] = {
  ...GATED,
  preconditions: [{ tool: "p*", check: "balance", args: {} }],
};

async function pausedForPay(over = GATED): Promise<{ stage: Stage; paused: Session }> {
  const stage = await openStage([PAYS, { text: "Paid it." }]);
  await stage.start("Pay the invoice.");
  const paused = await stage.run({ over });
  expect(paused).toMatchObject({ status: "paused", waitsFor: { kind: "approval" } });
  expect(stage.effects.paid).toEqual([]);
  return { stage, paused };
}

async function approve(stage: Stage, paused: Session, args?: { amount: number }) {
  const { id, authorization } = asAuthorization(await stage.requestOf(paused));
  const { owner } = stage.house;
  const digest =
    args === undefined ? authorization.digest : (await owner.previewEdit({ id, args })).digest;
  await owner.approve({ id, digest, ...present({ args }) });
}

test("an approved call runs once, before the model of the continuation is told of it", async () => {
  const { stage, paused } = await pausedForPay();
  const request = asAuthorization(await stage.requestOf(paused));
  expect(request.authorization.reason).toBe("The invoice is due.");
  await approve(stage, paused);
  const next = await stage.run({ over: GATED });
  expect(next).toMatchObject({ status: "completed", continues: paused.id });
  expect(stage.effects.paid).toMatchObject([{ args: { amount: 3 } }]);
  expect((await stage.entries(next.id)).map(({ body }) => body.kind)).toEqual([
    "begun",
    "done",
    "prompt",
    "reply",
    "end",
  ]);
  expect(stage.prompt()).toContain("Paid 3.");
  expect(stage.prompt()).toContain("do not make it again");
});

test("what runs are the arguments that were approved", async () => {
  const { stage, paused } = await pausedForPay();
  await approve(stage, paused, { amount: 2 });
  await stage.run({ over: GATED });
  expect(stage.effects.paid).toMatchObject([{ args: { amount: 2 } }]);
  expect(stage.prompt()).toContain("changed its arguments");
});

test("a rejection is told with its reason, and nothing runs", async () => {
  const { stage, paused } = await pausedForPay();
  const { id } = await stage.requestOf(paused);
  await stage.house.owner.reject({ id, reason: "Not this month." });
  expect(await stage.run({ over: GATED })).toMatchObject({ status: "completed" });
  expect(stage.effects.paid).toEqual([]);
  expect(stage.prompt()).toContain("Not this month.");
});

test("a precondition that has changed since keeps the call from running", async () => {
  const { stage, paused } = await pausedForPay(GUARDED);
  await approve(stage, paused);
  stage.effects.balance = 1;
  await stage.run({ over: GUARDED });
  expect(stage.effects.paid).toEqual([]);
  expect(stage.prompt()).toContain("was not run");
  expect(stage.prompt()).toContain("It was: 100\nIt is: 1");
});

test("a precondition that is as it was lets it run", async () => {
  const { stage, paused } = await pausedForPay(GUARDED);
  await approve(stage, paused);
  await stage.run({ over: GUARDED });
  expect(stage.effects.paid).toHaveLength(1);
});

test("a tool that is there no more is not run, and the prompt says so", async () => {
  const { stage, paused } = await pausedForPay();
  await approve(stage, paused);
  await stage.run({ over: { ...GATED, tools: ["ask_operator"] } });
  expect(stage.effects.paid).toEqual([]);
  expect(stage.prompt()).toContain("there is no tool pay any more");
});

test("what a rule allows runs in the session itself", async () => {
  const stage = await openStage([PAYS, { text: "Paid it." }]);
  await stage.house.owner.applyPolicy({
    source: { version: 1, rules: [{ name: "small", tools: ["pay"], decision: "allow" }] },
  });
  await stage.start("Pay the invoice.");
  expect(await stage.run({ over: GATED })).toMatchObject({ status: "completed", asked: false });
  expect(stage.effects.paid).toHaveLength(1);
});

test("what a rule denies is a refusal that the model hears", async () => {
  const stage = await openStage([PAYS, { text: "Could not." }]);
  await stage.house.owner.applyPolicy({
    source: { version: 1, rules: [{ name: "none", tools: ["pay"], decision: "deny" }] },
  });
  await stage.start("Pay the invoice.");
  expect(await stage.run({ over: GATED })).toMatchObject({ status: "completed" });
  expect(stage.effects.paid).toEqual([]);
  expect(stage.server.heard.at(-1)?.messages.at(-1)?.text).toContain("is refused");
});

for (const point of [
  "claimed",
  "before_tool",
  "after_tool",
  "after_done",
  "after_prompt",
] as const) {
  test(`a continuation killed at ${point} runs the approved call at most once`, async () => {
    const { stage, paused } = await pausedForPay();
    await approve(stage, paused);
    const killed = stage.run({ over: GATED, ...killedAt(point) });
    await expect(killed).rejects.toMatchObject({ code: "SESSION_LOST" });
    stage.house.clock.jump(120_000);
    const next = await stage.run({ over: GATED });
    expect(next.status).toBe("completed");
    expect(stage.effects.paid.length).toBe(point === "before_tool" ? 0 : 1);
    const isUnknown = point === "before_tool" || point === "after_tool";
    expect(stage.prompt().includes("nobody knows")).toBe(isUnknown);
  });
}

test("what the policy makes HIGH is put before people, whatever the agent's file says", async () => {
  const stage = await openStage([PAYS, { text: "Paid it." }]);
  await applyRules(stage.house.owner, [
    { name: "money", tools: ["pay"], decision: "ask", level: "HIGH" },
  ]);
  await stage.start("Pay the invoice.");
  const paused = await stage.run();
  expect(paused).toMatchObject({ status: "paused", waitsFor: { kind: "approval" } });
  expect(stage.effects.paid).toEqual([]);
});

test("what the policy denies does not run, and people are not asked", async () => {
  const stage = await openStage([PAYS, { text: "I may not." }]);
  await applyRules(stage.house.owner, [{ name: "no", tools: ["pay"], decision: "deny" }]);
  await stage.start("Pay the invoice.");
  expect(await stage.run()).toMatchObject({ status: "completed" });
  expect(stage.effects.paid).toEqual([]);
});

test("what nobody has named and the policy leaves at MEDIUM runs without asking", async () => {
  const stage = await openStage([PAYS, { text: "Paid it." }]);
  await stage.start("Pay the invoice.");
  expect(await stage.run()).toMatchObject({ status: "completed" });
  expect(stage.effects.paid).toMatchObject([{ args: { amount: 3 } }]);
});

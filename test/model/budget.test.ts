import { expect, test } from "vitest";
import { withBudget } from "../../src/model/budget.ts";
import { createFakeClock } from "../../src/testing/fake-clock.ts";
import { openModel } from "../support/model-server/open-model.ts";

const input = { system: "", messages: [{ role: "user" as const, text: "Go on." }] };
const turn = { text: "Yes.", usage: { inputTokens: 30, outputTokens: 10 } };
const endless = { turns: [], otherwise: turn };

test("what is spent is counted over all calls", async () => {
  const { model } = await openModel("openai", endless);
  const budgeted = withBudget(model, {}, createFakeClock());
  await budgeted.reply(input);
  await budgeted.reply(input);
  expect(budgeted.spent()).toEqual({ tokens: 80, ms: 0, calls: 2 });
  expect(budgeted.name).toBe(model.name);
});

test("a structured answer costs like any other", async () => {
  const { model } = await openModel("openai", [{ ...turn, text: "{}" }]);
  const budgeted = withBudget(model, { maxCalls: 1 }, createFakeClock());
  const asked = { ...input, schema: { type: "object" }, name: "thing" };
  await budgeted.structured(asked);
  expect(budgeted.spent()).toMatchObject({ tokens: 40, calls: 1 });
  await expect(budgeted.structured(asked)).rejects.toMatchObject({ code: "BUDGET_SPENT" });
});

test.each([
  [{ maxTokens: 70 }, "tokens", "80 of 70 tokens"],
  [{ maxCalls: 2 }, "calls", "2 of 2 calls"],
])("a spent budget of %j sends nothing more and says which and how much", async (...row) => {
  const [budget, limit, how] = row;
  const { model, server } = await openModel("openai", endless);
  const budgeted = withBudget(model, budget, createFakeClock());
  await budgeted.reply(input);
  await budgeted.reply(input);
  await expect(budgeted.reply(input)).rejects.toMatchObject({
    code: "BUDGET_SPENT",
    message: expect.stringContaining(how),
    details: { limit },
  });
  expect(server.heard).toHaveLength(2);
  expect(budgeted.spent().calls).toBe(2);
});

test("a failed call counts as one", async () => {
  const { model } = await openModel("openai", []);
  const budgeted = withBudget(model, { maxCalls: 1 }, createFakeClock());
  await expect(budgeted.reply(input)).rejects.toMatchObject({ code: "MODEL_FAILED" });
  await expect(budgeted.reply(input)).rejects.toMatchObject({ code: "BUDGET_SPENT" });
});

test("a call that runs when the time is over is ended", async () => {
  const { model, server } = await openModel("openai", [{ fault: { kind: "silence" } }]);
  const clock = createFakeClock();
  const budgeted = withBudget(model, { maxMs: 5_000 }, clock);
  const calling = budgeted.reply(input);
  const ended = expect(calling).rejects.toMatchObject({
    code: "BUDGET_SPENT",
    message: expect.stringContaining("5 s"),
    details: { limit: "time" },
  });
  await server.arrived(1);
  await clock.advance(5_000);
  await ended;
  await server.hungUp(1);
  expect(budgeted.spent()).toEqual({ tokens: 0, ms: 5_000, calls: 1 });
  await expect(budgeted.reply(input)).rejects.toMatchObject({ details: { limit: "time" } });
});

test("time between calls costs nothing", async () => {
  const { model } = await openModel("openai", endless);
  const clock = createFakeClock();
  const budgeted = withBudget(model, { maxMs: 5_000 }, clock);
  await budgeted.reply(input);
  await clock.advance(3_600_000);
  await budgeted.reply(input);
  expect(budgeted.spent().ms).toBe(0);
});

test("a clock that is set back gives no time back", async () => {
  const { model, server } = await openModel("openai", [{ fault: { kind: "silence" } }]);
  const clock = createFakeClock();
  const budgeted = withBudget(model, { maxMs: 5_000 }, clock);
  const caller = new AbortController();
  const calling = budgeted.reply({ ...input, signal: caller.signal });
  await server.arrived(1);
  clock.jump(-60_000);
  caller.abort(new Error("Enough."));
  await expect(calling).rejects.toThrow("Enough.");
  expect(budgeted.spent().ms).toBe(0);
});

test("a caller who ends the call gets their own reason also under a budget of time", async () => {
  const { model, server } = await openModel("openai", [{ fault: { kind: "silence" } }]);
  const budgeted = withBudget(model, { maxMs: 5_000 }, createFakeClock());
  const caller = new AbortController();
  const calling = budgeted.reply({ ...input, signal: caller.signal });
  await server.arrived(1);
  caller.abort(new Error("Enough."));
  await expect(calling).rejects.toThrow("Enough.");
});

test("a run that is taken up again goes on from what it had spent", async () => {
  const { model, server } = await openModel("openai", endless);
  const spent = { tokens: 900, ms: 100, calls: 7 };
  const budgeted = withBudget(model, { maxCalls: 8, spent }, createFakeClock());
  await budgeted.reply(input);
  expect(budgeted.spent()).toEqual({ tokens: 940, ms: 100, calls: 8 });
  await expect(budgeted.reply(input)).rejects.toMatchObject({ code: "BUDGET_SPENT" });
  expect(server.heard).toHaveLength(1);
});

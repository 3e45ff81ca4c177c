import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { EarshotError } from "../../src/domain/errors.ts";
import type { Event, EventData } from "../../src/domain/log/event.ts";
import { digest } from "../../src/system/digest.ts";
import { defineTool } from "../../src/tools/registry/define-tool.ts";
import { createToolDispatcher } from "../../src/tools/registry/dispatcher.ts";
import { recordToolCalls } from "../../src/tools/registry/record-tool-calls.ts";
import { createToolRegistry } from "../../src/tools/registry/registry.ts";
import { collect, type World } from "../suites/earshot/world.ts";
import { openOverHttp } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = await openOverHttp();
});
afterEach(() => world.close());

const greet = defineTool({
  name: "greet",
  description: "Greets.",
  input: z.object({ name: z.string(), isRude: z.boolean().optional() }),
  output: z.string(),
  async execute({ name, isRude }) {
    if (isRude === true) throw new EarshotError("UNREACHABLE", `${name} is not there.`);
    return `Good morning, ${name}.`;
  },
});

function recording() {
  const faults: unknown[] = [];
  const recorder = recordToolCalls(world.as("scout"), {
    digest: digest.json,
    onFault: (error) => void faults.push(error),
  });
  const { dispatch } = createToolDispatcher({
    registry: createToolRegistry([greet]),
    listeners: [recorder],
  });
  const call = (name: string, args: unknown, call: string) =>
    dispatch(name, args, {
      earshot: world.as("scout"),
      run: "run-1",
      call,
      signal: new AbortController().signal,
    });
  return { call, recorder, faults };
}

/** Of each call in the log: what the event says, and what it is about. */
async function recorded(): Promise<(EventData & Pick<Event, "type" | "subject">)[]> {
  const events = await collect(world.as("owner").events());
  return events
    .filter(({ type }) => type.startsWith("tool."))
    .map(({ type, subject, data }) => ({ ...data, type, subject }));
}

test("each call is in the log: which, by whom, of which run, how it failed, a digest of its arguments", async () => {
  const { call, recorder, faults } = recording();
  await call("greet", { name: "Ada" }, "c1");
  await call("greet", '{"isRude": true, "name": "Ada"}', "c2");
  await call("greets", { name: "Ada" }, "c3");
  await call("greet", { nom: "Ada" }, "c4");
  await recorder.settled();
  const events = await recorded();
  expect(events.map(({ type, subject, name, error }) => [type, subject, name, error])).toEqual([
    ["tool.succeeded", "call:c1", "greet", undefined],
    ["tool.failed", "call:c2", "greet", "ExecutionFailedRecoverable"],
    ["tool.failed", "call:c3", "greets", "UnknownTool"],
    ["tool.failed", "call:c4", "greet", "InvalidArguments"],
  ]);
  expect(events.map((event) => event.digest)).toEqual(
    [{ name: "Ada" }, { name: "Ada", isRude: true }, { name: "Ada" }, { nom: "Ada" }].map(
      digest.json,
    ),
  );
  expect(events.every(({ run }) => run === "run-1")).toBe(true);
  expect(faults).toEqual([]);
});

test("nothing of what was said is in the log, also where a model wrote it in place of a name", async () => {
  const { call, recorder, faults } = recording();
  await call("greet", { name: "Ada" }, "c1");
  await call("my password is hunter2", { name: "Ada" }, "c2");
  await recorder.settled();
  const events = await recorded();
  expect(events).toHaveLength(2);
  expect(events[1]?.name).toBe("unnamed");
  expect(JSON.stringify(events)).not.toMatch(/Ada|hunter2|morning/);
  expect(faults).toEqual([]);
});

test("a call that cannot be recorded is a call all the same, and its recorder hears why", async () => {
  const { call, recorder, faults } = recording();
  const result = await call("greet", { name: "Ada" }, "an id with spaces");
  await recorder.settled();
  expect(result).toMatchObject({ ok: true, text: "Good morning, Ada." });
  expect(faults).toEqual([expect.objectContaining({ code: "INVALID_INPUT" })]);
  expect(await recorded()).toEqual([]);
});

test("a call does not wait until it is recorded", async () => {
  const { promise, resolve } = Promise.withResolvers<{ seq: number }>();
  const recorder = recordToolCalls({ recordToolCall: () => promise }, { digest: digest.json });
  const { dispatch } = createToolDispatcher({
    registry: createToolRegistry([greet]),
    listeners: [recorder],
  });
  const signal = new AbortController().signal;
  await dispatch("greet", { name: "Ada" }, { earshot: world.as("scout"), call: "c1", signal });
  let isSettled = false;
  const settled = recorder.settled().then(() => {
    isSettled = true;
  });
  await new Promise((done) => setImmediate(done));
  expect(isSettled).toBe(false);
  resolve({ seq: 1 });
  await settled;
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type ConformanceOptions,
  type ConformanceRun,
  runConformance,
} from "../support/mcp-fixtures/conformance-run.ts";
import { type FixtureServer, startFixtureServer } from "../support/mcp-fixtures/fixture-server.ts";
import { type Forwarder, startForwarder } from "../support/mcp-fixtures/forwarder.ts";

/*
 * The protocol's own conformance suite against Earshot as it runs: its listener, its guard, its keys,
 * its door. The suite wants tools, prompts and resources of certain names, which a profile adds that
 * only these tests have; expected-failures says what it does not find, and why.
 */

let server: FixtureServer;
let forwarder: Forwarder;
beforeAll(async () => {
  server = await startFixtureServer();
  forwarder = await startForwarder(server.url, server.key);
});
afterAll(async () => {
  await forwarder.close();
  await server.close();
});

type Suite = Omit<ConformanceOptions, "url">;

const SUITES = {
  "0.1.16": { suite: "conformance-0.1", args: [], expectedFailures: "0.1.16.yml" },
  "2025-11-25": {
    suite: "conformance-0.2",
    args: ["--requirements", "2025-11-25"],
    expectedFailures: "2025-11-25.yml",
  },
  "2026-07-28": {
    suite: "conformance-0.2",
    args: ["--requirements", "2026-07-28"],
    expectedFailures: "2026-07-28.yml",
  },
} as const satisfies Record<string, Suite>;

const runs = new Map<string, Promise<ConformanceRun>>();

/** A suite runs once, for however many tests look at it. */
function runOf(name: keyof typeof SUITES): Promise<ConformanceRun> {
  const known = runs.get(name);
  if (known !== undefined) return known;
  const run = runConformance({ ...SUITES[name], url: `${forwarder.url}/mcp` });
  runs.set(name, run);
  return run;
}

test.each([
  ["0.1.16", 30],
  ["2025-11-25", 30],
  ["2026-07-28", 37],
] as const)("the suite %s passes with its %i scenarios at least", async (name, count) => {
  const { code, output, scenarios, unexpected, stale } = await runOf(name);
  expect(unexpected).toEqual([]);
  expect(stale).toEqual([]);
  expect(code, output).toBe(0);
  expect(scenarios.size).toBeGreaterThanOrEqual(count);
});

describe("the Tasks extension", () => {
  test.each([
    "tasks-lifecycle",
    "tasks-capability-negotiation",
    "tasks-wire-fields",
    "tasks-request-state-removal",
    "tasks-mrtr-input",
    "tasks-request-headers",
    "tasks-dispatch-and-envelope",
    "tasks-required-task-error",
    "tasks-mrtr-composition",
  ])("passes %s, which the suite runs but does not score", async (scenario) => {
    const { scenarios } = await runOf("2026-07-28");
    const checks = scenarios.get(scenario) ?? [];
    expect(checks.filter(({ status }) => status !== "SUCCESS")).toEqual([]);
    expect(checks.length).toBeGreaterThan(1);
  });
});

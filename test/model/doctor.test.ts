import { describe, expect, test } from "vitest";
import { spawnEarshot, testFolder, type Variables } from "../support/cli.ts";
import { addressOf, openModelServer } from "../support/model-server/open-model.ts";
import type { Turn } from "../support/model-server/script.ts";
import { deadUrl } from "../support/scripted-server.ts";

interface Finding {
  readonly check: string;
  readonly state: string;
  readonly detail: string;
}

const CALLED: Turn = { calls: [{ name: "report_status", args: { status: "ready" } }] };
const CHECKS = ["model server", "model", "tool calling"];

/** What doctor finds about a model, and its exit code. */
async function examine(args: readonly string[], env: Variables = {}) {
  const running = spawnEarshot(["doctor", "--json", "--data", testFolder(), ...args], { env });
  running.child.stdin.end();
  const { code, stdout } = await running.finished;
  const { findings } = JSON.parse(stdout) as { findings: readonly Finding[] };
  return { code, findings: findings.filter(({ check }) => CHECKS.includes(check)) };
}

const examineAt = (url: string, model: string, ...args: readonly string[]) =>
  examine(["--model-url", url, "--model", model, ...args]);

describe.each(["openai", "ollama"] as const)("over %s", (api) => {
  const format = ["--model-api", api] as const;

  test("a model that calls its tool is found well", async () => {
    const { url } = await openModelServer({ turns: [CALLED], models: ["good", "other"] });
    const { code, findings } = await examineAt(addressOf(url, api), "good", ...format);
    expect(findings.map(({ check, state }) => [check, state])).toEqual(
      CHECKS.map((check) => [check, "ok"]),
    );
    expect(code).toBe(0);
  });

  test("a model that is not there fails, with those that are", async () => {
    const { url } = await openModelServer({ turns: [], models: ["a", "b"] });
    const { code, findings } = await examineAt(addressOf(url, api), "qwen9", ...format);
    expect(code).toBe(1);
    expect(findings.at(-1)).toMatchObject({ check: "model", state: "failed" });
    expect(findings.at(-1)?.detail).toMatch(
      /It has a(:latest)?, b(:latest)?\. .*ollama pull qwen9/,
    );
  });

  test("a model that answers in words fails", async () => {
    const { url } = await openModelServer([{ text: "I am ready." }]);
    const { code, findings } = await examineAt(addressOf(url, api), "scripted", ...format);
    expect(code).toBe(1);
    expect(findings.at(-1)).toMatchObject({
      check: "tool calling",
      state: "failed",
      detail: expect.stringContaining("answered in words instead of calling a tool"),
    });
  });

  test("a model that calls it wrongly is warned of, and its words do not drive the terminal", async () => {
    const calls = [{ name: "report\u001b[2J", args: { status: "ready" } }];
    const { url } = await openModelServer([{ calls }]);
    const { code, findings } = await examineAt(addressOf(url, api), "scripted", ...format);
    expect(code).toBe(0);
    expect(findings.at(-1)).toMatchObject({ check: "tool calling", state: "warning" });
    expect(findings.at(-1)?.detail).toContain("report\\u{1b}[2J");
  });

  test("a server that takes no tools fails in its own words", async () => {
    const message = "scripted does not support tools";
    const { url } = await openModelServer([{ fault: { kind: "status", status: 400, message } }]);
    const { findings } = await examineAt(addressOf(url, api), "scripted", ...format);
    expect(findings.at(-1)).toMatchObject({ check: "tool calling", state: "failed" });
    expect(findings.at(-1)?.detail).toContain(message);
  });

  test("an address at which nothing listens fails", async () => {
    const { code, findings } = await examineAt(await deadUrl(), "m", ...format);
    expect(code).toBe(1);
    expect(findings).toMatchObject([{ check: "model server", state: "failed" }]);
    expect(findings[0]?.detail).toContain("ECONNREFUSED");
  });
});

test("an address that lacks its /v1 is told", async () => {
  const { url } = await openModelServer();
  const { findings } = await examineAt(url, "scripted");
  expect(findings).toEqual([
    {
      check: "model server",
      state: "failed",
      detail: `${url} answers, but the model's calls go to ${url}/v1. Give that address.`,
    },
  ]);
});

test("address, model and key are taken from the environment", async () => {
  const script = { turns: [CALLED], apiKey: "sk-1" };
  const server = await openModelServer(script);
  const { code, findings } = await examine([], {
    EARSHOT_MODEL_URL: `${server.url}/v1`,
    EARSHOT_MODEL: "scripted",
    EARSHOT_MODEL_KEY: "sk-1",
  });
  expect(findings.map(({ state }) => state)).toEqual(["ok", "ok", "ok"]);
  expect(server.heard).toHaveLength(1);
  expect(code).toBe(0);
});

test("without a model none is checked, and half of one is told", async () => {
  expect((await examine([])).findings).toEqual([]);
  const { code, findings } = await examine(["--model", "m"]);
  expect(findings).toEqual([
    { check: "model", state: "failed", detail: "Not checked. Give --model-url too." },
  ]);
  expect(code).toBe(1);
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { METRICS, type Metric } from "../../src/http/metrics-list.ts";
import { ok } from "../support/call.ts";
import { eventually } from "../support/cli.ts";
import { type HomeServer, say, startHomeServer } from "../support/server.ts";

let server: HomeServer;
const agent = (input: object) => ({ key: server.agent, input: { ...input } });
const operator = (input: object) => ({ key: server.operator, input: { ...input } });
const read = async () => await ok(server.url, "metrics", { key: server.operator });

/** The value of one line; 0 where it is not there yet. */
async function value(line: string): Promise<number> {
  const found = (await read()).split("\n").find((text) => text.startsWith(`${line} `));
  return Number(found?.slice(line.length + 1) ?? 0);
}

describe("the figures of a server", () => {
  beforeAll(async () => {
    server = await startHomeServer();
  });
  afterAll(() => server.close());

  test("are those of the list, with the labels of the list and no others", async () => {
    await ok(server.url, "tell", agent({ text: say() }));
    for (const line of (await read()).trimEnd().split("\n")) {
      if (line.startsWith("# ")) continue;
      const [, sample = "", labels = ""] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? [];
      const name = sample.replace(/_(bucket|sum|count)$/, "");
      const metrics: Readonly<Record<string, Metric>> = METRICS;
      const metric = metrics[sample] ?? metrics[name];
      expect(metric, line).toBeDefined();
      const known = [...(metric?.labels ?? []), "le"];
      for (const [, label] of labels.matchAll(/(\w+)="/g)) expect(known, line).toContain(label);
    }
  });

  test("count what was decided and where, and how old the oldest open request is", async () => {
    const line = 'earshot_decisions_total{kind="question",outcome="answered",via="http"}';
    const before = await value(line);
    expect(await value("earshot_oldest_open_seconds")).toBe(0);
    const { request } = await ok(server.url, "ask", agent({ text: say() }));
    await eventually(async () => (await value("earshot_oldest_open_seconds")) > 0);
    await ok(server.url, "answer", operator({ id: request.id, answer: { text: say() } }));
    expect(await value(line)).toBe(before + 1);
    await eventually(async () => (await value("earshot_oldest_open_seconds")) === 0);
  });

  test("count commits, and errors by their code, and hold no content", async () => {
    const before = await value("earshot_commit_seconds_count");
    const { request } = await ok(server.url, "ask", agent({ text: say() }));
    expect(await value("earshot_commit_seconds_count")).toBeGreaterThan(before);
    await fetch(`${server.url}/v1/canary`, {
      headers: { authorization: `Bearer ${server.agent}` },
    });
    await eventually(async () => (await value('earshot_errors_total{code="NOT_FOUND"}')) > 0);
    const text = await read();
    expect(text).not.toContain("canary");
    expect(text).not.toContain(request.id);
  });
});

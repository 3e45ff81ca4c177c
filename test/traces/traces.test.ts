import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { readKeyFile } from "../../src/system/data-folder.ts";
import { ok } from "../support/call.ts";
import { eventually, spawnEarshot, testFolder, type Variables } from "../support/cli.ts";
import { type Collector, type SeenSpan, startCollector } from "./collector.ts";

/* A server that is told by its environment to send traces, and what a collector gets of it. */

const CANARY = "canary";
const ASK = "4bf92f3577b34da6a3ce929d0e0e4736";
const ANSWER = "1af92f3577b34da6a3ce929d0e0e4736";
const WAIT = "2bf92f3577b34da6a3ce929d0e0e4736";
const CALLER = "00f067aa0ba902b7";
const traceparent = (trace: string) => ({ traceparent: `00-${trace}-${CALLER}-01` });

let collector: Collector;
let data: string;

beforeEach(async () => {
  collector = await startCollector();
  data = join(testFolder(), "data");
});

async function start(env: Variables) {
  const args = ["start", "--no-console", "--no-link", "--no-policy", "--port", "0", "--data", data];
  const running = spawnEarshot(args, { env });
  const url = await eventually(
    () => /(http:\/\/127\.0\.0\.1:\d+)\s/.exec(running.stdout())?.[1],
    () => `the server's address; it said ${running.stdout()}${running.stderr()}`,
  );
  return {
    url,
    agent: readKeyFile(data, "agent") ?? "",
    operator: readKeyFile(data, "operator") ?? "",
    async stop() {
      running.child.kill("SIGTERM");
      await running.finished;
    },
  };
}

const traced = () => start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
const at = (spans: readonly SeenSpan[], traceId: string, name: string) =>
  spans.filter((span) => span.traceId === traceId && span.name === name);

describe("the traces of a request", () => {
  test("lead from its answer and from its wait back to its ask, over a restart, and hold no content", async () => {
    const first = await traced();
    const { request } = await ok(first.url, "ask", {
      key: first.agent,
      input: { text: `${CANARY} question`, context: `${CANARY} context` },
      headers: { ...traceparent(ASK), baggage: `user=${CANARY}`, tracestate: `v=${CANARY}` },
    });
    await first.stop();
    const second = await traced();
    const wait = fetch(`${second.url}/v1/requests/${request.id}/wait?holdMs=30000`, {
      headers: { authorization: `Bearer ${second.agent}`, ...traceparent(WAIT) },
    });
    await ok(second.url, "answer", {
      key: second.operator,
      input: { id: request.id, answer: { text: `${CANARY} answer` } },
      headers: traceparent(ANSWER),
    });
    expect((await wait).status).toBe(200);
    await fetch(`${second.url}/v1/requests/${CANARY}/${CANARY}`, {
      headers: { authorization: `Bearer ear_live_${CANARY}`, ...traceparent(WAIT) },
    });
    await fetch(`${second.url}/v1/requests/${CANARY}`, {
      headers: { authorization: `Bearer ${second.agent}`, ...traceparent(WAIT) },
    });
    await second.stop();

    const spans = collector.spans();
    const [ask] = at(spans, ASK, "ask");
    expect(ask?.parentSpanId).toBe(CALLER);
    expect(ask?.attributes).toMatchObject({
      "earshot.operation": "ask",
      "earshot.request.id": request.id,
      "earshot.request.kind": "question",
      "earshot.request.status": "open",
      "http.response.status_code": 201,
    });
    for (const [trace, name] of [
      [ANSWER, "answer"],
      [WAIT, "wait"],
    ] as const) {
      const [span] = at(spans, trace, name);
      expect(span?.links).toEqual([expect.objectContaining({ traceId: ASK, spanId: ask?.spanId })]);
      expect(span?.attributes).toMatchObject({
        "earshot.request.id": request.id,
        "earshot.request.status": "answered",
      });
    }
    const [commit] = at(spans, ASK, "commit");
    expect(commit?.parentSpanId).toBe(ask?.spanId);
    expect(spans.map((span) => span.attributes["error.type"])).toContain("NOT_FOUND");
    expect(collector.text()).not.toContain(CANARY);
    expect(collector.text()).not.toMatch(/ear_(live|web|page)_/);
  });

  test("are not in the log of events, and not in what anyone is shown", async () => {
    const server = await traced();
    const { request } = await ok(server.url, "ask", {
      key: server.agent,
      input: { text: "Which one?" },
      headers: traceparent(ASK),
    });
    const operator = createClient({ url: server.url, key: server.operator });
    expect(JSON.stringify(await operator.show({ id: request.id }))).not.toContain(ASK);
    const lines = await ok(server.url, "exportAudit", { key: server.operator });
    expect(JSON.stringify(lines)).not.toContain(ASK);
    await server.stop();
    expect(at(collector.spans(), ASK, "ask")).toHaveLength(1);
  });
});

describe("a server", () => {
  test("sends nothing and remembers nothing where nobody takes traces", async () => {
    const server = await start({});
    const { request } = await ok(server.url, "ask", {
      key: server.agent,
      input: { text: "Which one?" },
      headers: traceparent(ASK),
    });
    expect(request.status).toBe("open");
    await server.stop();
    expect(collector.text()).toBe("");
  });

  test("serves and stops where nobody is at the address that takes traces", async () => {
    const server = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" });
    const { request } = await ok(server.url, "ask", {
      key: server.agent,
      input: { text: "Which one?" },
    });
    expect(request.status).toBe("open");
    await server.stop();
  });
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { untilClosed } from "../../../src/client/index.ts";
import { byFile, takeShare } from "../../support/share.ts";
import { type ProofNode, type ProofNodes, startNodes } from "./nodes.ts";

takeShare("node-faults", byFile);

const SLOW_MS = 1_500;
const QUESTIONS = 20;

let all: ProofNodes;
beforeAll(async () => {
  all = await startNodes();
});
afterAll(() => all?.close());

test("while commits take long, health and reads and waits go on, and nothing is lost", async () => {
  const [first, second] = all.nodes;
  const waited = (await first.agent.ask({ text: "before?" })).request;
  const waiting = untilClosed(first.agent, waited.id);
  const looked = Promise.withResolvers<number>();
  let held = 0;
  for (const { proxy } of all.nodes) {
    proxy.decide(({ text }) => {
      if (!text.includes("earshot_commit_")) return "pass";
      held += 1;
      // However long that takes, the first of them is under way while one looks.
      return looked.promise;
    });
  }
  let isDone = false;
  const asking = Promise.all(
    Array.from({ length: QUESTIONS }, (_, n) => first.agent.ask({ text: `slow ${n}` })),
  ).finally(() => {
    isDone = true;
  });
  await expect.poll(() => held).toBeGreaterThan(0);
  expect((await fetch(`${first.url}/livez`)).status).toBe(200);
  expect((await first.operator.show({ id: waited.id })).request.status).toBe("open");
  expect(isDone).toBe(false);
  looked.resolve(SLOW_MS);

  await second.operator.answer({ id: waited.id, answer: { text: "after all" } });
  expect(await waiting).toMatchObject({ outcome: "answered" });
  const asked = await asking;
  for (const { proxy } of all.nodes) proxy.decide(() => "pass");
  for (const { request } of asked) {
    expect((await second.operator.show({ id: request.id })).request).toEqual(request);
  }
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  expect(await second.operator.verifyAudit()).toMatchObject({ intact: true });
});

function ask(node: ProofNode, key: string, text: string): Promise<Response> {
  return fetch(`${node.url}/v1/requests`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${all.members.agent.key}`,
      "content-type": "application/json",
      "idempotency-key": key,
    },
    body: JSON.stringify({ text }),
  });
}

/** Calls are counted a moment later, by a commit of their own. */
async function isQuiet(): Promise<boolean | undefined> {
  const [row] = await all.query<{ quiet: boolean }>(
    "select earshot_now() - max(at) > 1500 as quiet from batches",
  );
  return row?.quiet;
}

/** How many open questions have this text. */
async function countOf(node: ProofNode, text: string): Promise<number> {
  const { items } = await node.operator.list({ status: "open", limit: 100 });
  return items.filter((one) => one.kind === "question" && one.question.text === text).length;
}

test("while a database says nothing to one node, the other serves; then the first goes on", async () => {
  const [first, second] = all.nodes;
  first.proxy.freeze();
  const frozen = ask(first, "frozen", "anybody?");
  expect((await ask(second, "elsewhere", "elsewhere?")).status).toBe(201);
  expect((await fetch(`${first.url}/livez`)).status).toBe(200);
  first.proxy.thaw();
  expect((await frozen).status).toBe(201);
  expect(await countOf(second, "anybody?")).toBe(1);
});

test("a node that does not reach the database says so, and serves again without a restart", async () => {
  const [first, second] = all.nodes;
  // What is on its way when the connection breaks, a node tries to settle for half a minute.
  await expect.poll(isQuiet, { timeout: 30_000 }).toBe(true);
  first.proxy.refuse();
  const response = await ask(first, "refused", "out there?");
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ code: "STORE_UNAVAILABLE" });
  expect((await fetch(`${first.url}/livez`)).status).toBe(200);
  await expect.poll(async () => (await fetch(`${first.url}/readyz`)).status).toBe(503);
  expect(await countOf(second, "out there?")).toBe(0);
  first.proxy.admit();
  const again = async () => (await ask(first, "refused", "out there?")).status;
  await expect.poll(again, { timeout: 30_000 }).toBe(201);
  expect(await countOf(second, "out there?")).toBe(1);
  await expect
    .poll(async () => (await fetch(`${first.url}/readyz`)).status, { timeout: 30_000 })
    .toBe(200);
});

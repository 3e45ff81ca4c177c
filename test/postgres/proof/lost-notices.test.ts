import { afterAll, beforeAll, expect, test } from "vitest";
import { untilClosed } from "../../../src/client/index.ts";
import { type ProofNodes, startNodes } from "./nodes.ts";

let all: ProofNodes;
beforeAll(async () => {
  all = await startNodes();
  for (const { proxy } of all.nodes) proxy.loseNotices(true);
});
afterAll(() => all?.close());

test("who waits at one node hears of an answer at the other without any notice", async () => {
  const [first, second] = all.nodes;
  for (let count = 0; count < 3; count++) {
    const { id } = (await first.agent.ask({ text: "heard?" })).request;
    const waiting = untilClosed(first.agent, id);
    await second.operator.answer({ id, answer: { text: `yes ${count}` } });
    expect(await waiting).toMatchObject({ outcome: "answered" });
  }
  expect(first.proxy.done.lostNotices).toBeGreaterThan(0);
});

test("a stream of events at one node has what the other commits, in order and once", async () => {
  const [first, second] = all.nodes;
  const after = (await first.operator.lastEvent()).seq;
  const gone = new AbortController();
  const events = await first.operator.events({ follow: true, after }, { signal: gone.signal });
  const said = Promise.all(
    [first, second, second, first].map(({ agent }) => agent.tell({ text: "one more" })),
  );
  const seen: number[] = [];
  for await (const { seq } of events) {
    seen.push(seq);
    if (seen.length === 4) break;
  }
  gone.abort();
  await said;
  expect(seen).toEqual([1, 2, 3, 4].map((number) => after + number));
});

test("a key that was revoked at one node is refused at the other", async () => {
  const [first, second] = all.nodes;
  const { key, secret } = await first.operator.createKey({ kind: "agent", name: "brief" });
  const call = () =>
    fetch(`${second.url}/v1/whoami`, { headers: { authorization: `Bearer ${secret}` } });
  await expect.poll(async () => (await call()).status).toBe(200);
  await first.operator.revokeKey({ id: key.id });
  await expect.poll(async () => (await call()).status).toBe(401);
});

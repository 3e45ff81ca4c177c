import { expect, onTestFinished, test } from "vitest";
import { untilClosed } from "../../../src/client/index.ts";
import type { RequestId } from "../../../src/domain/id.ts";
import { type ProofNode, type ProofNodes, startNodes } from "./nodes.ts";

interface Held {
  readonly holder: string;
  readonly epoch: number;
}

const LONG_MS = 24 * 60 * 60 * 1_000;

async function begin(): Promise<ProofNodes> {
  const all = await startNodes();
  onTestFinished(() => all.close());
  return all;
}

async function lease(all: ProofNodes): Promise<Held | undefined> {
  const rows = await all.query<{ holder: string; epoch: string }>(
    "select holder, epoch from leases where name = 'expiry'",
  );
  const [row] = rows;
  return row === undefined ? undefined : { holder: row.holder, epoch: Number(row.epoch) };
}

async function expiries(all: ProofNodes, id: RequestId): Promise<number> {
  const rows = await all.query(
    "select 1 from events where type = 'request.expired' and subject = $1",
    [id],
  );
  return rows.length;
}

/** The node that holds the lease is stopped as it is about to write what only its holder may. */
async function stopAsItExpires(
  node: ProofNode,
): Promise<{ release(): void; reached: Promise<void> }> {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<"pass">();
  node.proxy.decide((round) => {
    if (!round.mentions("request.expired")) return "pass";
    process.kill(node.server.pid, "SIGSTOP");
    reached.resolve();
    return released.promise;
  });
  return {
    reached: reached.promise,
    release() {
      process.kill(node.server.pid, "SIGCONT");
      node.proxy.decide(() => "pass");
      released.resolve("pass");
    },
  };
}

test("a node that is stopped past its lease writes nothing as its holder on waking", async () => {
  const all = await begin();
  const [first, second] = all.nodes;
  await expect.poll(() => lease(all)).toBeDefined();
  const before = await lease(all);
  const stop = await stopAsItExpires(first);
  const { id } = (await second.agent.ask({ text: "?", expiresInMs: 1_000 })).request;
  await stop.reached;

  // As somebody else would hold it by then, who has not come to this request.
  await all.query(
    `update leases set holder = 'somebody else', epoch = epoch + 1,
      until = earshot_now() + $1 where name = 'expiry'`,
    [LONG_MS],
  );
  const sent = await all.query<{ count: string }>("select count(*) from batches");
  stop.release();
  // The batch that was held back is done with: it has its row, and has written nothing else.
  await expect
    .poll(
      async () => (await all.query<{ count: string }>("select count(*) from batches"))[0]?.count,
    )
    .not.toBe(sent[0]?.count);
  const told = await first.agent.tell({ text: "I am back" });
  expect(told.text).toBe("I am back");
  expect(await expiries(all, id)).toBe(0);

  await all.query("delete from leases where name = 'expiry'");
  expect(await untilClosed(first.agent, id)).toMatchObject({ outcome: "expired" });
  expect(await expiries(all, id)).toBe(1);
  expect(before?.holder).toBeDefined();
  expect(await second.operator.verifyAudit()).toMatchObject({ intact: true });
});

test("another node does what a stopped one would have done, once", async () => {
  const all = await begin();
  const [first, second] = all.nodes;
  await expect.poll(() => lease(all)).toBeDefined();
  const before = await lease(all);
  const stop = await stopAsItExpires(first);
  const { id } = (await second.agent.ask({ text: "?", expiresInMs: 1_000 })).request;
  await stop.reached;
  // Nobody waits for it and nobody looks at it: whoever takes over the job closes it.
  await expect.poll(() => expiries(all, id), { timeout: 40_000 }).toBe(1);
  const after = await lease(all);
  expect(after?.holder).not.toBe(before?.holder);
  expect(after?.epoch).toBeGreaterThan(before?.epoch ?? 0);
  stop.release();
  const { request } = await first.agent.ask({ text: "who is there?" });
  await second.operator.answer({ id: request.id, answer: { text: "both" } });
  expect(await untilClosed(first.agent, request.id)).toMatchObject({ outcome: "answered" });
  expect(await expiries(all, id)).toBe(1);
  expect(await first.operator.verifyAudit()).toMatchObject({ intact: true });
});

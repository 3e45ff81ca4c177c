import { expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { type TestNode, testDeployment } from "../nodes/nodes.ts";
import { eventually } from "../support/cli.ts";
import { queryServer } from "../support/postgres.ts";
import { startLoad } from "../upgrade/load.ts";

/* Nodes over one database, replaced one after the other while agents wait at them. */

const AGENTS = 6;
const ANSWERS = 5;

test("a rolling restart loses no wait and no answer", async () => {
  const deployment = await testDeployment();
  const first = await deployment.start();
  let live: readonly TestNode[] = [first, await deployment.start()];
  let turn = 0;
  const clientOf = (of: "agent" | "operator") => {
    const key = first.key(of);
    const next = () => live[turn++ % live.length]?.url ?? "";
    return createClient({ url: () => ({ url: next(), key }), retryForMs: 50_000 });
  };
  const operator = clientOf("operator");
  const load = startLoad({ agent: clientOf("agent"), operator }, AGENTS);
  const more = async (count: number) => {
    const before = load.answered.size;
    await eventually(() => load.answered.size >= before + count || load.faults.length > 0);
  };
  await more(ANSWERS);
  for (const former of live) {
    const next = await deployment.start();
    live = [...live.filter((node) => node !== former), next];
    former.process.child.kill("SIGTERM");
    expect(await former.process.finished).toMatchObject({ code: 0 });
    await more(ANSWERS);
  }
  await load.end();
  expect(load.faults).toEqual([]);
  for (const [id, closed] of load.asked) {
    const { outcome, request } = await closed;
    expect(outcome, id).toBe("answered");
    expect(request).toMatchObject({ answer: { text: load.answered.get(id) ?? "" } });
  }
  expect(await operator.verifyAudit({})).toMatchObject({ intact: true });
});

test("a node serves on where a newer one has widened the tables", async () => {
  const deployment = await testDeployment();
  const node = await deployment.start();
  const { request } = await node.agent.ask({ text: "Asked before?" });
  for (const table of ["requests", "events", "keys", "principals", "once"]) {
    await queryServer(
      deployment.database,
      `alter table ${table} add column of_tomorrow text collate "C"`,
    );
  }
  await queryServer(
    deployment.database,
    "insert into migrations (name, applied_at) values ('9999-of-tomorrow', 0)",
  );
  const headers = { authorization: `Bearer ${node.key("operator")}` };
  const figures = await (await fetch(`${node.url}/metrics`, { headers })).text();
  expect(figures).toMatch(/^earshot_hearing 1$/m);
  expect(figures).toMatch(/^earshot_pool_size \d+$/m);
  await node.operator.answer({ id: request.id, answer: { text: "yes" } });
  const { outcome } = await node.agent.ask({ text: "Asked after?" });
  expect(outcome).toBe("pending");
  expect((await node.agent.wait({ id: request.id })).outcome).toBe("answered");
  expect(await node.operator.verifyAudit({})).toMatchObject({ intact: true });
});

import { expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { UNDO_MS } from "../../src/domain/limits.ts";
import { collect } from "../suites/earshot/world.ts";
import { testDeployment } from "./nodes.ts";

test("a decision held on a node that is killed is sent once by another", async () => {
  const deployment = await testDeployment();
  const one = await deployment.start();
  const { request } = await one.agent.ask({ text: "Is anybody there?" });
  const { id } = request;
  const other = await deployment.start();
  await one.operator.answer({ id, answer: { text: "Yes." }, undoMs: UNDO_MS });
  const action = { tool: "pay", args: { to: "ben" }, reason: "Rent." };
  const { request: sought } = await one.agent.authorize(action);
  await one.operator.respond({ id: sought.id, text: "It was paid.", undoMs: UNDO_MS });
  await one.kill();
  const agent = createClient({ url: other.url, key: one.key("agent") });
  const operator = createClient({ url: other.url, key: one.key("operator") });
  await expect
    .poll(async () => (await agent.wait({ id })).outcome, { timeout: 40_000 })
    .toBe("answered");
  await expect.poll(async () => (await agent.wait({ id: sought.id })).outcome).toBe("responded");
  const types = (await collect(operator.events())).map(({ type }) => type);
  expect(types.filter((type) => type === "request.answered")).toHaveLength(1);
  expect(types.filter((type) => type === "request.responded")).toHaveLength(1);
}, 60_000);

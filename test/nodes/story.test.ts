import { expect, test } from "vitest";
import type { RequestId } from "../../src/domain/id.ts";
import { eventually } from "../support/cli.ts";
import { calling, command, type TestNode, testDeployment } from "./nodes.ts";

/* Two nodes over one PostgreSQL, by the command line alone. */

/** The question of this text, once it is asked. */
async function asked(node: TestNode, text: string): Promise<RequestId> {
  return await eventually(async () => {
    const { items } = await node.operator.list({});
    return items.find((item) => item.kind === "question" && item.question.text === text)?.id;
  });
}

/** Resolves once somebody waits on this node. */
async function heldBy(node: TestNode): Promise<void> {
  await eventually(async () => (await node.operator.status()).activeSessions > 0 || undefined);
}

test("what is asked of one node is answered on another, and one that is killed is no end of a wait", async () => {
  const deployment = await testDeployment();
  const first = await deployment.start();
  const second = await deployment.start();
  const asking = command(calling(first.key("agent"), first), "ask", "Which colour?");
  const colour = await asked(second, "Which colour?");
  const answering = calling(second.key("operator"), second);
  expect(await command(answering, "answer", colour, "blue").finished).toMatchObject({ code: 0 });
  expect(await asking.finished).toMatchObject({ code: 0, stdout: "blue\n" });

  const either = calling(first.key("agent"), first, second);
  const waiting = command(either, "ask", "Which size?");
  const size = await asked(second, "Which size?");
  await heldBy(first);
  await first.kill();
  await heldBy(second);
  expect(await command(answering, "answer", size, "large").finished).toMatchObject({ code: 0 });
  expect(await waiting.finished).toMatchObject({ code: 0, stdout: "large\n" });
  expect((await second.operator.list({})).items).toHaveLength(2);
  expect(await second.operator.verifyAudit()).toMatchObject({ intact: true });
});

import { expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { earshot, type TestServer, testServer } from "../support/cli.ts";
import { ENTER } from "../support/pty.ts";
import { earshotAtPty } from "../support/pty-here.ts";

/* The same question of several agents at a terminal, where no channel is set up. */

const PROMPT = "[OPERATOR]: \u001b[";
const LONG_MS = 50_000;
const WHICH = { text: "Which pattern first?" };

async function anotherAgent({ operator, url }: TestServer, name: string) {
  const { secret } = await operator.createKey({ kind: "agent", name });
  return createClient({ url: url(), key: secret });
}

test("whoever comes to ask the same is named at the prompt, and gets the same answer", async () => {
  const server = await testServer();
  const rival = await anotherAgent(server, "rival");
  const pty = await earshotAtPty(["console", "--data", server.data], { columns: 200 });
  await pty.see(/appears? here/);
  const answered = server.agent.ask({ ...WHICH, holdMs: LONG_MS });
  await pty.see(PROMPT);
  const shared = rival.ask({ ...WHICH, holdMs: LONG_MS });
  await pty.see("rival asks the same and gets the same answer");
  await pty.typeRested(`B${ENTER}`);
  for (const { request } of await Promise.all([answered, shared])) {
    expect(request).toMatchObject({ answer: { text: "B" }, closedBy: { via: "console" } });
  }
  // It was one question: nothing is asked again.
  expect(pty.screen().filter((line) => line.includes(WHICH.text))).toHaveLength(1);
});

test("list and show name all who ask, and one is taken out by its id", async () => {
  const server = await testServer();
  const rival = await anotherAgent(server, "rival");
  const { request: asked } = await server.agent.ask(WHICH);
  const { request: shared } = await rival.ask(WHICH);
  const at = ["--data", server.data] as const;
  const list = async () => (await earshot(["list", ...at])).stdout.trim().split("\n");
  expect(await list()).toEqual([expect.stringMatching(`^${asked.id} .* agent, rival  Which`)]);
  expect((await earshot(["show", asked.id, ...at])).stdout).toContain(`rival (${shared.id})`);
  expect((await earshot(["show", shared.id, ...at])).stdout).toMatch(`answer of  ${asked.id}`);
  const { code, stderr } = await earshot(["separate", shared.id, ...at]);
  expect(stderr).toContain("The question of rival is asked by itself now.");
  expect(code).toBe(0);
  expect(await list()).toHaveLength(2);
  await earshot(["answer", asked.id, "A", ...at]);
  expect((await rival.wait({ id: shared.id })).outcome).toBe("pending");
  expect((await earshot(["separate", shared.id, ...at])).stderr).toContain(
    "shares the answer of no",
  );
});

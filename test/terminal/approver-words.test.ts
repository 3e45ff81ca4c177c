import { expect, test } from "vitest";
import { type TestServer, testServer } from "../support/cli.ts";
import { ENTER, earshotOnPty } from "../support/pty.ts";
import { earshotAtPty } from "../support/pty-here.ts";

/* A rule wants to know why: a terminal asks before the approval is sent. */

const CHOICES = "[OPERATOR] approve, reject REASON, or skip: ";
const TICKET = "INC-[0-9]{4,}";

async function openNoted(more: object): Promise<TestServer> {
  const server = await testServer();
  const rules = [{ name: "noted", tools: ["transfer"], ...more }];
  await server.operator.applyPolicy({ source: { version: 2, rules } });
  return server;
}

async function seek({ agent }: TestServer) {
  const { request } = await agent.authorize({ tool: "transfer", args: {}, reason: "Rent." });
  return request;
}

test("the console asks why, sends nothing without an answer, and says what the rule lacks", async () => {
  const server = await openNoted({ ticket: TICKET });
  const pty = await earshotAtPty(["console", "--data", server.data], { columns: 100 });
  await pty.see(/appears? here/);
  const { id } = await seek(server);
  await pty.see(CHOICES);
  pty.type(`approve${ENTER}`);
  await pty.see(`why you approve it, with a ticket as ${TICKET}: `);
  await pty.typeRested(ENTER);
  await pty.see("the rule wants a note with each approval");
  await pty.see(CHOICES);
  pty.type(`approve --note Agreed.${ENTER}`);
  await pty.see("a note that names a ticket");
  await pty.see(CHOICES);
  pty.type(`approve --note Agreed, INC-4711.${ENTER}`);
  await pty.see("Approved. The agent may collect it.");
  expect((await server.operator.show({ id })).request).toMatchObject({
    status: "approved",
    authorization: { votes: [{ note: "Agreed, INC-4711." }] },
  });
});

test("approve asks why at its terminal, and a script gives it as --note", async () => {
  const server = await openNoted({ note: "required" });
  const first = await seek(server);
  const pty = earshotOnPty(["approve", first.id, "--no-undo", "--data", server.data], {
    columns: 200,
  });
  await pty.see("with a note that says why");
  await pty.see("why you approve it: ");
  pty.type(`The landlord has called.${ENTER}`);
  await pty.see("Approve exactly this? [y/N] ");
  pty.type(`y${ENTER}`);
  await pty.see(`Approved ${first.id}`);
  const second = await server.agent.authorize({
    tool: "transfer",
    args: { n: 2 },
    reason: "Rent.",
  });
  const bare = await server.run("approve", second.request.id, "--yes");
  expect(bare.stderr).toContain("say in it why you approve. Nothing was approved.");
  const noted = await server.run("approve", second.request.id, "--yes", "--note", "Again.");
  expect(noted.stderr).toContain(`Approved ${second.request.id}`);
});

import { expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { asAuthorization } from "../../src/domain/requests/request.ts";
import { type TestServer, testServer } from "../support/cli.ts";
import { ownKey } from "../support/own-key.ts";

/* A person who was removed is named by no command any more, but where the log does. */

const NAME = "Quillfeather";
const SAID = /CANARY\w*/;

/** Whatever a person can leave behind: answers, votes, grants that were used, reasons, words, claims. */
async function leaveTraces({ agent, operator, url }: TestServer): Promise<string> {
  const { secret, principal } = await ownKey(operator, { kind: "person", name: NAME });
  const they = createClient({ url: url(), key: secret });
  const ask = async (text: string) => (await agent.ask({ text, to: [NAME] })).request;
  const seek = async (tool: string) => {
    const { request } = await agent.authorize({ tool, args: {}, reason: "Asked for." });
    return asAuthorization(request);
  };
  const approve = async (tool: string) => {
    const { id, authorization } = await seek(tool);
    await they.approve({ id, digest: authorization.digest });
    return id;
  };
  await they.answer({ id: (await ask("One?")).id, answer: { text: "CANARYANSWER" } });
  await agent.cancel({ id: (await ask("Two?")).id });
  const { grant } = await agent.collect({ id: await approve("used") });
  await agent.redeem({ grant, tool: "used", args: {} });
  await they.revoke({ id: await approve("revoked"), reason: "CANARYREVOKED" });
  await they.reject({ id: (await seek("rejected")).id, reason: "CANARYREASON" });
  await they.tell({ text: "CANARYTOLD", agent: "agent" });
  await they.beginConversation({ initial_message: "CANARYTASK I need a chart" });
  await they.claim({ id: (await ask("Three?")).id });
  return principal.id;
}

/** What every command says that tells of requests, conversations and people. */
async function saidOf(server: TestServer): Promise<string> {
  const { items } = await server.operator.list({ each: true, limit: 100 });
  const liaisons = await server.operator.listLiaisons();
  const lines = [
    ["list", "--status", "all", "--each", "--json"],
    ["liaison", "list", "--json"],
    ["agents", "list", "--json"],
    ["permissions", "list", "--json"],
    ["web-sessions", "list", "--json"],
    ...items.flatMap(({ id }) => [
      ["show", id],
      ["show", id, "--json"],
    ]),
    ...liaisons.items.map(({ id }) => ["liaison", "show", id, "--json"]),
  ];
  const said: string[] = [];
  for (const line of lines) said.push((await server.run(...line)).stdout);
  const conversations = await server.operator.listConversations();
  return JSON.stringify([said, conversations]);
}

test("erase --person shows what it would take, takes it with --yes, and nothing but the log names them", async () => {
  const server = await testServer();
  const id = await leaveTraces(server);
  const erase = ["erase", "--person", NAME];
  const early = await server.run(...erase, "--yes");
  expect(early).toMatchObject({ code: 1, stdout: "" });
  await server.run("operators", "remove", NAME);

  const before = await server.run(...erase);
  expect(before).toMatchObject({ code: 0 });
  expect(before.stdout).toMatch(/^would be erased {2}requests {2}req_/m);
  expect(before.stderr).toMatch(/\d+ would be erased, \d+ open, \d+ stay\.\nNothing was erased\./);
  expect(await saidOf(server)).toMatch(SAID);
  const barred = await server.run(...erase, "--yes");
  expect(barred).toMatchObject({ code: 1 });
  expect(barred.stderr).toContain("Nothing was erased: somebody may need what is open.");
  expect(await saidOf(server)).toMatch(SAID);

  const taken = await server.run(...erase, "--close", "--yes");
  expect(taken, taken.stderr).toMatchObject({ code: 0 });
  expect(taken.stdout).not.toMatch(/not erased|would be erased/);
  expect(taken.stdout).toContain(`stays  principals  ${id}: the log holds it too`);
  expect(taken.stderr).toMatch(/\d+ erased, \d+ stay\./);
  const after = await saidOf(server);
  expect(after).not.toMatch(SAID);
  expect(after).not.toContain(NAME);
  expect((await server.run(...erase)).stderr).toContain("There is nothing to erase.");
  expect(await server.run("audit", "verify")).toMatchObject({ code: 0 });
});

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RequestId } from "../../src/domain/id.ts";
import { present } from "../../src/domain/present.ts";
import { asAuthorization } from "../../src/domain/requests/request.ts";
import { openServer, type TestServer } from "../support/cli.ts";
import { ENTER, earshotOnPty } from "../support/pty.ts";

let server: TestServer;
beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server.close());

async function closed(text: string): Promise<RequestId> {
  const { request } = await server.agent.ask({ text });
  await server.agent.cancel({ id: request.id });
  return request.id;
}

const shown = async (id: RequestId) => (await server.run("show", id)).stdout;

test("erase asks at the terminal and erases the content; the log still verifies", async () => {
  const id = await closed("What is Ana's number?");
  const terminal = earshotOnPty(["erase", id, "--data", server.data]);
  await terminal.see(`Erase the content of ${id} for good? [y/N] `);
  terminal.type(`y${ENTER}`);
  await terminal.see(`Erased the content of ${id}.`);
  expect(await terminal.exited).toMatchObject({ code: 0 });
  expect(await shown(id)).not.toContain("Ana");
  expect(await server.run("audit", "verify")).toMatchObject({ code: 0 });
});

test("without a yes nothing is erased", async () => {
  const id = await closed("What is Ben's number?");
  const terminal = earshotOnPty(["erase", id, "--data", server.data]);
  await terminal.see("[y/N] ");
  terminal.type(ENTER);
  expect(await terminal.exited).toMatchObject({ code: 1 });
  expect(await server.run("erase", id)).toMatchObject({ code: 69, stdout: "" });
  expect(await shown(id)).toContain("Ben");
});

test("a script erases with --yes", async () => {
  const id = await closed("What is Cleo's number?");
  const erased = await server.run("erase", id, "--yes");
  expect(erased).toMatchObject({ code: 0, stderr: `Erased the content of ${id}.\n` });
  expect(await shown(id)).not.toContain("Cleo");
});

test("what is open cannot be erased", async () => {
  const { request } = await server.agent.ask({ text: "Dora?" });
  expect(await server.run("erase", request.id, "--yes")).toMatchObject({ code: 1, stdout: "" });
  expect(await shown(request.id)).toContain("Dora");
});

test("about a case it shows what it would take, and takes it with --yes", async () => {
  const id = await closed("What is the heron's number?");
  const said = await server.agent.tell({ text: "The heron has called." });
  const found = await server.run("erase", "--about", "HERON");
  expect(found).toMatchObject({ code: 0 });
  expect(found.stdout).toContain(`would be erased  requests  ${id}\n`);
  expect(found.stdout).toContain(`would be erased  messages  ${said.id}\n`);
  expect(found.stderr).toContain("Nothing was erased. To erase it: the same with --yes.");
  expect(await shown(id)).toContain("heron");

  const taken = await server.run("erase", "--about", "heron", "--yes", "--json");
  expect(taken, taken.stderr).toMatchObject({ code: 0 });
  const report = JSON.parse(taken.stdout);
  expect(report.found.map((one: { readonly state: string }) => one.state)).toEqual([
    "erased",
    "erased",
  ]);
  expect(await shown(id)).not.toContain("heron");
  expect((await server.run("erase", "--about", "heron")).stderr).toContain("Nothing names it.");
  expect(await server.run("audit", "verify")).toMatchObject({ code: 0 });
});

test("while something of it is open nothing is taken, unless --close says so", async () => {
  const said = await server.agent.tell({ text: "The plover waits." });
  const { request } = await server.agent.ask({ text: "May the plover go?" });
  const refused = await server.run("erase", "--about", "plover", "--yes");
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.stdout).toContain(
    `open  requests  ${request.id}: somebody may be about to answer`,
  );
  expect(refused.stderr).toContain("Nothing was erased");
  expect((await server.agent.showMessage({ id: said.id })).text).toContain("plover");
  const taken = await server.run("erase", "--about", "plover", "--close", "--yes");
  expect(taken, taken.stderr).toMatchObject({ code: 0 });
  expect((await server.agent.showMessage({ id: said.id })).text).toBe("(erased)");
});

test("files of this machine that name it are listed, and left", async () => {
  const folder = join(server.data, "runs", "run_1");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "log.jsonl");
  writeFileSync(file, `${"x".repeat(70_000)}the Avocet${"y".repeat(70_000)}`);
  const found = await server.run("erase", "--about", "avocet");
  expect(found.stdout).toContain(`is left  ${file}: delete it by hand`);
  expect(readFileSync(file, "utf8")).toContain("Avocet");
});

test.each([
  ["nothing", []],
  ["two things", ["--about", "heron", "--person", "ana"]],
  ["a request that is to be closed", ["req_01arz3ndektsv4rrffq69g5fav", "--close"]],
])("naming %s is wrong usage", async (_, args) => {
  expect(await server.run("erase", ...args)).toMatchObject({ code: 2, stdout: "" });
});

test("an erased answer is nobody's answer: wait prints nothing of it, says so and exits 16", async () => {
  const ids: RequestId[] = [];
  for (const form of [
    undefined,
    { kind: "choice", options: [{ label: "no" }, { label: "yes" }] } as const,
  ]) {
    const { request } = await server.agent.ask({ text: "Ship it?", ...present({ form }) });
    ids.push(request.id);
    const answer = form === undefined ? { text: "no" } : { choice: "no" };
    await server.operator.answer({ id: request.id, answer });
    expect(await server.run("erase", request.id, "--yes")).toMatchObject({ code: 0 });
    const waited = await server.run("wait", request.id);
    expect(waited).toMatchObject({ code: 16, stdout: "" });
    expect(waited.stderr).toMatch(
      /^Answered by operator at .*; the answer was erased at .*\. Ask again if you still need it\.\n$/,
    );
    const { code, stdout } = await server.run("wait", request.id, "--json");
    expect(code).toBe(16);
    expect(JSON.parse(stdout).request).toMatchObject({ erasedAt: expect.any(String) });
    expect(JSON.parse(stdout).request).not.toHaveProperty("answer");
  }
  const both = await server.run("wait", ...ids);
  expect(both).toMatchObject({ code: 16, stdout: "" });
  for (const id of ids) expect(both.stderr).toContain(`${id}: Answered by operator`);
});

test("an approval that was erased unused prints no arguments, and revoke names the erasing", async () => {
  const { request } = await server.agent.authorize({ tool: "mail", args: { n: 1 }, reason: "?" });
  const { id } = request;
  const { digest } = asAuthorization(request).authorization;
  await server.operator.approve({ id, digest });
  expect(await server.run("erase", id, "--yes")).toMatchObject({ code: 0 });
  const waited = await server.run("wait", id);
  expect(waited).toMatchObject({ code: 16, stdout: "" });
  expect(waited.stderr).toMatch(/was erased at .* before it was used, and nothing runs by it/);
  const revoked = await server.run("revoke", id);
  expect(revoked.code).toBe(1);
  expect(revoked.stderr).toMatch(/was erased at .* before it was used: nothing runs by it/);
});

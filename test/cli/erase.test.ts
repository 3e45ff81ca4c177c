import { afterAll, beforeAll, expect, test } from "vitest";
import type { RequestId } from "../../src/domain/id.ts";
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

import { afterAll, beforeAll, expect, test } from "vitest";
import type { RequestId } from "../../src/domain/id.ts";
import { openServer, type TestServer } from "../support/cli.ts";

/* Near-equal requests by command line: one line for them, and a rejection that holds for what is like it. */

let server: TestServer;
beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server.close());

async function seek(tool: string, note: string): Promise<RequestId> {
  const args = { to: "ben", note };
  const { request } = await server.agent.authorize({ tool, args, reason: "Rent." });
  return request.id;
}
const statusOf = async (id: RequestId) => (await server.operator.show({ id })).request.status;

test("list shows those of one agent that are alike on one line, with what differs, and each where it is asked to", async () => {
  const ids = [await seek("pay_rent", "x"), await seek("pay_rent", "x "), await seek("pay", "x")];
  const listed = await server.run("list", "--kind", "authorization");
  expect(listed.stdout.split("\n").filter((line) => line.startsWith("req_"))).toHaveLength(2);
  expect(listed.stdout).toContain("2 alike, /note differs; npx earshot list --each shows each");
  expect(listed.stdout).toContain('/note: "x" · "x "');
  const each = await server.run("list", "--each");
  for (const id of ids) expect(each.stdout).toContain(id);
  expect(each.stdout).not.toContain("alike");
  const page = JSON.parse((await server.run("list", "--json")).stdout);
  expect(page.items).toHaveLength(3);
});

test("reject takes several, and one that is closed keeps none of the others back", async () => {
  const ids = [await seek("move", "a"), await seek("move", "b"), await seek("move", "c")];
  await server.operator.reject({ id: ids[1] ?? "req_none", reason: "No." });
  const rejected = await server.run("reject", ...ids, "--reason", "None of them");
  expect(rejected.code).not.toBe(0);
  expect(await Promise.all(ids.map(statusOf))).toEqual(["rejected", "rejected", "rejected"]);
  expect(rejected.stderr).toContain(`Rejected ${ids[2]}.`);
});

test("reject --like-this holds for its time, stands among the permissions and is revoked there", async () => {
  const id = await seek("refund", "May");
  const wrong = await server.run("reject", id, "--reason", "No", "--for", "2h");
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("--like-this") });
  await server.run(
    ...["reject", id, "--reason", "Not today", "--like-this", "--any-at", "/note", "--for", "2h"],
  );
  const again = await seek("refund", "June");
  expect(await statusOf(again)).toBe("rejected");
  const shown = await server.run("show", again);
  expect(shown.stdout).toContain("Nobody was asked");
  const listed = await server.run("permissions", "list");
  expect(listed.stdout).toMatch(
    new RegExp(
      `^per_\\w+  reject  agent: refund like ${id} whatever is at /note, until \\S+, used once, by operator$`,
      "m",
    ),
  );
  const [permission] = (await server.operator.listPermissions()).items;
  await server.run("permissions", "revoke", permission?.id ?? "");
  expect(await statusOf(await seek("refund", "July"))).toBe("open");
});

test("a record with rejections that stand is what its log says", async () => {
  await server.operator.reject({ id: await seek("wire", "x"), reason: "No.", covers: "like" });
  expect(await statusOf(await seek("wire", "x "))).toBe("rejected");
  const verified = await server.run("audit", "verify");
  expect(verified).toMatchObject({ code: 0 });
});

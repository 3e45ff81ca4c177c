import { afterAll, beforeAll, expect, test } from "vitest";
import { withFolder } from "../../src/cli/terminal/with-folder.ts";
import { createClient } from "../../src/client/client.ts";
import type { RequestId } from "../../src/domain/id.ts";
import { earshot, openServer, type TestServer } from "../support/cli.ts";
import { ownKey } from "../support/own-key.ts";

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
const asAgent = (key: string) => createClient({ url: () => ({ url: server.url(), key }) });
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

test("list tells two of one tool apart by their arguments, and shows no secret of them", async () => {
  const secrets = ["/pin"];
  for (const to of ["ana\u202e", "ben"]) {
    const args = { to, amount: to.length, pin: "4711-0815" };
    await server.agent.authorize({ tool: "transfer", args, secrets, reason: "Rent." });
  }
  const { stdout } = await server.run("list", "--kind", "authorization");
  const lines = stdout.split("\n").filter((line) => line.includes("pin (secret)"));
  expect(lines).toEqual([
    expect.stringContaining('to "ana\\u{202e}"'),
    expect.stringContaining("to ben"),
  ]);
  expect(stdout).not.toMatch(/4711|\u202e/);
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
  const given = await server.run(
    "reject",
    id,
    "--reason",
    "Not today",
    "--like-this",
    "--any-at",
    "/note",
    "--for",
    "2h",
  );
  expect(given.stderr).toContain(
    "For 2h it rejects at once any refund of agent that differs in padding alone, whatever is at /note.",
  );
  const again = await seek("refund", "June");
  expect(await statusOf(again)).toBe("rejected");
  const shown = await server.run("show", again);
  expect(shown.stdout).toContain("Nobody was asked");
  expect(shown.stdout).toContain("Do not seek them again before then.");
  expect((await server.run("wait", again)).stderr).toMatch(
    /Not today\. This covers similar actions until .*: they are rejected at once, and nobody is asked\. Do not seek them again before then\.\n/,
  );
  const listed = await server.run("permissions", "list");
  expect(listed.stdout).toMatch(
    new RegExp(
      `^per_\\w+  reject  agent: refund like ${id}, which differs in padding alone, whatever is at /note, until .+, used once, by operator$`,
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

test("reject --like-this also rejects those that are open, once it has said how many and why they are like it", async () => {
  const ids = await Promise.all(["tmp1", "tmp2", "tmp30"].map((note) => seek("delete_file", note)));
  const [first = "req_none"] = ids;
  const other = await seek("delete_file", "log1");
  const like = ["reject", first, "--reason", "Leave them", "--like-this"];
  const unasked = await server.run(...like);
  expect(unasked.code).not.toBe(0);
  expect(unasked.stderr).toContain("--yes");
  expect(new Set(await Promise.all(ids.map(statusOf)))).toEqual(new Set(["open"]));
  const rejected = await server.run(...like, "--yes", "--idempotency-key", "once");
  expect(rejected.stderr).toContain(
    "any delete_file of agent that differs in the digits of /note alone.",
  );
  expect(rejected.stderr).toContain("It also rejects 2 open ones like it.");
  expect(rejected).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("Rejected 2 of 2 others."),
  });
  expect(new Set(await Promise.all(ids.map(statusOf)))).toEqual(new Set(["rejected"]));
  expect(await statusOf(other)).toBe("open");
  expect(await statusOf(await seek("delete_file", "tmp31"))).toBe("rejected");
  const { history } = await server.operator.show({ id: ids[2] ?? "req_none" });
  expect(history.map(({ type }) => type)).toContain("request.rejected");
});

test("reject --like-this --exact leaves what differs in digits to people", async () => {
  const [first, second] = [await seek("copy", "tmp1"), await seek("copy", "tmp2")];
  await server.run("reject", first, "--reason", "No", "--like-this", "--exact");
  expect(await statusOf(second)).toBe("open");
});

test("reject --agent closes whatever an agent has open, each by itself, once it has said how many; again it does nothing", async () => {
  const { secret } = await server.operator.createKey({ kind: "agent", name: "Runaway" });
  const runaway = asAgent(secret);
  const ids: RequestId[] = [];
  for (const note of ["a", "b", "c"]) {
    ids.push((await runaway.authorize({ tool: "wipe", args: { note }, reason: "!" })).request.id);
  }
  ids.push((await runaway.ask({ text: "Go on?" })).request.id);
  const others = await seek("wipe", "mine");
  const all = ["reject", "--agent", "Runaway", "--reason", "Stop"];
  const unasked = await server.run(...all);
  expect(unasked.code).not.toBe(0);
  expect(unasked.stderr).toContain("Runaway has 4 open: 3 to reject, 1 question to cancel.");
  expect(new Set(await Promise.all(ids.map(statusOf)))).toEqual(new Set(["open"]));
  const closed = await server.run(...all, "--yes");
  expect(closed).toMatchObject({ code: 0, stderr: expect.stringContaining("Closed 4 of 4.") });
  expect(await Promise.all(ids.map(statusOf))).toEqual([
    "rejected",
    "rejected",
    "rejected",
    "cancelled",
  ]);
  expect(await statusOf(others)).toBe("open");
  const again = await server.run(...all, "--yes");
  expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining("has nothing open") });
  const unknown = await server.run("reject", "--agent", "runaway", "--reason", "Stop");
  expect(unknown.stderr).toContain('There is "Runaway". Capitals count.');
});

test("reject --agent leaves what its caller may not decide, says so, and tries none of it", async () => {
  const applied = await server.operator.applyPolicy({
    source: {
      version: 1,
      rules: [
        { name: "owners", tools: ["launch"], level: "MEDIUM", approvers: { roles: ["owner"] } },
      ],
    },
  });
  expect(applied.revision).toBeDefined();
  const { secret } = await server.operator.createKey({ kind: "agent", name: "rocket" });
  const rocket = asAgent(secret);
  const seeking = { args: {}, reason: "!" };
  const launch = (await rocket.authorize({ ...seeking, tool: "launch" })).request.id;
  const fuel = (await rocket.authorize({ ...seeking, tool: "fuel" })).request.id;
  const question = (await rocket.ask({ text: "Now?" })).request.id;
  const approver = await ownKey(server.operator, {
    kind: "person",
    name: "ben",
    role: "approver",
  });
  const closed = await earshot(
    ["reject", "--agent", "rocket", "--reason", "No", "--yes", "--data", server.data],
    { env: { EARSHOT_KEY: approver.secret } },
  );
  expect(closed.stderr).toContain("2 stay open: your key may not close them.");
  const again = await earshot(["reject", "--agent", "rocket", "--yes", "--data", server.data], {
    env: { EARSHOT_KEY: approver.secret },
  });
  expect(again, "none of two").toMatchObject({ code: 1 });
  expect(await Promise.all([launch, fuel, question].map(statusOf))).toEqual([
    "open",
    "rejected",
    "open",
  ]);
  const events = (await server.operator.show({ id: launch })).history;
  expect(events.map(({ type }) => type)).not.toContain("request.decision_refused");
});

test("revoking the last key of an agent says what stays open of it and how it is closed, and lists mark it", async () => {
  const { secret, key, principal } = await server.operator.createKey({
    kind: "agent",
    name: "gone",
  });
  const second = await server.operator.createKey({ kind: "agent", name: "gone" });
  const id = (await asAgent(secret).ask({ text: "Is anybody there?" })).request.id;
  const first = await server.run("keys", "revoke", key.id);
  expect(first.stderr).not.toContain("open");
  const marked = async () => (await server.operator.show({ id })).request.keyRevoked;
  expect(await marked()).toBeUndefined();
  const last = await server.run("keys", "revoke", second.key.id);
  expect(last.stderr).toContain(
    withFolder("1 request stays open of gone: npx earshot reject --agent gone", server.data),
  );
  expect(await marked()).toBe(true);
  expect((await server.run("list", "--each")).stdout).toContain("gone (its key was revoked)");
  const { items } = await server.operator.inbox();
  expect(items.find((item) => item.agent === principal.id)).toMatchObject({ id, keyRevoked: true });
  await server.operator.createKey({ kind: "agent", name: "gone" });
  expect(await marked()).toBeUndefined();
});

test("halting an agent says what is open of it and how it is closed", async () => {
  const { secret } = await server.operator.createKey({ kind: "agent", name: "runner" });
  await asAgent(secret).ask({ text: "Once more?" });
  const halted = await server.run("agents", "halt", "runner");
  expect(halted.stderr).toContain(
    withFolder("1 request stays open of runner: npx earshot reject --agent", server.data),
  );
});

test("what is open of a halted agent is marked in lists, on the page, and until it is resumed", async () => {
  const { secret, principal } = await server.operator.createKey({ kind: "agent", name: "stopped" });
  const { id } = (await asAgent(secret).ask({ text: "May I go on?" })).request;
  const marked = async () => (await server.operator.show({ id })).request.agentHalted;
  expect(await marked()).toBeUndefined();
  await server.operator.haltAgent({ id: principal.id });
  expect(await marked()).toBe(true);
  expect((await server.run("list", "--each")).stdout).toContain("stopped (it is halted)");
  const { items } = await server.operator.inbox();
  expect(items.find((item) => item.id === id)).toMatchObject({ agentHalted: true });
  await server.operator.resumeAgent({ id: principal.id });
  expect(await marked()).toBeUndefined();
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { withFolder } from "../../src/cli/terminal/with-folder.ts";
import { createClient } from "../../src/client/client.ts";
import type { RequestId } from "../../src/domain/id.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type { AuthorizationRequest, Shown } from "../../src/domain/requests/request.ts";
import { earshot, openServer, PROGRAM, type TestServer, testServer } from "../support/cli.ts";
import { ownKey } from "../support/own-key.ts";
import { CTRL_C, CTRL_D, ENTER, earshotOnPty, openPty } from "../support/pty.ts";

/* A person decides by command line, at the terminal that controls the command. */

let server: TestServer;
beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server.close());

let count = 0;

/** Seeks an authorization that no other test has sought. */
async function seek(
  tool: string,
  args: JsonObject = {},
  secrets: readonly string[] = [],
): Promise<Shown<AuthorizationRequest>> {
  count += 1;
  const { request } = await server.agent.authorize({
    tool,
    args,
    secrets,
    reason: "The ticket says so",
    joinKey: `test ${count}`,
  });
  if (request.kind !== "authorization") throw new Error("no authorization");
  return request;
}

async function find(id: RequestId): Promise<Shown<AuthorizationRequest>> {
  const { request } = await server.operator.show({ id });
  if (request.kind !== "authorization") throw new Error("no authorization");
  return request;
}

function onTerminal(...args: string[]) {
  return earshotOnPty([...args, "--data", server.data], { columns: 200 });
}

const PASSPHRASE = "correct horse battery";

/** Also where another test has set it. */
async function havePassphrase(): Promise<void> {
  await server.operator.setPassphrase({ passphrase: PASSPHRASE, former: PASSPHRASE });
}

const HIGH = "delete_user_data";
const MORE = "-- any key goes on, q ends --";
const DIGITS = "digits of the digest: ";

test("HIGH is shown whole and approved by typing the first digits of its digest", async () => {
  const { id, authorization } = await seek(HIGH, { user_id: "user123" });
  const terminal = onTerminal("approve", id);
  const shown = await terminal.see(DIGITS);
  for (const part of ["HIGH", HIGH, '"user123"', authorization.digest, "The ticket says so"]) {
    expect(shown).toContain(part);
  }
  terminal.type(authorization.digest.slice(0, 6) + ENTER);
  await terminal.see(`Approved ${id}`);
  expect(await terminal.exited).toMatchObject({ code: 0 });
  expect(await find(id)).toMatchObject({
    status: "approved",
    basis: { kind: "people" },
    closedBy: { name: "operator", via: "cli" },
  });
});

test("digits that are not the digest's change nothing", async () => {
  const { id, authorization } = await seek(HIGH);
  const { digest } = authorization;
  for (const typed of [digest.slice(0, 5), digest.slice(1, 7), "", "yes"]) {
    const terminal = onTerminal("approve", id);
    await terminal.see(DIGITS);
    terminal.type(typed + ENTER);
    await terminal.see("Nothing was approved.");
    expect(await terminal.exited).toMatchObject({ code: 1 });
  }
  expect(await find(id)).toMatchObject({ status: "open", authorization: { votes: [] } });
});

test("a program that pipes into it cannot answer, also not with --yes", async () => {
  const { id, authorization } = await seek(HIGH);
  for (const more of [[], ["--yes"], ["--yes", "--digest", authorization.digest]]) {
    const running = server.spawn("approve", id, ...more);
    running.child.stdin.end(`${authorization.digest}\ny\n`);
    const { code, stdout, stderr } = await running.finished;
    expect({ code, stdout }).toEqual({ code: 69, stdout: "" });
    expect(stderr).toContain(
      withFolder("npx earshot keys create --unattended-approver", server.data),
    );
  }
  expect(await find(id)).toMatchObject({ status: "open", authorization: { votes: [] } });
});

test("piped streams do not keep the person at the terminal from deciding", async () => {
  const { id, authorization } = await seek(HIGH);
  const script = `echo 000000 | "$0" "$1" approve ${id} --json --data "$2" > /dev/null 2> /dev/null; echo "ended with $?"`;
  const terminal = openPty(["-c", script, process.execPath, PROGRAM, server.data], {
    command: "/bin/bash",
  });
  await terminal.see(DIGITS);
  terminal.type(authorization.digest.slice(0, 8) + ENTER);
  await terminal.see("ended with 0");
  expect((await find(id)).status).toBe("approved");
});

test("what was typed before the action was shown approves nothing", async () => {
  const { id } = await seek("transfer");
  const terminal = onTerminal("approve", id);
  terminal.type(`y${ENTER}y${ENTER}`);
  await terminal.see("Approve exactly this? [y/N] ");
  terminal.type(ENTER);
  await terminal.see("was not approved, and is still open");
  expect(await terminal.exited).toMatchObject({ code: 1 });
  expect((await find(id)).status).toBe("open");
});

test.each([
  ["Ctrl-C", CTRL_C, 130],
  ["Ctrl-D", CTRL_D, 15],
])("%s approves nothing and gives the terminal back", async (_, key, code) => {
  const { id } = await seek(HIGH);
  const script = `"$0" "$1" approve ${id} --data "$2"; echo "ended with $?"; stty -a | grep -wo -- '-\\?echo'`;
  const terminal = openPty(["-c", script, process.execPath, PROGRAM, server.data], {
    command: "/bin/bash",
  });
  await terminal.see(DIGITS);
  terminal.type(`abc${key}${key === CTRL_D ? `\x15${CTRL_D}` : ""}`);
  await terminal.see(`ended with ${code}`);
  await terminal.see(/\necho\r/);
  expect((await find(id)).status).toBe("open");
});

test("MEDIUM is approved by a yes at the terminal, or by a script with --yes", async () => {
  const one = await seek("transfer", { amount: 1 });
  const terminal = onTerminal("approve", one.id);
  await terminal.see("Approve exactly this? [y/N] ");
  terminal.type(`y${ENTER}`);
  await terminal.see(`Approved ${one.id}`);
  expect((await find(one.id)).status).toBe("approved");

  const two = await seek("transfer", { amount: 2 });
  expect(await server.run("approve", two.id)).toMatchObject({ code: 69, stdout: "" });
  const { digest } = two.authorization;
  const script = await server.run("approve", two.id, "--yes", "--digest", digest.slice(0, 12));
  expect(script).toMatchObject({ code: 0, stdout: "" });
  expect(script.stderr).toContain(digest);
  expect((await find(two.id)).status).toBe("approved");
});

test.each(["0123456789ab", "", "short"])(
  "--digest %j of another action is refused",
  async (digest) => {
    const { id } = await seek("transfer");
    const refused = await server.run("approve", id, "--yes", "--digest", digest);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain("Nothing was approved.");
    expect((await find(id)).status).toBe("open");
  },
);

test("with other arguments the new action is shown, and its own digest is typed", async () => {
  const { id, authorization } = await seek(HIGH, { user_id: "user123", force: true });
  const edited = JSON.stringify({ user_id: "user123", force: false });
  const first = onTerminal("approve", id, "--args", edited);
  const shown = await first.see(DIGITS);
  const digest = /sha256:([0-9a-f]{64})/.exec(shown)?.[1] ?? "";
  expect(digest).not.toBe(authorization.digest);
  expect(shown).toContain("/force = false");
  expect(shown).toMatch(/changed +replace "\/force": false/);
  expect(shown).toContain(`asked for was sha256:${authorization.digest}`);
  first.type(authorization.digest.slice(0, 6) + ENTER);
  await first.see("Nothing was approved.");
  await first.exited;
  expect(await find(id)).toMatchObject({ status: "open", authorization: { votes: [] } });

  const second = onTerminal("approve", id, "--args", edited);
  await second.see(DIGITS);
  second.type(digest.slice(0, 6) + ENTER);
  await second.see(`Approved ${id}`);
  expect(await find(id)).toMatchObject({
    status: "approved",
    authorization: {
      digest,
      action: { args: { user_id: "user123", force: false } },
      edit: { args: { user_id: "user123", force: true }, by: { name: "operator" } },
    },
  });
});

test("a wider edit is put to others, and says so before and after", async () => {
  const own = await testServer();
  const [erin, finn] = await Promise.all(
    ["erin", "finn"].map((name) => ownKey(own.operator, { kind: "person", name })),
  );
  const args = { to: "ben", amount: 5 };
  const { request } = await own.agent.authorize({ tool: "transfer", args, reason: "Asked" });
  const { id } = request;
  const approve = async (secret = "", ...more: string[]) =>
    await earshot(["approve", id, "--yes", "--data", own.data, ...more], {
      env: { EARSHOT_KEY: secret },
    });
  const put = await approve(erin?.secret, "--args", '{"to":"zoe","amount":5}');
  expect(put.stderr).toMatch(/decides not +erin, who changed the arguments/);
  expect(put.stderr).toContain(`Your change of ${id} is put to others`);
  expect(put.code).toBe(0);
  const again = await approve(erin?.secret);
  expect(again.code).not.toBe(0);
  expect(again.stderr).toContain("nobody approves a wider change of their own");
  const approved = await approve(finn?.secret);
  expect(approved.stderr).toMatch(/edited by +erin via cli/);
  expect(approved.stderr).toContain(`Approved ${id}`);
});

test("an edit that leaves a secret out leaves it as it is", async () => {
  const { id } = await seek("transfer", { amount: 9, token: "hunter2" }, ["/token"]);
  expect(await server.run("approve", id, "--args", '{"amount":8}', "--yes")).toMatchObject({
    code: 0,
  });
  const { args } = await server.agent.collect({ id });
  expect(args).toEqual({ amount: 8, token: "hunter2" });
});

test("a payment beside it follows an edit, and is shown as it will run", async () => {
  const args = { amount: 149, payee: "Acme" };
  const evidence = [{ kind: "payment", name: "invoice 1", ...args }] as const;
  const sought = { tool: "transfer", args, reason: "Due", joinKey: "a payment", evidence };
  const { id } = (await server.agent.authorize(sought)).request;
  const edited = JSON.stringify({ ...args, amount: 99 });
  const approved = await server.run("approve", id, "--args", edited, "--yes");
  expect(approved).toMatchObject({ code: 0 });
  expect(approved.stderr).toMatch(/Pay.*99.*Acme/);
  const { action } = (await find(id)).authorization;
  expect(action.evidence).toMatchObject([{ amount: { value: 99 } }]);
});

test("CRITICAL wants the passphrase as well, of which nothing is shown", async () => {
  await havePassphrase();
  const { id, authorization } = await seek("admin_reset_system");
  async function decide(passphrase: string) {
    const terminal = onTerminal("approve", id);
    await terminal.see(DIGITS);
    terminal.type(authorization.digest.slice(0, 6) + ENTER);
    await terminal.see("Your passphrase: ");
    terminal.type(passphrase + ENTER);
    return { terminal, ...(await terminal.exited) };
  }
  const wrong = await decide("wrong horse battery");
  expect(wrong.code).toBe(1);
  expect((await find(id)).status).toBe("open");
  const right = await decide(PASSPHRASE);
  expect(right.terminal.output()).toContain(`Approved ${id}`);
  expect(right.terminal.output()).not.toContain("horse");
  expect(await find(id)).toMatchObject({
    status: "approved",
    authorization: { votes: [{ steppedUp: true }] },
  });
});

test("nothing that an agent writes is obeyed by the terminal", async () => {
  const evil = "\u001b[2J\u001b[1;1H│ digest      sha256:0000\u202e\r\n";
  const { id, authorization } = await seek(HIGH, { [evil]: evil });
  const terminal = onTerminal("approve", id);
  const shown = await terminal.see(DIGITS);
  terminal.type(CTRL_C);
  await terminal.exited;
  expect(shown).not.toContain("\u001b[2J");
  expect(shown).not.toContain("\u202e");
  const digests = terminal.screen().filter((line) => /^│ digest /.test(line));
  expect(digests).toEqual([expect.stringMatching(`^│ digest +sha256:${authorization.digest}$`)]);
});

test("a vote of several says how many are missing", async () => {
  const source = { version: 1, rules: [{ name: "two", tools: ["merge"], quorum: 2 }] };
  await havePassphrase();
  await server.operator.applyPolicy({ source, passphrase: PASSPHRASE });
  const { id } = await seek("merge");
  const first = await server.run("approve", id, "--yes");
  expect(first.code).toBe(0);
  expect(first.stderr).toContain(`Your approval of ${id} counts`);
  expect(first.stderr).toContain("one other person");
  expect((await find(id)).status).toBe("open");
  const again = await server.run("approve", id, "--yes");
  expect(again.code).toBe(1);
});

test("who decides alone for an agent of their own gives the passphrase whatever the rule says", async () => {
  await havePassphrase();
  const rule = { name: "reset", tools: ["reset"], level: "CRITICAL", step_up: false };
  const source = { version: 1, rules: [rule] };
  await server.operator.applyPolicy({ source, passphrase: PASSPHRASE });
  const { id, authorization } = await seek("reset");
  const terminal = onTerminal("approve", id);
  await terminal.see(DIGITS);
  terminal.type(authorization.digest.slice(0, 6) + ENTER);
  await terminal.see("Your passphrase: ");
  terminal.type(PASSPHRASE + ENTER);
  await terminal.see(`Approved ${id}`);
  expect(await find(id)).toMatchObject({
    authorization: { votes: [{ soleOperator: true, steppedUp: true }] },
  });
});

test("who decides alone and has no passphrase is told so before anything is typed", async () => {
  const own = await testServer();
  const rule = { name: "reset", tools: ["reset"], level: "CRITICAL", step_up: false };
  await own.operator.applyPolicy({ source: { version: 1, rules: [rule] } });
  const { request } = await own.agent.authorize({ tool: "reset", args: {}, reason: "Asked" });
  const terminal = earshotOnPty(["approve", request.id, "--data", own.data], { columns: 200 });
  await terminal.see(
    withFolder("you have set none: npx earshot passphrase. Nothing was approved.", own.data),
  );
  expect((await terminal.exited).code).not.toBe(0);
  expect(terminal.output()).not.toContain(DIGITS);
});

test("what is closed, and what is a question, is told before anybody is asked", async () => {
  const { id } = await seek("transfer");
  await server.operator.reject({ id, reason: "No" });
  const closed = await server.run("approve", id);
  expect(closed).toMatchObject({ code: 1, stdout: "" });
  expect(closed.stderr).toContain(`${id} is closed. Rejected by operator`);
  const { request } = await server.agent.ask({ text: "Which?" });
  const question = await server.run("approve", request.id);
  expect(question).toMatchObject({ code: 1, stdout: "" });
  expect(question.stderr).toContain(withFolder(`npx earshot answer ${request.id}`, server.data));
});

test("what is longer than the screen comes a page a key, and is asked at its end", async () => {
  const args = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`a${at}`, at]));
  const { id } = await seek("transfer", args);
  const terminal = onTerminal("approve", id);
  const first = await terminal.see(MORE);
  expect(first).toContain("/a0 = 0");
  expect(first).not.toContain("/a59 = 59");
  terminal.type(`y${ENTER}`);
  const second = await terminal.see("Approve exactly this? [y/N] ");
  expect(second).toContain("/a59 = 59");
  const shown = terminal.screen().filter((line) => /^│ {3}\/a\d+ = \d+$/.test(line));
  expect(shown).toHaveLength(60);
  expect((await find(id)).status).toBe("open");
  terminal.type(`y${ENTER}`);
  await terminal.see(`Approved ${id}`);
});

test.each([
  ["q", "q", 1],
  ["Ctrl-C", CTRL_C, 130],
  ["Ctrl-D", CTRL_D, 15],
])("%s before the end of it ends without a decision", async (_, key, code) => {
  const { id } = await seek("transfer", { text: "x".repeat(20_000) });
  const terminal = onTerminal("approve", id);
  await terminal.see(MORE);
  terminal.type(key);
  expect(await terminal.exited).toMatchObject({ code });
  expect(terminal.output()).not.toContain("Approve exactly this?");
  expect((await find(id)).status).toBe("open");
});

test("a terminal that is too narrow to tell whose words are whose approves nothing", async () => {
  const { id } = await seek("transfer");
  const terminal = earshotOnPty(["approve", id, "--data", server.data], { columns: 39 });
  await terminal.see("only 39 columns");
  expect(await terminal.exited).toMatchObject({ code: 69 });
  expect((await find(id)).status).toBe("open");
});

test("an agent's key decides nothing, and is told to wait for people and not how to become one", async () => {
  const { id } = await seek("transfer");
  const env = { EARSHOT_URL: server.url(), EARSHOT_KEY: server.key("agent") };
  for (const args of [
    ["approve", id, "--yes"],
    ["reject", id, "--reason", "No"],
  ]) {
    const terminal = earshotOnPty([...args, "--data", server.data], { env });
    await terminal.see('needs the right "decide"');
    await terminal.see("wait for them");
    expect(await terminal.exited).toMatchObject({ code: 1 });
    expect(terminal.output()).not.toMatch(/EARSHOT_KEY|unset|key of an operator/);
    expect(terminal.output()).not.toContain("AUTHORIZATION");
  }
  expect((await find(id)).status).toBe("open");
});

test("CRITICAL without a passphrase says so before anything is typed, and names nobody who has none either", async () => {
  const own = await testServer();
  const { request } = await own.agent.authorize({
    tool: "admin_reset_system",
    args: { environment: "staging" },
    reason: "The ticket says so",
  });
  const { id } = request;
  const { secret } = await ownKey(own.operator, { kind: "person", name: "ben" });
  const ben = createClient({ url: () => ({ url: own.url(), key: secret }) });
  expect((await ben.show({ id })).request.forOthers).toMatchObject({
    why: "It takes your passphrase, and you have set none: npx earshot passphrase.",
    deciders: [],
  });
  const shown = await own.run("show", id);
  expect(shown.stdout).toContain("Nobody else can either until they set a passphrase");
  expect(shown.stdout).toContain("Who can approve it: nobody, as it is");
  const env = { EARSHOT_KEY: secret };
  const terminal = earshotOnPty(["approve", id, "--data", own.data], { env, columns: 200 });
  await terminal.see(
    withFolder("you have set none: npx earshot passphrase. Nothing was approved.", own.data),
  );
  expect((await terminal.exited).code).not.toBe(0);
  expect(terminal.output()).not.toContain(DIGITS);
  await ben.setPassphrase({ passphrase: PASSPHRASE });
  expect((await own.run("show", id)).stdout).toContain("Who can approve it: ben");
});

import { describe, expect, test } from "vitest";
import { propose } from "../../src/cli/authority/propose.ts";
import { createClient } from "../../src/client/client.ts";
import type { RequestId } from "../../src/domain/id.ts";
import type {
  AuthorizationRequest,
  Shown,
  ShownRequest,
} from "../../src/domain/requests/request.ts";
import type { AuthorizeInput } from "../../src/ports/earshot/authority.ts";
import { type TestServer, testServer } from "../support/cli.ts";
import { ownKey } from "../support/own-key.ts";
import { CTRL_C, ENTER } from "../support/pty.ts";
import { earshotAtPty, type PtyHere } from "../support/pty-here.ts";

/* `earshot console`: how authorizations are shown there, and what the operator's words do to them. */

const CHOICES = "[OPERATOR] approve, reject REASON, or skip: \u001b[";
const DIGITS = "type the first 6 digits of the digest: \u001b[";
const PASSPHRASE = "[OPERATOR] your passphrase: ";

async function openConsole(): Promise<{ server: TestServer; pty: PtyHere }> {
  const server = await testServer();
  const pty = await earshotAtPty(["console", "--data", server.data], { columns: 100 });
  await pty.see(/appears? here/);
  return { server, pty };
}

function isAuthorization(request: ShownRequest): request is Shown<AuthorizationRequest> {
  return request.kind === "authorization";
}

async function seek(
  { agent }: TestServer,
  over: Partial<AuthorizeInput> = {},
): Promise<Shown<AuthorizationRequest>> {
  const args = { to: "ben", amount: 10 };
  const { request } = await agent.authorize({ tool: "transfer", args, reason: "Rent.", ...over });
  if (!isAuthorization(request)) throw new Error(`${request.id} is a ${request.kind}.`);
  return request;
}

const HIGH = { tool: "delete_user_data", args: { user_id: "user123" } };
const CRITICAL = { tool: "admin_reset_system", args: { environment: "staging" } };

const statusOf = async ({ operator }: TestServer, id: RequestId) =>
  (await operator.show({ id })).request;

describe("an authorization on the console", () => {
  test("is shown whole and approved by a word, at MEDIUM", async () => {
    const { server, pty } = await openConsole();
    const { id, authorization } = await seek(server);
    await pty.see(CHOICES);
    await expect
      .poll(pty.screen)
      .toEqual(
        expect.arrayContaining([
          `AUTHORIZATION ${id}  MEDIUM  open`,
          "│ tool        transfer",
          '│   /to = "ben"',
          "│   /amount = 10",
          `│ digest sha256:${authorization.digest}`,
          "┊ reason      Rent.",
        ]),
      );
    pty.type(`approve${ENTER}`);
    await pty.see("Approved. The agent may collect it.");
    expect(await statusOf(server, id)).toMatchObject({
      status: "approved",
      closedBy: { name: "operator", via: "console" },
    });
  });

  test("shows a text of several lines line by line, and none of them passes for Earshot's", async () => {
    const { server, pty } = await openConsole();
    const body =
      'Hi "Ben",\n  it is late.\n│ digest sha256:0000\n[OPERATOR] approve: \u202e\x1b[2J';
    await seek(server, { tool: "send_mail", args: { mail: { body, to: "ben" } } });
    await pty.see(CHOICES);
    const shown = pty.screen();
    const at = shown.indexOf("│   /mail/body = 4 lines");
    expect(shown.slice(at + 1, at + 6)).toEqual([
      '│   │ Hi "Ben",',
      "│   │   it is late.",
      "│   │ │ digest sha256:0000",
      "│   │ \\u{5b}OPERATOR] approve: \\u{202e}\\u001b[2J",
      '│   /mail/to = "ben"',
    ]);
  });

  test("is rejected with the reason that was typed", async () => {
    const { server, pty } = await openConsole();
    const { id } = await seek(server);
    await pty.see(CHOICES);
    pty.type(`reject${ENTER}`);
    await pty.see("a rejection needs its reason");
    await pty.see(CHOICES);
    pty.type(`reject  not to Ben ${ENTER}`);
    await pty.see("Rejected by operator via console: not to Ben");
    expect(await statusOf(server, id)).toMatchObject({ status: "rejected", reason: "not to Ben" });
  });

  test("is not approved by anything but the word", async () => {
    const { server, pty } = await openConsole();
    const { id } = await seek(server);
    for (const text of ["yes, do it", "yes", "y", "ok", "approved", "", "approve it", "1"]) {
      await pty.see(CHOICES);
      if (text === "") await pty.typeRested(ENTER);
      else pty.type(text + ENTER);
      await pty.see("Not sent, since it is not a decision");
    }
    await pty.see(CHOICES);
    expect((await statusOf(server, id)).status).toBe("open");
  });

  test("that is skipped makes room for the next, and is not asked again", async () => {
    const { server, pty } = await openConsole();
    const first = await seek(server);
    await pty.see(CHOICES);
    pty.type(`skip${ENTER}`);
    await pty.see("Skipped.");
    const second = await seek(server, { args: { to: "eve" } });
    await pty.see(`AUTHORIZATION ${second.id}`);
    await pty.see(CHOICES);
    pty.type(`approve${ENTER}`);
    await pty.see("Approved.");
    const { request } = await server.agent.ask({ text: "Anything else?" });
    await pty.see("Anything else?");
    expect(pty.output().split(`AUTHORIZATION ${first.id}`)).toHaveLength(2);
    expect((await statusOf(server, request.id)).status).toBe("open");
    expect((await statusOf(server, first.id)).status).toBe("open");
  });

  test("that is decided elsewhere releases the prompt", async () => {
    const { server, pty } = await openConsole();
    const { id } = await seek(server);
    await pty.see(CHOICES);
    pty.type("appr");
    await pty.see("appr");
    await server.operator.reject({ id, reason: "no" }, { via: "cli" });
    await pty.see("Rejected by operator via cli: no");
    await pty.see("Not sent: appr");
  });

  test("is not offered for approval where it does not fit, and can be rejected", async () => {
    const { server, pty } = await openConsole();
    const { id } = await seek(server, { args: { text: "x".repeat(100_000) } });
    await pty.see("lines are not shown");
    await pty.see(`npx earshot approve ${id}`);
    await pty.see("[OPERATOR] reject REASON, or skip: \u001b[");
    pty.type(`approve${ENTER}`);
    await pty.see("Not sent, since it is not a decision");
    await pty.see("[OPERATOR] reject REASON, or skip: \u001b[");
    pty.type(`reject too much${ENTER}`);
    await pty.see("Rejected by operator via console");
    expect((await statusOf(server, id)).status).toBe("rejected");
  });

  test("is not approved by a line that was typed before it could be read", async () => {
    const { server, pty } = await openConsole();
    await server.agent.ask({ text: "Which colour?" });
    await pty.see("[OPERATOR]: \u001b[");
    const { id } = await seek(server);
    pty.type(`blue${ENTER}`);
    await pty.see("┊ reason      Rent.");
    pty.type(`approve${ENTER}`);
    await pty.see("Not sent, since it answers no open question: approve");
    pty.type("appr");
    await pty.see("Not sent, since it answers no open question: appr");
    await pty.see(CHOICES);
    expect((await statusOf(server, id)).status).toBe("open");
    pty.type(`approve${ENTER}`);
    await pty.see("Approved.");
  });

  test("that is longer than the screen is not approved there", async () => {
    const { server, pty } = await openConsole();
    const args = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`a${at}`, at]));
    const { id } = await seek(server, { args });
    await pty.see("lines are not shown");
    await pty.see(`npx earshot approve ${id}`);
    await pty.see("[OPERATOR] reject REASON, or skip: \u001b[");
    pty.type(`approve${ENTER}`);
    await pty.see("Not sent, since it is not a decision");
    expect((await statusOf(server, id)).status).toBe("open");
  });

  test("whose prompt is interrupted stays open", async () => {
    const { server, pty } = await openConsole();
    const { id } = await seek(server, HIGH);
    await pty.see(CHOICES);
    pty.type(`approve${ENTER}`);
    await pty.see(DIGITS);
    pty.type(CTRL_C);
    expect(await pty.exited).toEqual({ code: 130, signal: 0 });
    expect((await statusOf(server, id)).status).toBe("open");
  });
});

describe("at HIGH", () => {
  test("the word is not enough: the digest's beginning has to be typed, and rightly", async () => {
    const { server, pty } = await openConsole();
    const { id, authorization } = await seek(server, HIGH);
    await pty.see(`AUTHORIZATION ${id}  HIGH`);
    await pty.see(CHOICES);
    pty.type(`approve${ENTER}`);
    await pty.see(DIGITS);
    pty.type(`yes${ENTER}`);
    await pty.see("Not sent: the digest does not begin so.");
    await pty.see(CHOICES);
    pty.type(`approve${ENTER}`);
    await pty.see(DIGITS);
    pty.type(`${authorization.digest.slice(0, 5)}${ENTER}`);
    await pty.see("Not sent: the digest does not begin so.");
    await pty.see(CHOICES);
    pty.type(`approve${ENTER}`);
    await pty.see(DIGITS);
    pty.type(`sha256:${authorization.digest.slice(0, 6)}${ENTER}`);
    await pty.see("Approved.");
    expect((await statusOf(server, id)).status).toBe("approved");
  });
});

describe("at CRITICAL", () => {
  const secret = "correct horse battery";

  async function atPassphrase(): Promise<{ server: TestServer; pty: PtyHere; id: RequestId }> {
    const { server, pty } = await openConsole();
    await server.operator.setPassphrase({ passphrase: secret });
    const { id, authorization } = await seek(server, CRITICAL);
    await pty.see(CHOICES);
    pty.type(`approve${ENTER}`);
    await pty.see(DIGITS);
    pty.type(`${authorization.digest.slice(0, 8)}${ENTER}`);
    await pty.see(PASSPHRASE);
    return { server, pty, id };
  }

  test("the passphrase is asked too, and leaves no trace on the screen", async () => {
    const { server, pty, id } = await atPassphrase();
    pty.type(secret + ENTER);
    await pty.see("Approved.");
    expect(await statusOf(server, id)).toMatchObject({
      status: "approved",
      authorization: { votes: [{ steppedUp: true }] },
    });
    expect(pty.output()).not.toContain("correct");
  });

  test("a wrong passphrase is told, and the request shown anew", async () => {
    const { server, pty, id } = await atPassphrase();
    pty.type(`wrong horse battery${ENTER}`);
    await pty.see(`AUTHORIZATION ${id}`);
    await pty.see(CHOICES);
    expect(pty.output()).not.toContain("horse");
    expect((await statusOf(server, id)).status).toBe("open");
  });

  test("an empty passphrase sends nothing", async () => {
    const { server, pty, id } = await atPassphrase();
    await pty.typeRested(ENTER);
    await pty.see("Not sent: no passphrase was typed.");
    await pty.see(CHOICES);
    expect((await statusOf(server, id)).status).toBe("open");
  });

  test("a passphrase that was begun when somebody else decided is not shown", async () => {
    const { server, pty, id } = await atPassphrase();
    pty.type("correct horse");
    await server.operator.reject({ id, reason: "no" }, { via: "cli" });
    await pty.see("Rejected by operator via cli: no");
    pty.type(` battery${ENTER}`);
    await server.agent.ask({ text: "And now?" });
    await pty.see("And now?");
    await pty.see("[OPERATOR]: \u001b[");
    expect(pty.output()).not.toMatch(/correct|horse|battery/);
  });
});

describe("where more than one person decides", () => {
  const QUORUM = {
    version: 1,
    rules: [
      {
        name: "transfers",
        tools: ["transfer"],
        quorum: 2,
        approvers: { names: ["ana", "ben"] },
        edits: { narrow: { "/amount": "lower" } },
      },
    ],
  };

  /** The console is Ben's; Ana is elsewhere, and the agent is neither's. */
  async function withAna() {
    const server = await testServer();
    const keyOf = async (name: string) =>
      (await ownKey(server.operator, { kind: "person", name })).secret;
    const [key, EARSHOT_KEY] = [await keyOf("ana"), await keyOf("ben")];
    await server.operator.applyPolicy({ source: QUORUM });
    const env = { EARSHOT_KEY };
    const pty = await earshotAtPty(["console", "--data", server.data], { columns: 100, env });
    await pty.see(/appears? here/);
    const ana = createClient({ url: () => ({ url: server.url(), key }) });
    return { server, pty, ana };
  }

  test("a vote that leaves it open says how many more, and it is not asked again", async () => {
    const { server, pty } = await withAna();
    const { id } = await seek(server);
    await pty.see(CHOICES);
    pty.type(`approve${ENTER}`);
    await pty.see("Your approval counts. It waits for 1 more.");
    await server.agent.ask({ text: "Anything else?" });
    await pty.see("Anything else?");
    expect(pty.output().split(`AUTHORIZATION ${id}`)).toHaveLength(2);
    expect((await statusOf(server, id)).status).toBe("open");
  });

  test("a vote of somebody else shows it anew", async () => {
    const { server, pty, ana } = await withAna();
    const { id, authorization } = await seek(server);
    await pty.see(CHOICES);
    await ana.approve({ id, digest: authorization.digest });
    await pty.see("It has changed; see it as it is now.");
    await pty.see("approved    ana via");
    await pty.see(CHOICES);
    pty.type(`approve${ENTER}`);
    await pty.see("Approved.");
    expect((await statusOf(server, id)).status).toBe("approved");
  });

  test("an edit of somebody else voids a vote: it is asked again, as it is now", async () => {
    const { server, pty, ana } = await withAna();
    const found = await seek(server);
    await pty.see(CHOICES);
    pty.type(`approve${ENTER}`);
    await pty.see("It waits for 1 more.");
    const { id } = found;
    const args = { to: "ben", amount: 5 };
    const { principal: by } = await ana.whoami();
    const { request } = await ana.show({ id });
    if (!isAuthorization(request) || request.status !== "open") throw new Error("It has closed.");
    const { authorization } = await propose(request, { args, by });
    await ana.approve({ id, digest: authorization.digest, args });
    await pty.see("/amount = 5");
    await pty.see("edited by   ana via");
    await pty.see(CHOICES);
    pty.type(`approve${ENTER}`);
    await pty.see("Approved.");
    expect(await statusOf(server, id)).toMatchObject({
      status: "approved",
      authorization: { action: { args } },
    });
  });

  test("whose own agent asks is told who decides, and what they can decide comes before it", async () => {
    const { server, pty } = await openConsole();
    await ownKey(server.operator, { kind: "person", name: "ana" });
    const { id } = await seek(server);
    await pty.see(
      "1 waits that you cannot decide: transfer of agent (ana). Type others to look at it.",
    );
    await server.agent.ask({ text: "Anything else?" });
    await pty.see("agent asks · 1 for others · req_");
    await pty.see("Anything else?");
    expect(pty.output()).not.toContain(`AUTHORIZATION ${id}`);
    expect(pty.output().split("1 waits that you cannot decide")).toHaveLength(2);
  });

  test("what others decide is shown whole to whoever asks for it, and offers no keys", async () => {
    const { server, pty } = await openConsole();
    await ownKey(server.operator, { kind: "person", name: "ana" });
    const { id } = await seek(server);
    await pty.see("Type others to look at it.");
    await pty.typeRested(`others${ENTER}`);
    await pty.see(`AUTHORIZATION ${id}`);
    await pty.see("belongs to operator");
    expect(pty.output()).not.toContain("approve, reject");
    expect((await statusOf(server, id)).status).toBe("open");
  });

  test("it is looked at from the prompt of what they can decide, which is shown again behind it", async () => {
    const server = await testServer();
    const owner = { kind: "person", name: "ana", role: "owner" } as const;
    const { secret } = await ownKey(server.operator, owner);
    const ana = createClient({ url: () => ({ url: server.url(), key: secret }) });
    const own = await seek(server);
    const bot = await ana.createKey({ kind: "agent", name: "bot" });
    const pty = await earshotAtPty(["console", "--data", server.data], { columns: 100 });
    await pty.see("1 waits that you cannot decide: transfer of agent (ana)");
    const other = createClient({ url: () => ({ url: server.url(), key: bot.secret }) });
    const { request } = await other.authorize({ tool: "ping", args: {}, reason: "r" });
    await pty.see(`AUTHORIZATION ${request.id}`);
    await pty.see("[OPERATOR] approve, reject REASON, others, or skip: \u001b[");
    await pty.typeRested(`others${ENTER}`);
    await pty.see(`AUTHORIZATION ${own.id}`);
    await pty.see(`AUTHORIZATION ${request.id}`);
    await pty.see("others, or skip: \u001b[");
    await pty.typeRested(`approve${ENTER}`);
    await pty.see("Approved.");
    expect((await statusOf(server, request.id)).status).toBe("approved");
    const { digest } = own.authorization;
    expect(await ana.approve({ id: own.id, digest })).toMatchObject({ status: "approved" });
  });

  test("what takes a passphrase is asked once there is one", async () => {
    const { server, pty } = await openConsole();
    const { id } = await seek(server, CRITICAL);
    await pty.see(/It takes your passphrase, and you\s+have set none/);
    await server.operator.setPassphrase({ passphrase: "correct horse battery" });
    await pty.see(`AUTHORIZATION ${id}`);
    await pty.see(CHOICES);
  });
});

test("help and ? list what can be typed, between requests and at a prompt, and decide nothing", async () => {
  const { server, pty } = await openConsole();
  pty.type(`?${ENTER}`);
  await pty.see("skip                leaves it open");
  const { id } = await seek(server);
  await pty.see(CHOICES);
  await pty.typeRested(`help${ENTER}`);
  await pty.see("approve             approves exactly what is shown");
  await pty.see(CHOICES);
  expect((await statusOf(server, id)).status).toBe("open");
});

test("halting the agent takes its action off the prompt: nothing of it can be approved", async () => {
  const { server, pty } = await openConsole();
  const { agent, id } = await seek(server);
  await pty.see(CHOICES);
  await server.operator.haltAgent({ id: agent });
  await pty.see("1 waits that you cannot decide");
  expect((await pty.see("to look at it.")).replace(/\s+/g, " ")).toContain("it is halted");
  const asked = await server.operator.show({ id });
  expect(asked.request).toMatchObject({ status: "open", agentHalted: true });
});

test("the head line of what a halted agent asks says that it is halted", async () => {
  const server = await testServer();
  const { request } = await server.agent.ask({ text: "Still there?" });
  await server.operator.haltAgent({ id: request.agent });
  const pty = await earshotAtPty(["console", "--data", server.data]);
  await pty.see("(it is halted) asks");
});

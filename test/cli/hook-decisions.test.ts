import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/domain/json.ts";
import type { OpenAuthorization } from "../../src/domain/requests/request.ts";
import { digest } from "../../src/system/digest.ts";
import { BASH, type Call, hookHere, type Verdict } from "../support/claude-code.ts";
import { eventually, openServer, type TestServer } from "../support/cli.ts";

/* The hook of Claude Code seeks an authorization as every other door does, and allows what it redeemed. */

let server: TestServer;
beforeEach(async () => {
  server = await openServer();
});
afterEach(() => server.close());

const hook = (call: Call = {}, more: Parameters<typeof hookHere>[2] = {}) =>
  hookHere(server.agent, call, more);

async function asked(): Promise<OpenAuthorization> {
  return await eventually(async () => {
    const { items } = await server.operator.list({ status: "open" });
    return items.find((item): item is OpenAuthorization => item.kind === "authorization");
  });
}

async function approve({ id, authorization }: OpenAuthorization) {
  return await server.operator.approve({ id, digest: authorization.digest });
}

async function rules(...given: readonly JsonObject[]) {
  await server.operator.applyPolicy({ source: { version: 1, rules: given } });
}

/** The kinds of what the log says of a request. */
async function logged(id: OpenAuthorization["id"]): Promise<readonly string[]> {
  const { history } = await server.operator.show({ id });
  return history.map(({ type }) => type);
}

const DIALOGUE: Verdict = { is: "dialogue", said: "" };

describe("a rule", () => {
  test("denies at once, and the model is told which and why", async () => {
    await rules({
      name: "no removals",
      tools: ["Bash"],
      decision: "deny",
      why: "Ask for a backup.",
    });
    const verdict = await hook();
    expect(verdict).toEqual({
      is: "deny",
      message: expect.stringMatching(
        /^The call of Bash was rejected by the rule "no removals" \(request req_\w+\)\. It has not run\. The reason given: Ask for a backup\.$/,
      ),
    });
  });

  test("allows at once, once, and is named", async () => {
    await rules({ name: "reading is free", tools: ["Read"], decision: "allow" });
    const call = { tool_name: "Read", tool_input: { file_path: "/etc/hosts" } };
    expect(await hook(call)).toEqual({
      is: "allow",
      input: { file_path: "/etc/hosts" },
      rules: [],
      note: expect.stringMatching(
        /^Earshot: allowed by the rule "reading is free" \(request req_\w+\)\.$/,
      ),
    });
    const { items } = await server.operator.list({});
    expect(await logged(items[0]?.id as OpenAuthorization["id"])).toEqual([
      "request.created",
      "request.approved",
      "grant.redeemed",
    ]);
  });

  test("that denies holds also against what people approved before it was made", async () => {
    const first = await hook({}, { holdMs: 0 });
    expect(first).toEqual(DIALOGUE);
    await approve(await asked());
    await rules({ name: "no removals", tools: ["Bash"], decision: "deny" });
    expect(await hook()).toMatchObject({
      is: "deny",
      message: expect.stringContaining("the rule"),
    });
  });
});

describe("a person", () => {
  test("sees the exact action, its session and where it was called", async () => {
    const calling = hook();
    const { authorization, agentName } = await asked();
    expect(authorization.action).toMatchObject({ tool: "Bash", args: BASH, session: "abc123" });
    expect(authorization.reason).toBe("Called by Claude Code in /home/me/shop");
    expect(agentName).toBe("agent");
    await server.operator.reject({ id: (await asked()).id, reason: "No." });
    await calling;
  });

  test("says something in its place, and the model reads it as theirs", async () => {
    const calling = hook();
    const { id } = await asked();
    const text = "The folder is empty.\n  Go on with the build.";
    await server.operator.respond({ id, text });
    const verdict = await calling;
    expect(verdict).toMatchObject({ is: "deny" });
    const { message = "" } = verdict as { readonly message?: string };
    expect(message).toContain("a person's words, not the output of Bash");
    expect(message.endsWith(text)).toBe(true);
  });

  test("approves it for one run, which is redeemed before it is allowed", async () => {
    const calling = hook();
    const request = await asked();
    await approve(request);
    expect(await calling).toEqual({
      is: "allow",
      input: BASH,
      rules: [],
      note: `Earshot: allowed by operator (request ${request.id}).`,
    });
    expect(await logged(request.id)).toEqual([
      "request.created",
      "request.approved",
      "grant.minted",
      "grant.redeemed",
    ]);
    expect(await hook({}, { holdMs: 0 })).toEqual(DIALOGUE);
    expect((await asked()).id).not.toBe(request.id);
  });

  test("changes the arguments, and what was approved is what runs", async () => {
    const calling = hook();
    const { id, authorization } = await asked();
    const args = { command: "rm -rf dist" };
    const edited = digest.action({ ...authorization.action, args });
    await server.operator.approve({ id, digest: edited, args });
    expect(await calling).toEqual({
      is: "allow",
      input: args,
      rules: [],
      note: `Earshot: allowed by operator (request ${id}). The approver changed the arguments.`,
    });
  });

  test("rejects it, and the model is told the reason", async () => {
    const calling = hook();
    const { id } = await asked();
    await server.operator.reject({ id, reason: "Use npm ci instead." });
    expect(await calling).toEqual({
      is: "deny",
      message: `The call of Bash was rejected by operator (request ${id}). It has not run. The reason given: Use npm ci instead.`,
    });
  });

  test("is told when the same was rejected before, and until when that stands", async () => {
    const first = hook();
    const { id } = await asked();
    const { closedAt } = (await server.operator.reject({ id, reason: "No." })) as {
      closedAt: string;
    };
    await first;
    const until = new Date(Date.parse(closedAt) + 5 * 60_000).toISOString();
    expect(await hook()).toEqual({
      is: "deny",
      message: `The call of Bash was rejected by operator at ${closedAt}, when the same call was made before (request ${id}). That stands until ${until}: nobody was asked now, and it has not run. From then on the same call asks people again. The reason given: No.`,
    });
  });

  test("says words to it, which allow nothing", async () => {
    const calling = hook({}, { holdMs: 500 });
    const { id, authorization } = await asked();
    for (const text of ["approve", "Allow once", "yes", "1", "allow"]) {
      const answering = server.operator.answer({ id, answer: { text } });
      await expect(answering).rejects.toMatchObject({ code: "INVALID_INPUT" });
      await server.operator.tell({ agent: "agent", text: `${text} ${id} ${authorization.digest}` });
    }
    expect(await calling).toEqual(DIALOGUE);
    expect((await asked()).id).toBe(id);
  });

  test("cancels it, which decides nothing", async () => {
    const calling = hook();
    await server.operator.cancel({ id: (await asked()).id });
    expect(await calling).toEqual(DIALOGUE);
  });
});

describe("at the end of the hold", () => {
  test("nothing is said, the request stays open, and the next same call joins it", async () => {
    expect(await hook({}, { holdMs: 50 })).toEqual(DIALOGUE);
    const { id } = await asked();
    const again = hook();
    await approve(await asked());
    expect(await again).toMatchObject({ is: "allow", note: expect.stringContaining(id) });
    expect((await server.operator.list({})).items).toHaveLength(1);
  });

  test("an approval that came after it lets the next same call run, and no other", async () => {
    expect(await hook({}, { holdMs: 0 })).toEqual(DIALOGUE);
    const request = await asked();
    await approve(request);
    const others: readonly Call[] = [
      { cwd: "/home/me" },
      { session_id: "another" },
      { tool_input: { ...BASH, command: "rm -rf /" } },
    ];
    for (const other of others) expect(await hook(other, { holdMs: 0 })).toEqual(DIALOGUE);
    const [first, second] = await Promise.all([hook({}, { holdMs: 0 }), hook({}, { holdMs: 0 })]);
    expect([first.is, second.is].toSorted()).toEqual(["allow", "dialogue"]);
  });

  test("a request that expired is no yes and no no", async () => {
    await rules({ name: "short", tools: ["Bash"], expires: "1s" });
    expect(await hook()).toEqual(DIALOGUE);
  });
});

describe("a client that ends the hook", () => {
  test("has the request taken back: a later yes from elsewhere overrules nobody", async () => {
    const ended = new AbortController();
    const calling = hook({}, { signal: ended.signal });
    const request = await asked();
    ended.abort();
    expect(await calling).toMatchObject({ is: "dialogue" });
    expect((await server.operator.show({ id: request.id })).request.status).toBe("cancelled");
    await expect(approve(request)).rejects.toMatchObject({ code: "REQUEST_CLOSED" });
  });
});

describe("a standing permission", () => {
  const SUGGESTED = {
    type: "addRules",
    rules: [{ toolName: "Bash", ruleContent: BASH.command }],
    behavior: "allow",
    destination: "localSettings",
  };
  const WIDER = { ...SUGGESTED, rules: [{ toolName: "Bash", ruleContent: "rm *" }] };
  const ALL = { ...SUGGESTED, rules: [{ toolName: "Bash" }] };
  const MODE = { type: "setMode", mode: "bypassPermissions", destination: "session" };
  const MADE = { ...SUGGESTED, destination: "session" };

  /** Of a call that was sought before, with another description than later ones. */
  async function permit(input: Omit<Parameters<TestServer["operator"]["permit"]>[0], "like">) {
    await hook({}, { holdMs: 0 });
    const { id } = await asked();
    await server.operator.permit({ ...input, like: id });
    await server.operator.reject({ id, reason: "Once is not asked for." });
  }
  const again = (suggestions: readonly JsonObject[], input: JsonObject = BASH) =>
    hook({
      tool_input: { ...input, description: "Once more" },
      permission_suggestions: suggestions,
    });

  test("of the session allows without asking, and is named", async () => {
    await permit({ scope: "session" });
    expect(await again([])).toMatchObject({
      is: "allow",
      rules: [],
      note: expect.stringMatching(/^Earshot: allowed by a standing permission of operator /),
    });
  });

  test("is offered to Claude Code as the very rule that it suggests, for its session alone", async () => {
    await permit({ scope: "session" });
    expect(await again([MODE, ALL, WIDER, SUGGESTED])).toMatchObject({ rules: [MADE] });
  });

  test("of a pattern of commands is offered for this command", async () => {
    await permit({ scope: "pattern", args: { "/command": { matches: "rm -rf node_*" } } });
    expect(await again([SUGGESTED])).toMatchObject({ is: "allow", rules: [MADE] });
  });

  test.each<[string, readonly JsonObject[], JsonObject]>([
    ["covers more", [WIDER], BASH],
    ["covers the whole tool", [ALL], BASH],
    ["changes the mode", [MODE], BASH],
    ["denies", [{ ...SUGGESTED, behavior: "deny" }], BASH],
    [
      "is a pattern",
      [{ ...SUGGESTED, rules: [{ toolName: "Bash", ruleContent: "rm *" }] }],
      { command: "rm *" },
    ],
  ])("is not offered as a rule that %s", async (_, suggestions, input) => {
    await permit({ scope: "session" });
    expect(await again(suggestions, input)).toMatchObject({ is: "allow", rules: [] });
  });

  test("that looks at other arguments than the command is not offered: a rule would not", async () => {
    const args = { "/command": { exists: true }, "/dangerouslyDisableSandbox": { exists: false } };
    await permit({ scope: "pattern", args });
    expect(await again([SUGGESTED])).toMatchObject({ is: "allow", rules: [] });
    const unbound = { ...BASH, dangerouslyDisableSandbox: true };
    expect(await hook({ tool_input: unbound }, { holdMs: 0 })).toEqual(DIALOGUE);
  });

  test("for one time allows one time, and is not offered", async () => {
    await hook({}, { holdMs: 0 });
    const { id } = await asked();
    await server.operator.permit({ scope: "once", like: id });
    await server.operator.cancel({ id });
    const call = { permission_suggestions: [SUGGESTED] };
    expect(await hook(call)).toMatchObject({ is: "allow", rules: [] });
    expect(await hook(call, { holdMs: 0 })).toEqual(DIALOGUE);
  });

  test("that was revoked allows nothing any more", async () => {
    await permit({ scope: "session" });
    const { items } = await server.operator.listPermissions();
    for (const { id } of items) await server.operator.revokePermission({ id });
    expect(await hook({ tool_input: { command: "ls" } }, { holdMs: 0 })).toEqual(DIALOGUE);
  });

  test("is offered by nobody where a person approved it", async () => {
    const calling = hook({ permission_suggestions: [SUGGESTED] });
    await approve(await asked());
    expect(await calling).toMatchObject({ is: "allow", rules: [] });
  });
});

test.each(["ExitPlanMode", "EnterPlanMode", "mcp__earshot__ask_human"])(
  "%s is left to the client, and nobody is asked",
  async (tool_name) => {
    expect(await hook({ tool_name })).toEqual(DIALOGUE);
    expect((await server.operator.list({})).items).toEqual([]);
  },
);

test("what nobody could be shown whole decides nothing", async () => {
  const content = "a".repeat(300_000);
  expect(await hook({ tool_name: "Write", tool_input: { content } })).toEqual({
    is: "dialogue",
    said: expect.stringMatching(/^The arguments have \d+ bytes, .* nobody was asked/),
  });
});

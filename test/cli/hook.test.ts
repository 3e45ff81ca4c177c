import { expect, test } from "vitest";
import { asQuestion } from "../../src/domain/request.ts";
import {
  eventually,
  type Finished,
  spawnEarshot,
  type TestServer,
  testServer,
  testServerProcess,
} from "../support/cli.ts";
import { newPerson } from "../support/init.ts";

/* The hook of Claude Code: a permission is given when a person gave it, and never otherwise. */

const REQUEST = {
  session_id: "abc123",
  transcript_path: "/home/me/.claude/projects/a/b.jsonl",
  cwd: "/home/me/shop",
  permission_mode: "default",
  hook_event_name: "PermissionRequest",
  tool_name: "Bash",
  tool_input: { command: "rm -rf node_modules", description: "Remove a folder" },
  permission_suggestions: [{ type: "toolAlwaysAllow", tool: "Bash" }],
};

function startHook(server: TestServer, request: unknown, ...args: string[]) {
  const running = server.spawn("hook", "claude-code", ...args);
  running.child.stdin.end(typeof request === "string" ? request : JSON.stringify(request));
  return running;
}

async function openRequest(server: TestServer) {
  return await eventually(async () => {
    const { items } = await server.operator.list({ status: "open" });
    return items[0];
  });
}

async function answered(server: TestServer, choice: string): Promise<Finished> {
  const running = startHook(server, REQUEST);
  const { id } = asQuestion(await openRequest(server));
  await server.operator.answer({ id, answer: { choice } });
  return await running.finished;
}

test("Allow once allows this call and changes no rule", async () => {
  const server = await testServer();
  const { code, stdout } = await answered(server, "Allow once");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "allow" } },
  });
});

test("Deny denies it and says who did", async () => {
  const server = await testServer();
  const { code, stdout } = await answered(server, "Deny");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    hookSpecificOutput: {
      hookEventName: "PermissionRequest",
      decision: {
        behavior: "deny",
        message: "operator was asked through Earshot and denied it.",
      },
    },
  });
});

test("the operator sees the tool and its arguments exactly", async () => {
  const server = await testServer();
  startHook(server, REQUEST);
  const { question, agentName } = asQuestion(await openRequest(server));
  expect(question).toEqual({
    text: "Claude Code wants to use Bash. Allow it this once?",
    context: `In /home/me/shop\n\n${JSON.stringify(
      { tool: "Bash", arguments: REQUEST.tool_input },
      null,
      2,
    )}`,
    form: { kind: "choice", options: [{ label: "Allow once" }, { label: "Deny" }] },
  });
  expect(agentName).toBe("agent");
});

test("without an answer in time nothing is said, and the question is taken back", async () => {
  const server = await testServer();
  const running = startHook(server, REQUEST, "--hold", "1s");
  const { id } = asQuestion(await openRequest(server));
  expect(await running.finished).toMatchObject({ code: 0, stdout: "" });
  const { request } = await server.operator.show({ id });
  expect(request.status).toBe("cancelled");
  const late = server.operator.answer({ id, answer: { choice: "Allow once" } });
  await expect(late).rejects.toMatchObject({ code: "REQUEST_CLOSED" });
});

test("a hook that is ended takes its question back and says nothing", async () => {
  const server = await testServer();
  const running = startHook(server, REQUEST);
  const { id } = asQuestion(await openRequest(server));
  running.child.kill("SIGTERM");
  expect(await running.finished).toMatchObject({ stdout: "" });
  expect((await server.operator.show({ id })).request.status).toBe("cancelled");
});

test("a question that somebody cancelled decides nothing", async () => {
  const server = await testServer();
  const running = startHook(server, REQUEST);
  const { id } = asQuestion(await openRequest(server));
  await server.operator.cancel({ id });
  expect(await running.finished).toMatchObject({ code: 0, stdout: "" });
});

test("without a server nothing is said, and the exit code does not deny", async () => {
  const never = spawnEarshot(["hook", "claude-code"], { cwd: newPerson().project });
  never.child.stdin.end(JSON.stringify(REQUEST));
  expect(await never.finished).toMatchObject({ code: 1, stdout: "" });

  const server = await testServerProcess();
  await server.kill();
  expect(await startHook(server, REQUEST).finished).toMatchObject({ code: 1, stdout: "" });
});

test("a server that goes away while the hook waits decides nothing", async () => {
  const server = await testServerProcess();
  const running = startHook(server, REQUEST, "--hold", "3s");
  asQuestion(await openRequest(server));
  await server.kill();
  expect(await running.finished).toMatchObject({ code: 1, stdout: "" });
});

test("a key that is not valid decides nothing", async () => {
  const server = await testServer();
  const refused = startHook(server, REQUEST, "--key-file", `${server.data}/none.key`);
  expect(await refused.finished).toMatchObject({ code: 1, stdout: "" });
});

test("the key in a file goes to the folder's server, whatever the environment names", async () => {
  const [server, other] = [await testServer(), await testServer()];
  const keyFile = ["--data", server.data, "--key-file", `${server.data}/agent.key`];
  const env = { EARSHOT_URL: other.url(), EARSHOT_KEY: other.key("agent") };
  const hook = spawnEarshot(["hook", "claude-code", ...keyFile], { env });
  hook.child.stdin.end(JSON.stringify(REQUEST));
  const { id } = asQuestion(await openRequest(server));
  await server.operator.answer({ id, answer: { choice: "Deny" } });
  expect(await hook.finished).toMatchObject({ code: 0 });
  expect((await other.operator.list({})).items).toEqual([]);
});

test("earshot mcp with a key file heeds no address but the one that is given with it", async () => {
  const [server, other] = [await testServer(), await testServer()];
  const env = { EARSHOT_URL: other.url() };
  const start = async (of: TestServer, ...more: string[]) => {
    const keyFile = ["--data", server.data, "--key-file", `${of.data}/agent.key`];
    const running = spawnEarshot(["mcp", ...keyFile, ...more], { env });
    running.child.stdin.end();
    return await running.finished;
  };
  expect(await start(server)).toMatchObject({ code: 0 });
  expect(await start(other)).toMatchObject({ code: 1 });
  expect(await start(other, "--url", other.url())).toMatchObject({ code: 0 });
});

test("what is no request for a permission decides nothing", async () => {
  const server = await testServer();
  const others = [
    "",
    "allow",
    { ...REQUEST, hook_event_name: "PreToolUse" },
    { ...REQUEST, tool_name: undefined },
    { ...REQUEST, tool_input: "rm" },
  ];
  for (const other of others) {
    expect(await startHook(server, other).finished).toMatchObject({ code: 1, stdout: "" });
  }
  expect((await server.operator.list({})).items).toEqual([]);
});

test("dialogues and Earshot's own tools are left to Claude Code, and nobody is asked", async () => {
  const server = await testServer();
  for (const tool_name of ["AskUserQuestion", "ExitPlanMode", "mcp__earshot__ask_human"]) {
    const left = startHook(server, { ...REQUEST, tool_name });
    expect(await left.finished).toMatchObject({ code: 0, stdout: "" });
  }
  expect((await server.operator.list({})).items).toEqual([]);
});

test("nothing in the arguments hides, and they cannot forge what stands around them", async () => {
  const server = await testServer();
  const command = 'true \u202e\u200b\u001b[2J\n\nIn /tmp\n\n{ "tool": "Read" }';
  startHook(server, { ...REQUEST, tool_name: "Bash\nAllow once", tool_input: { command } });
  const { question } = asQuestion(await openRequest(server));
  expect(question.text).toBe("Claude Code wants to use Bash Allow once. Allow it this once?");
  expect(question.context?.split("\n")).toEqual([
    "In /home/me/shop",
    "",
    "{",
    '  "tool": "Bash\\nAllow once",',
    '  "arguments": {',
    '    "command": "true \\u{202e}\\u{200b}\\u001b[2J\\n\\nIn /tmp\\n\\n{ \\"tool\\": \\"Read\\" }"',
    "  }",
    "}",
  ]);
});

test("what is too long to be seen whole says so and cannot be allowed", async () => {
  const server = await testServer();
  const content = `${"a".repeat(100_000)}; rm -rf /; ${"é".repeat(50_000)}`;
  const running = startHook(server, { ...REQUEST, tool_name: "Write", tool_input: { content } });
  const { id, question } = asQuestion(await openRequest(server));
  const { context = "", form } = question;
  expect(form).toEqual({
    kind: "choice",
    options: [{ label: "Deny" }, { label: "Leave it to the dialogue at the computer" }],
  });
  expect(context).toMatch(
    /\[\d+ of 200\d{3} bytes are left out here, .* SHA-256 of all: [0-9a-f]{64}\]/,
  );
  expect(context).not.toContain("\uFFFD");
  const answer = { choice: "Leave it to the dialogue at the computer" };
  await server.operator.answer({ id, answer });
  expect(await running.finished).toMatchObject({ code: 0, stdout: "" });
});

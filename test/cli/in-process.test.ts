import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { COMMAND_GROUPS } from "../../src/cli/commands.ts";
import { hasControllingTerminal } from "../../src/cli/terminal/has-controlling-terminal.ts";
import {
  earshotProcess,
  environment,
  openServer,
  PROGRAM,
  ROOT,
  type TestServer,
} from "../support/cli.ts";
import { runInProcess } from "../support/in-process.ts";

/* What lets the other files run commands within their process: a process of its own shows the same. */

let server: TestServer;
const ids: Record<string, string> = {};
beforeAll(async () => {
  server = await openServer();
  const { request } = await server.agent.ask({ text: "Which colour?" });
  const authorization = await server.agent.authorize({
    tool: "delete_user_data",
    args: { id: 7 },
    reason: "The ticket says so",
  });
  const cancelled = await server.agent.ask({ text: "Which size?" });
  await server.agent.cancel({ id: cancelled.request.id });
  ids["QUESTION"] = request.id;
  ids["ACTION"] = authorization.request.id;
  ids["CANCELLED"] = cancelled.request.id;
});
afterAll(() => server.close());

interface Line {
  readonly args: readonly string[];
  readonly code: number;
  readonly stdin?: string;
  readonly key?: "agent";
}

/** At least one of each group of the help, each way to end, and what is read and set from outside. */
const LINES: readonly Line[] = [
  { args: ["open", "--print"], code: 1, key: "agent" },
  { args: ["list", "--json"], code: 0 },
  { args: ["show", "QUESTION", "--json"], code: 0 },
  { args: ["show", "req_00000000000000000000000000"], code: 1 },
  { args: ["show", "zzzzzzzz", "--json"], code: 1 },
  { args: ["approve", "ACTION"], code: 69, stdin: "y\ny\n" },
  { args: ["approve", "ACTION", "--yes"], code: 1, key: "agent" },
  { args: ["ask", "Go on?", "--hodl", "1s"], code: 2 },
  { args: ["ask", "Go on?", "--hold", "0s", "--idempotency-key", "one"], code: 75 },
  { args: ["wait", "CANCELLED"], code: 13 },
  {
    args: "authorize --tool pay --reason x --hold 0s --idempotency-key two --args -".split(" "),
    code: 75,
    stdin: '{"to":"ana"}',
  },
  { args: ["authorize", "--tool", "pay", "--reason", "x", "--args", "-"], code: 1, stdin: "{" },
  { args: ["sessions"], code: 0 },
  { args: ["policy", "show", "--json"], code: 0 },
  { args: ["keys", "create"], code: 2 },
  { args: ["channels"], code: 0 },
  { args: ["audit", "verify"], code: 0 },
  { args: ["completions", "bash"], code: 0 },
];

test("one of each group of commands is tried both ways", () => {
  const tried = new Set(LINES.map(({ args }) => args[0]));
  for (const [group, names] of Object.entries(COMMAND_GROUPS)) {
    expect(
      names.filter((name) => tried.has(name)),
      group,
    ).not.toEqual([]);
  }
});

// If a terminal controls the tests, a command within their process would ask there.
const lines = LINES.filter(({ code }) => code !== 69 || !hasControllingTerminal());

describe.each(lines)("$args", ({ args, code, stdin, key }) => {
  test("ends and says the same within a process and as one of its own", async () => {
    const data = args[0] === "completions" ? [] : ["--data", server.data];
    const call = [...args.map((arg) => ids[arg] ?? arg), ...data];
    const env =
      key === undefined ? {} : { EARSHOT_URL: server.url(), EARSHOT_KEY: server.key(key) };
    const surroundings = { env: environment(env), cwd: ROOT, program: PROGRAM, stdin };
    // The server seals its log between two looks at it, in its own time.
    await vi.waitFor(async () => {
      const there = await earshotProcess(call, { env, stdin });
      const { said: _, ...here } = await runInProcess(call, surroundings);
      expect(here.code, here.stderr).toBe(code);
      expect(here).toEqual(there);
    }, 20_000);
  });
});

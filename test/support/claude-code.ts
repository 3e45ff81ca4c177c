import { z } from "zod";
import { answerHook, isForPeople } from "../../src/cli/authority/answer-hook.ts";
import { readPermissionRequest } from "../../src/cli/authority/permission-request.ts";
import type { EarshotClient } from "../../src/client/client.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type { Finished, Running, TestServer } from "./cli.ts";

/*
 * Claude Code as a hook sees it: what it sends, and what it makes of the reply. It is as strict as
 * the real one: a reply that does not fit its published types is no decision.
 */

/** The parts of a call that a test sets; the rest is always the same. */
export interface Call {
  readonly tool_name?: unknown;
  readonly tool_input?: unknown;
  readonly session_id?: string;
  readonly cwd?: string;
  readonly hook_event_name?: string;
  readonly permission_suggestions?: readonly JsonObject[];
}

export const BASH = { command: "rm -rf node_modules", description: "Remove a folder" };

export function permissionRequest(call: Call = {}): string {
  return JSON.stringify({
    session_id: "abc123",
    transcript_path: "/home/me/.claude/projects/a/b.jsonl",
    cwd: "/home/me/shop",
    permission_mode: "default",
    hook_event_name: "PermissionRequest",
    tool_name: "Bash",
    tool_input: BASH,
    permission_suggestions: [],
    ...call,
  });
}

/**
 * The possible results: the tool runs with an input, the model is refused, or a person is asked
 * there.
 */
export type Verdict =
  | {
      readonly is: "allow";
      readonly input: unknown;
      readonly rules: unknown;
      readonly note: unknown;
    }
  | { readonly is: "deny"; readonly message: unknown }
  | { readonly is: "dialogue"; readonly said: string };

const rule = z.strictObject({
  type: z.literal("addRules"),
  rules: z.array(z.strictObject({ toolName: z.string(), ruleContent: z.string().optional() })),
  behavior: z.enum(["allow", "deny", "ask"]),
  destination: z.enum(["userSettings", "projectSettings", "localSettings", "session"]),
});
const output = z.strictObject({
  systemMessage: z.string().optional(),
  hookSpecificOutput: z.strictObject({
    hookEventName: z.literal("PermissionRequest"),
    decision: z.discriminatedUnion("behavior", [
      z.strictObject({
        behavior: z.literal("allow"),
        updatedInput: z.record(z.string(), z.unknown()).optional(),
        updatedPermissions: z.array(rule).optional(),
      }),
      z.strictObject({
        behavior: z.literal("deny"),
        message: z.string().optional(),
        interrupt: z.boolean().optional(),
      }),
    ]),
  }),
});

/** What Claude Code makes of a hook that has ended. */
export function verdictOf(
  { code, stdout, stderr }: Pick<Finished, "code" | "stdout" | "stderr">,
  asked?: unknown,
): Verdict {
  if (code === 2) return { is: "deny", message: stderr };
  if (code !== 0 || stdout.trim() === "") return { is: "dialogue", said: stderr };
  const { systemMessage: note, hookSpecificOutput } = output.parse(JSON.parse(stdout));
  const { decision } = hookSpecificOutput;
  if (decision.behavior === "deny") return { is: "deny", message: decision.message };
  const { updatedInput: input = asked, updatedPermissions: rules = [] } = decision;
  return { is: "allow", input, rules, note };
}

/** The hook as a process of its own. */
export function spawnHook(server: TestServer, request: string, ...args: string[]): Running {
  const running = server.spawn("hook", "claude-code", ...args);
  running.child.stdin.end(request);
  return running;
}

export interface HookHere {
  readonly holdMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * The hook within this process, over HTTP like any other. An error is reported as the command's.
 */
export async function hookHere(
  agent: EarshotClient,
  call: Call,
  { holdMs = 60_000, signal = new AbortController().signal }: HookHere = {},
): Promise<Verdict> {
  const request = readPermissionRequest(permissionRequest(call));
  let stdout = "";
  const write = (said: JsonObject) => {
    stdout += `${JSON.stringify(said)}\n`;
  };
  const work = { name: "earshot", holdMs, signal, write };
  if (!isForPeople(request, work)) return verdictOf({ code: 0, stdout, stderr: "" });
  try {
    await answerHook(agent, request, work);
    return verdictOf({ code: 0, stdout, stderr: "" }, request.input);
  } catch (error) {
    return verdictOf({ code: 1, stdout, stderr: (error as Error).message });
  }
}

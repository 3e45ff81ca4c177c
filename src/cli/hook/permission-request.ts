import { createHash } from "node:crypto";
import { EarshotError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { AskInput } from "../../ports/earshot.ts";
import { oneLine, visibleText } from "../../render/visible-text.ts";

/** What Claude Code writes to a hook before it would show its own dialogue. */
export interface PermissionRequest {
  readonly tool: string;
  readonly input: JsonObject;
  readonly folder: string | undefined;
}

export const ALLOW = "Allow once";
export const DENY = "Deny";
const LEAVE = "Leave it to the dialogue at the computer";

/** Of a cut text, from the beginning and from the end. */
const HEAD_BYTES = 40 * 1024;
const TAIL_BYTES = 16 * 1024;

/** Tools that are dialogues themselves: only the person at the computer can use them. */
const DIALOGUES = ["AskUserQuestion", "EnterPlanMode", "ExitPlanMode"];

/** Throws INVALID_INPUT for anything but a request for a permission. */
export function readPermissionRequest(text: string): PermissionRequest {
  const said = parsed(text);
  const { hook_event_name: event, tool_name: tool, tool_input: input, cwd } = said;
  if (event !== "PermissionRequest" || typeof tool !== "string" || !isObject(input)) {
    throw new EarshotError(
      "INVALID_INPUT",
      "Standard input holds no PermissionRequest of Claude Code. This command is run by its hooks: npx earshot init claude-code.",
    );
  }
  return { tool, input, folder: typeof cwd === "string" ? cwd : undefined };
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const said: unknown = JSON.parse(text);
    return isObject(said) ? said : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether people are asked at all; to ask whether they may be asked would help nobody. */
export function isForPeople({ tool }: PermissionRequest, serverName: string): boolean {
  return !DIALOGUES.includes(tool) && !tool.startsWith(`mcp__${serverName}__`);
}

/**
 * The question for the operator: the tool and its arguments exactly, with everything visible. What
 * does not fit whole cannot be allowed from here, since nobody would have seen all of it.
 */
export function permissionQuestion({ tool, input, folder }: PermissionRequest): AskInput {
  const call = visibleText(JSON.stringify({ tool, arguments: input }, null, 2));
  const place = folder === undefined ? "" : `In ${oneLine(folder, 1_000)}\n\n`;
  const { text, isWhole } = fitted(call);
  const labels = isWhole ? [ALLOW, DENY] : [DENY, LEAVE];
  return {
    text: `Claude Code wants to use ${oneLine(tool, 80)}. Allow it this once?`,
    context: `${place}${text}`,
    form: { kind: "choice", options: labels.map((label) => ({ label })) },
  };
}

function fitted(text: string): { text: string; isWhole: boolean } {
  const bytes = Buffer.from(text);
  if (bytes.length <= HEAD_BYTES + TAIL_BYTES) return { text, isWhole: true };
  const hidden = bytes.length - HEAD_BYTES - TAIL_BYTES;
  const digest = createHash("sha256").update(bytes).digest("hex");
  const notice = `[${hidden} of ${bytes.length} bytes are left out here, so this cannot be allowed from here. SHA-256 of all: ${digest}]`;
  const head = whole(bytes.subarray(0, HEAD_BYTES));
  const tail = whole(bytes.subarray(-TAIL_BYTES));
  return { text: `${notice}\n\n${head}\n\n[… ${hidden} bytes …]\n\n${tail}`, isWhole: false };
}

/** Without the halves of characters at the ends. */
function whole(bytes: Buffer): string {
  return bytes.toString("utf8").replace(/^\uFFFD+|\uFFFD+$/g, "");
}

/** What Claude Code is told; it shows its own dialogue where a hook prints nothing. */
export function permissionDecision(behavior: "allow" | "deny", operator: string): JsonObject {
  const message = `${operator} was asked through Earshot and denied it.`;
  const decision = behavior === "allow" ? { behavior } : { behavior, message };
  return { hookSpecificOutput: { hookEventName: "PermissionRequest", decision } };
}

import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../../domain/json.ts";
import type { Permission } from "../../domain/policy/permission.ts";
import type { ApprovedRequest } from "../../domain/requests/request.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import type { PermissionRequest } from "./permission-request.ts";

interface Ruling {
  readonly request: ApprovedRequest;
  readonly call: PermissionRequest;
}

/**
 * The rules that Claude Code may follow by itself for the rest of its session: none but the one that it
 * has suggested itself for this very command, and only where a standing permission covers that command
 * with whatever else the call says. A rule that covers more would let pass what the policy denies.
 */
export async function sessionRules(
  earshot: Pick<Earshot, "listPermissions">,
  { request, call }: Ruling,
): Promise<readonly JsonObject[]> {
  const { basis } = request;
  const rule = basis.kind === "permission" ? suggestedRule(call) : undefined;
  if (basis.kind !== "permission" || rule === undefined) return [];
  // Without the list nothing is known of how far the permission goes.
  const { items } = await earshot.listPermissions().catch(() => ({ items: [] }));
  const permission = items.find(({ id }) => id === basis.permission);
  return permission !== undefined && coversCommand(permission) ? [rule] : [];
}

function suggestedRule({ tool, input, suggestions }: PermissionRequest): JsonObject | undefined {
  const { command } = input;
  // A star is a pattern in a rule of Claude Code.
  if (tool !== "Bash" || typeof command !== "string" || command.includes("*")) return undefined;
  const exact = [{ toolName: tool, ruleContent: command }];
  const isSuggested = suggestions.some(
    ({ type, behavior, rules }) =>
      type === "addRules" && behavior === "allow" && isDeepStrictEqual(rules, exact),
  );
  if (!isSuggested) return undefined;
  // Never into a file: what a person has permitted here ends.
  return { type: "addRules", rules: exact, behavior: "allow", destination: "session" };
}

/** Whether it says yes to a command that it has said yes to, whatever the other arguments are. */
function coversCommand({ scope, args = {} }: Permission): boolean {
  if (scope === "session") return true;
  return scope === "pattern" && Object.keys(args).every((pointer) => pointer === "/command");
}

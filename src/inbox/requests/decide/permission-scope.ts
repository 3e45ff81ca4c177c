import type { Level } from "../../../domain/authority/action.ts";
import { isCommitment } from "../../../domain/authority/secret-args.ts";
import type { JsonObject } from "../../../domain/json.ts";
import { pointerPart } from "../../../domain/json-pointer.ts";
import type { ArgumentConditions } from "../../../domain/policy/policy.ts";
import { present } from "../../../domain/present.ts";
import type { AuthorizationRequest, Shown } from "../../../domain/requests/request.ts";
import { DAY_MS, HOUR_MS } from "../../../domain/time.ts";
import type { PermitInput } from "../../../ports/earshot/authority.ts";
import { say } from "./messages/messages.ts";

/** How far a yes reaches. `once` is this approval and nothing more. */
export type Reach = "once" | "session" | "target" | "pattern";

export interface ScopeChoice {
  readonly reach: Reach;
  readonly forMs: number;
  /** Of a pattern: tools, with `*` for any characters. */
  readonly tool: string;
  /** Of a pattern: pointers of the arguments that have to stay the same. */
  readonly same: readonly string[];
  /** For HIGH: the tool, typed. */
  readonly typed: string;
}

export const SPANS: readonly { readonly label: string; readonly ms: number }[] = [
  { label: say("span.1"), ms: HOUR_MS },
  { label: say("span.24"), ms: DAY_MS },
  { label: say("span.168"), ms: 7 * DAY_MS },
  { label: say("span.720"), ms: 30 * DAY_MS },
];

/** What to ask for beside the approval; undefined for this one time. */
export function permitInput(
  { id, authorization }: Shown<AuthorizationRequest>,
  choice: ScopeChoice,
): PermitInput | undefined {
  const { action, demand } = authorization;
  if (choice.reach === "once" || demand.level === "CRITICAL") return undefined;
  const base = {
    like: id,
    level: demand.level,
    forMs: choice.forMs,
    ...present({ typed: demand.level === "HIGH" ? choice.typed.trim() : undefined }),
  };
  if (choice.reach !== "pattern") return { ...base, scope: choice.reach };
  const args = conditions(action.args, choice.same);
  return {
    ...base,
    scope: "pattern",
    tool: choice.tool.trim(),
    // Empty conditions are refused.
    ...present({ args: Object.keys(args).length === 0 ? undefined : args }),
  };
}

function conditions(args: JsonObject, same: readonly string[]): ArgumentConditions {
  const chosen = topPointers(args).filter(({ pointer }) => same.includes(pointer));
  return Object.fromEntries(
    chosen.map(({ pointer, key }) => [pointer, { equals: args[key] ?? null }]),
  );
}

/** The arguments whose values a pattern can fix. */
export function topPointers(
  args: JsonObject,
): readonly { readonly key: string; readonly pointer: string }[] {
  return Object.entries(args)
    .filter(([, value]) => !isCommitment(value))
    .map(([key]) => ({ key, pointer: pointerPart(key) }));
}

/** What is typed to give it for HIGH: the tool that the permission is for, or its pattern. */
export function toolToType({ reach, tool }: ScopeChoice, actionTool: string): string {
  return reach === "pattern" ? tool.trim() : actionTool;
}

/** What is still missing before it can be given; undefined if nothing is. */
export function scopeFault(
  choice: ScopeChoice,
  { actionTool, level }: { readonly actionTool: string; readonly level: Level },
): string | undefined {
  const { reach, tool, typed } = choice;
  if (reach === "once") return undefined;
  if (reach === "pattern" && tool.trim() === "") return say("name-tools");
  return level === "HIGH" && typed.trim() !== toolToType(choice, actionTool)
    ? say("type-tool")
    : undefined;
}

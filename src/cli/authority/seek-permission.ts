import { hash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { ENGLISH } from "../../channels/console/voice.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Permission } from "../../domain/policy/permission.ts";
import { present } from "../../domain/present.ts";
import type { ApprovedRequest, Shown } from "../../domain/requests/request.ts";
import {
  assertSame,
  type RedeemedCall,
  type Resolve,
  type Sought,
  seek,
  take,
} from "../../guard/gate.ts";
import { notAuthorization, sayNotApproved } from "../../guard/not-approved.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { principalName } from "../../render/principal-name.ts";
import { oneLine } from "../../render/visible-text.ts";
import { realPaths } from "../../system/paths/real-paths.ts";
import { type HookHold, held } from "./held.ts";
import { allowOutput, denyOutput } from "./hook-output.ts";
import type { PermissionRequest } from "./permission-request.ts";
import { within } from "./within.ts";

/** What the hook needs from Earshot to seek an authorization. */
export type HookGate = Pick<
  Earshot,
  "authorize" | "wait" | "collect" | "redeem" | "cancel" | "listPermissions"
>;

/**
 * Seeks an authorization for the call, and returns what to tell Claude Code: what a rule or people
 * have decided, or nothing. Allows only what it has redeemed. A request that is open at the end of
 * the hold stays open, and the same call in the same session and folder joins it.
 */
export async function seekPermission(
  earshot: HookGate,
  call: PermissionRequest,
  hold: HookHold,
): Promise<JsonObject | undefined> {
  const { tool, input, session } = call;
  const gated = {
    tool,
    args: await resolveOf(call)(input),
    reason: reasonOf(call),
    joinKey: joinKeyOf(call),
    redeemIfAllowed: true,
    ...present({ session }),
  };
  const sought = await within(hold.signal, (signal) =>
    seek(earshot, gated, { holdMs: 0, retryForMs: 0, signal }),
  );
  return await settle(earshot, await held(earshot, sought, hold), { call, hold });
}

/** Where Claude Code's own tools have the path of what they read or change. */
const PATHS = ["/file_path", "/notebook_path", "/path"];

/** A server's tool may be about another machine. */
function resolveOf({ tool, folder }: PermissionRequest): Resolve {
  return realPaths(tool.startsWith("mcp__") ? [] : PATHS, folder);
}

/** The agent's words in an authorization, which nobody has checked. */
function reasonOf({ folder }: PermissionRequest): string {
  return folder === undefined
    ? "Called by Claude Code."
    : `Called by Claude Code in ${oneLine(folder, 1_000)}`;
}

/** The same call in another folder is a different one, since it would do something else there. */
export function joinKeyOf({ folder }: PermissionRequest): string {
  return `claude-code:${hash("sha256", folder ?? "", "hex")}`;
}

interface Settling {
  readonly call: PermissionRequest;
  readonly hold: HookHold;
}

async function settle(
  earshot: HookGate,
  waited: Sought,
  { call, hold }: Settling,
): Promise<JsonObject | undefined> {
  const { request } = waited;
  if (request.kind !== "authorization") throw notAuthorization(request.id);
  switch (request.status) {
    case "approved": {
      const { tool, session } = call;
      const redeemed = await within(hold.signal, (signal) =>
        take(earshot, { waited, live: { tool, session }, retryForMs: 0, signal }),
      );
      await assertSame(redeemed.args, { resolve: resolveOf(call), tool });
      const rules = await sessionRules(earshot, { request, call });
      return allowOutput({ input: redeemed.args, note: noteOf(request, redeemed), rules });
    }
    case "rejected":
    case "responded":
      return denyOutput(sayNotApproved({ ...waited, request }));
    default:
      // Nobody has said no either: the client's own dialogue decides.
      return undefined;
  }
}

function noteOf({ id, basis, closedBy }: Shown<ApprovedRequest>, { patch }: RedeemedCall): string {
  const name = principalName(closedBy?.name ?? "somebody", ENGLISH.words, 80);
  const by =
    basis.kind === "rule"
      ? `the rule "${oneLine(basis.rule, 80)}"`
      : basis.kind === "permission"
        ? `a standing permission of ${name}`
        : name;
  const edited = patch === undefined ? "" : " The approver changed the arguments.";
  return `Earshot: allowed by ${by} (request ${id}).${edited}`;
}

interface Ruling {
  readonly request: Shown<ApprovedRequest>;
  readonly call: PermissionRequest;
}

/**
 * The rules that Claude Code may apply by itself for the rest of its session. At most the one it
 * suggested itself for this very command, and only if a standing permission covers that command
 * with any other arguments. A broader rule would let through what the policy denies.
 */
async function sessionRules(
  earshot: Pick<Earshot, "listPermissions">,
  { request, call }: Ruling,
): Promise<readonly JsonObject[]> {
  const { basis } = request;
  const rule = basis.kind === "permission" ? suggestedRule(call) : undefined;
  if (basis.kind !== "permission" || rule === undefined) return [];
  // Without the list, the reach of the permission is unknown.
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
  // Never written to a file: what a person permitted here ends.
  return { type: "addRules", rules: exact, behavior: "allow", destination: "session" };
}

/** Whether it says yes to the same command again, whatever the other arguments are. */
function coversCommand({ scope, args = {} }: Permission): boolean {
  if (scope === "session") return true;
  return scope === "pattern" && Object.keys(args).every((pointer) => pointer === "/command");
}

import type { PrincipalId, WorkspaceId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import { type PolicyChanges, policyChanges } from "../../domain/policy/changes.ts";
import { policyWarnings } from "../../domain/policy/checks/check-open.ts";
import { readyPolicy } from "../../domain/policy/checks/ready-policy.ts";
import { readPolicy } from "../../domain/policy/read-policy.ts";
import type { Change } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";
import { ownerNotices } from "../notices/owner-notices.ts";
import { OWNERS_TOLD } from "../notices/owners-told.ts";

const MAX_NAMED = 20;

/** Tells the other owners which new rules are in force. */
export async function policyNotice(
  ctx: Context,
  {
    workspace,
    actor,
    former,
    source,
  }: {
    readonly workspace: WorkspaceId;
    readonly actor?: PrincipalId | undefined;
    readonly former?: JsonObject | undefined;
    readonly source: JsonObject;
  },
): Promise<Pick<Change, "writes" | "events">> {
  const by = actor === undefined ? undefined : await ctx.people.find(workspace, actor);
  const warned = policyWarnings(await readyPolicy(readPolicy(source), ctx.expressions)).length;
  const lines = [
    ...changeWords(policyChanges(former, source)),
    ...(warned === 0
      ? []
      : [`It may let too much pass, in ${warned} places: npx earshot policy check`]),
    "The rules in force: npx earshot policy show",
  ];
  return await ownerNotices(ctx, {
    workspace,
    actor,
    ...OWNERS_TOLD.policy_changed(by?.name, lines),
  });
}

function changeWords({
  added,
  removed,
  changed,
  isReordered,
  owners,
  newTools,
  freezes,
}: PolicyChanges): readonly string[] {
  const named = (what: string, names: readonly string[]) => {
    if (names.length === 0) return [];
    const shown = names.slice(0, MAX_NAMED).map((name) => JSON.stringify(name));
    const more = names.length - shown.length;
    return [`${what}: ${shown.join(", ")}${more === 0 ? "" : ` and ${more} more`}`];
  };
  return [
    ...named("Rules that came", added),
    ...named("Rules that went", removed),
    ...named("Rules that changed", changed),
    ...(owners === true ? ["It changes whether a second owner is needed (owners: 2)."] : []),
    ...(newTools === true
      ? ["Other rules for tools that a server offers only later: new_tools"]
      : []),
    ...(freezes === true ? ["Other times by which rules decide: freezes"] : []),
    ...(isReordered ? ["The rules that stay come in another order."] : []),
  ];
}

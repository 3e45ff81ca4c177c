import { demandsTwoOwners, TWO_OWNERS } from "../../domain/authority/owners-change.ts";
import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json-equal.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { allowsMore } from "../../domain/policy/allows-more.ts";
import { policyChanges } from "../../domain/policy/changes.ts";
import { isWholePolicy } from "../../domain/policy/stored-policy.ts";
import { present } from "../../domain/present.ts";
import type { Change, StoredPolicy } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";
import { operatorsOf } from "../deciders/list-operators.ts";
import { secondOwner } from "../people/second-owner.ts";

interface Asked {
  readonly workspace: WorkspaceId;
  /** Absent at the start of a server, when nobody could be asked. */
  readonly caller?: Caller | undefined;
  readonly policy: StoredPolicy;
  readonly former?: StoredPolicy | undefined;
  readonly withoutSecondOwner?: boolean | undefined;
}

/**
 * If the policy in force says `owners: 2`, a policy that may allow more adds this to its commit.
 */
export async function policySecondOwner(
  ctx: Context,
  { workspace, caller, policy, former, withoutSecondOwner = false }: Asked,
): Promise<Pick<Change, "writes" | "events">> {
  const nothing = { writes: [], events: [] };
  if (former === undefined || !demandsTwoOwners(former.source)) {
    if (demandsTwoOwners(policy.source)) await assertTwo(ctx, workspace);
    return nothing;
  }
  if (withoutSecondOwner) return nothing;
  const isWhole = isWholePolicy(former, ctx.digest.json);
  // Restores the policy that was put in force over one that was tampered with.
  if (!isWhole && policy.revision === former.revision) return nothing;
  const why = isWhole
    ? reasons(former.source, policy.source)
    : ["The policy in force was changed outside the server."];
  if (why.length === 0) return nothing;
  if (caller === undefined || !isWhole) throw onTheHost(why);
  return await secondOwner(ctx, caller, {
    tool: "change_policy",
    args: {
      former: former.revision,
      revision: policy.revision,
      allows_more: [...why],
      changes: changesOf(former.source, policy.source),
    },
    wants: "another policy in force, which may allow more.",
  });
}

/** A policy of an earlier version may no longer be readable, so it may have been stricter. */
function reasons(former: JsonObject, source: JsonObject): readonly string[] {
  try {
    return allowsMore(former, source);
  } catch (error) {
    if (!isEarshotError(error)) throw error;
    return ["The one in force cannot be read."];
  }
}

/** Everything that differs, before and after: an owner approves what they see. */
function changesOf(former: JsonObject, source: JsonObject): JsonObject {
  const { added, removed, changed, isReordered } = policyChanges(former, source);
  const [old, now] = [rulesOf(former), rulesOf(source)];
  const rule = (rules: readonly JsonObject[], name: string): Json =>
    rules.find((one) => one["name"] === name) ?? null;
  const keys = [...new Set([...Object.keys(former), ...Object.keys(source)])];
  const others = keys.filter(
    (key) => key !== "rules" && JSON.stringify(former[key]) !== JSON.stringify(source[key]),
  );
  const pairs = (entries: readonly (readonly [string, Json])[]) => Object.fromEntries(entries);
  const filled = (key: string, list: readonly Json[]) =>
    list.length === 0 ? {} : { [key]: [...list] };
  const pair = (name: string) => ({ from: rule(old, name), to: rule(now, name) });
  return {
    ...filled(
      "rules_added",
      added.map((name) => rule(now, name)),
    ),
    ...filled(
      "rules_removed",
      removed.map((name) => rule(old, name)),
    ),
    ...filled("rules_changed", changed.map(pair)),
    ...present({ order: isReordered ? now.map(({ name }) => String(name)) : undefined }),
    ...pairs(others.map((key) => [key, { from: former[key] ?? null, to: source[key] ?? null }])),
  };
}

function rulesOf(source: JsonObject): readonly JsonObject[] {
  const rules = source["rules"];
  return Array.isArray(rules) ? (rules as readonly Json[]).filter(isJsonObject) : [];
}

/** With a single owner, it would lock everybody out of what it demands two for, itself included. */
async function assertTwo(ctx: Context, workspace: WorkspaceId): Promise<void> {
  const able = (await operatorsOf(ctx, workspace)).filter(
    ({ principal, keys, webSessions, passkeys }) =>
      principal.role === "owner" && keys + webSessions + passkeys > 0,
  );
  if (able.length >= TWO_OWNERS) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `The policy says owners: ${TWO_OWNERS}, and ${able.length} can get in: nobody could give the second yes. Have another owner sign in first: npx earshot operators add NAME --role owner.`,
    { details: { reason: "one_owner", owners: able.length } },
  );
}

function onTheHost(why: readonly string[]): EarshotError {
  return new EarshotError(
    "NOT_ALLOWED",
    `The policy in force wants a second owner's yes for this one (owners: ${TWO_OWNERS}), and a start has nobody to ask. ${why.join(" ")} Apply it while the server runs: npx earshot policy apply. If the other owners cannot be reached: earshot start --policy FILE --without-second-owner.`,
    { details: { reason: "second_owner", why } },
  );
}

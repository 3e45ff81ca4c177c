import type { Context } from "../core/call/context.ts";
import { type Founded, found } from "../core/callers/bootstrap.ts";
import { type NoKey, restoreKey } from "../core/keys/restore-key.ts";
import { putPolicy } from "../core/policy/apply-policy.ts";
import { isEarshotError } from "../domain/errors.ts";
import { DEFAULT_WORKSPACE } from "../domain/id.ts";
import type { JsonObject } from "../domain/json.ts";
import { readKeyFile, writeKeyFile } from "../system/data-folder.ts";

export interface PolicyChoice {
  /** The policy to put in force, in the form of `earshot.yaml`; the one before stays if absent. */
  readonly policy?: JsonObject;
  /**
   * Puts `policy` in force although the current one demands a second owner's yes for it. Without
   * `policy` it takes that demand off the current one.
   */
  readonly withoutSecondOwner?: boolean | undefined;
}

export async function preparePolicy(
  ctx: Context,
  { policy, withoutSecondOwner = false }: PolicyChoice,
): Promise<void> {
  const workspace = DEFAULT_WORKSPACE;
  // A given policy mends a change in the record. Without one there is nothing to start on.
  const source = policy ?? (await standIn());
  if (source !== undefined) await putPolicy(ctx, { workspace, source, withoutSecondOwner });

  async function standIn(): Promise<JsonObject | undefined> {
    const { stored } = await ctx.policies.of(workspace);
    if (stored === undefined || !withoutSecondOwner) return undefined;
    const { owners: _, ...alone } = stored.source;
    return alone;
  }
}

/** Creates the workspace on the first start and writes the files of its keys. */
export async function foundRecord(ctx: Context, root: string): Promise<void> {
  const isNew = (await ctx.store.listWorkspaces()).length === 0;
  const founded = isNew ? await foundFirst(ctx) : undefined;
  if (founded === undefined) return;
  writeKeyFile(root, "operator", founded.owner.secret);
  writeKeyFile(root, "agent", founded.agent.secret);
}

/** Why a folder has no operator's key. `database` means that only the first node makes one. */
export type NoOperatorKey = NoKey | "database";

/**
 * Writes the missing files of keys if it `restores`. Call it once the policy of the start is in force,
 * because that decides whether a start may make a key. Returns why the folder has no operator's key.
 */
export async function restoreKeyFiles(
  ctx: Context,
  { root, restores }: { readonly root: string; readonly restores: boolean },
): Promise<NoOperatorKey | undefined> {
  let without: NoOperatorKey | undefined;
  for (const name of ["operator", "agent"] as const) {
    if (readKeyFile(root, name) !== undefined) continue;
    const key = restores ? await restoreKey(ctx, name) : ({ none: "database" } as const);
    if ("secret" in key) writeKeyFile(root, name, key.secret);
    else if (name === "operator") without = key.none;
  }
  return without;
}

/** Undefined if another node was faster. */
async function foundFirst(ctx: Context): Promise<Founded | undefined> {
  try {
    return await found(ctx, { owner: "operator", agent: "agent" });
  } catch (error) {
    if (isEarshotError(error, "CONFLICT")) return undefined;
    throw error;
  }
}

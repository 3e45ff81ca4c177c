import { type Founded, found } from "./core/bootstrap.ts";
import type { Context } from "./core/context.ts";
import { putPolicy } from "./core/policy.ts";
import { restoreKey } from "./core/restore-key.ts";
import { isEarshotError } from "./domain/errors.ts";
import { DEFAULT_WORKSPACE } from "./domain/id.ts";
import type { JsonObject } from "./domain/json.ts";
import { readKeyFile, writeKeyFile } from "./system/data-folder.ts";

export interface PolicyChoice {
  /** The policy to put in force, in the form of `earshot.yaml`; the one before stays where absent. */
  readonly policy?: JsonObject;
  /** The same, put in force only where none was ever applied. */
  readonly firstPolicy?: JsonObject;
  /** `policy` is put in force though the one before demands a second owner's yes for it. */
  readonly withoutSecondOwner?: boolean | undefined;
}

export async function preparePolicy(
  ctx: Context,
  { policy, firstPolicy, withoutSecondOwner = false }: PolicyChoice,
): Promise<void> {
  const workspace = DEFAULT_WORKSPACE;
  const isFirst = async () => (await ctx.policies.of(workspace)).stored === undefined;
  // One that is given mends what was changed in the record; without one there is nothing to start on.
  const source = policy ?? ((await isFirst()) ? firstPolicy : undefined);
  if (source !== undefined) await putPolicy(ctx, { workspace, source, withoutSecondOwner });
}

/**
 * Founds the workspace on the first start, and where it `restores`, writes the files of keys that are
 * not there; none for an operator who was removed, or whose key wants a second owner's yes.
 */
export async function prepareKeys(
  ctx: Context,
  { root, restores }: { readonly root: string; readonly restores: boolean },
): Promise<void> {
  const isNew = (await ctx.store.listWorkspaces()).length === 0;
  const founded = isNew ? await foundFirst(ctx) : undefined;
  if (founded !== undefined) {
    writeKeyFile(root, "operator", founded.owner.secret);
    writeKeyFile(root, "agent", founded.agent.secret);
    return;
  }
  if (!restores) return;
  for (const name of ["operator", "agent"] as const) {
    if (readKeyFile(root, name) !== undefined) continue;
    const secret = await restoreKey(ctx, name);
    if (secret !== undefined) writeKeyFile(root, name, secret);
  }
}

/** Undefined where another node was faster. */
async function foundFirst(ctx: Context): Promise<Founded | undefined> {
  try {
    return await found(ctx, { owner: "operator", agent: "agent" });
  } catch (error) {
    if (isEarshotError(error, "CONFLICT")) return undefined;
    throw error;
  }
}

import { EarshotError } from "../../domain/errors.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import { skeleton } from "../../domain/look-alikes.ts";
import type { Context } from "../call/context.ts";

/** Throws INVALID_INPUT for a new name that a reader could mistake for a known one. */
export async function assertDistinctName(
  ctx: Context,
  { workspace, name }: { readonly workspace: WorkspaceId; readonly name: string },
): Promise<void> {
  const people = await ctx.store.listPrincipals(workspace, "person");
  const alike = people.find((known) => skeleton(known.name) === skeleton(name));
  if (alike === undefined) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `The name ${JSON.stringify(name)} looks like that of ${JSON.stringify(alike.name)}, who is known here: they differ in capitals or in letters that look the same. Choose another.`,
    { details: { name, known: alike.name, reason: "look_alike_name" } },
  );
}

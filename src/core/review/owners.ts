import type { WorkspaceId } from "../../domain/id.ts";
import type { PersonPrincipal } from "../../domain/people/principal.ts";
import type { Context } from "../call/context.ts";
import { deciders } from "../deciders/may-decide.ts";

/** The owners who can decide now, whoever was first originally. */
export async function ownersOf(
  ctx: Context,
  workspace: WorkspaceId,
): Promise<readonly PersonPrincipal[]> {
  const people = await ctx.store.listPrincipals(workspace, "person");
  const can = new Set<string>(deciders(await ctx.people.keys(workspace)));
  return people
    .filter((one): one is PersonPrincipal => one.kind === "person" && one.role === "owner")
    .filter(({ id }) => can.has(id))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

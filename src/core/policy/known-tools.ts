import type { WorkspaceId } from "../../domain/id.ts";
import { type PinnedTool, pinnedTools } from "../../domain/policy/typed/check-typed.ts";
import type { Context } from "../call/context.ts";

/** The tools that agents have, as far as these tell what they take. */
export async function knownTools(
  { store }: Pick<Context, "store">,
  workspace: WorkspaceId,
): Promise<readonly PinnedTool[]> {
  const pins = await store.listToolPins(workspace);
  return pinnedTools(pins, await store.listPrincipals(workspace, "agent"));
}

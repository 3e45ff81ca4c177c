import type { WorkspaceId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import type { Write } from "../../ports/store/store.ts";
import { type Context, nowOf } from "../call/context.ts";
import { usesOf } from "./skills.ts";

/** The log can hold this many names. */
const MAX_NAMES = 500;

/** Logs which skills agents read in the last day, and which nobody read for a week. */
export async function countSkills(
  ctx: Context,
  workspace: WorkspaceId,
  guardOf: () => readonly Write[] | undefined,
): Promise<void> {
  for (const profile of await ctx.store.listAgentProfiles(workspace)) {
    if (profile.skills.length === 0) continue;
    const uses = await usesOf(ctx, profile);
    const read = uses.filter(({ reads }) => reads.day > 0).length;
    const unread = uses.filter(({ recommendation }) => recommendation !== undefined);
    const writes = guardOf();
    if (writes === undefined) return;
    const names = unread.map(({ name }) => name).join(", ");
    await ctx.commit({
      workspace,
      writes,
      events: [
        {
          type: "skills.counted",
          at: nowOf(ctx),
          subject: profile.agent,
          agent: profile.agent,
          data: {
            kind: `${read} of ${uses.length} read`,
            ...present({
              name: names === "" ? undefined : `unread for a week: ${names}`.slice(0, MAX_NAMES),
            }),
          },
        },
      ],
    });
  }
}

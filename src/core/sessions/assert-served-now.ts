import type { AgentPrincipal } from "../../domain/people/principal.ts";
import type { Context } from "../call/context.ts";
import { assertServed } from "../call/served.ts";

/** Throws NOT_ALLOWED for an agent that was halted since its call was let in. */
export async function assertServedNow(
  { people }: Pick<Context, "people">,
  { workspace, id }: Pick<AgentPrincipal, "workspace" | "id">,
): Promise<void> {
  const now = await people.find(workspace, id);
  if (now !== undefined) assertServed(now);
}

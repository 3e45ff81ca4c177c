import { EarshotError } from "../domain/errors.ts";
import { DEFAULT_WORKSPACE } from "../domain/id.ts";
import { assertNotOwnAgents, OWN_AGENTS } from "../domain/people/own-agents.ts";
import type { Principal } from "../domain/people/principal.ts";
import type { Earshot } from "../ports/earshot/earshot.ts";
import type { Context } from "./call/context.ts";
import { assertServed } from "./call/served.ts";
import { callerWithAllRights } from "./callers/bootstrap.ts";
import { newPrincipal } from "./callers/principals.ts";
import { createEarshot } from "./create-earshot.ts";

/**
 * Earshot in process as the agent of this name, which is created if it does not exist. There is no
 * key for a door to check, so every call checks whether the agent is halted.
 */
export async function asAgent(ctx: Context, name: string): Promise<Earshot> {
  if (OWN_AGENTS.includes(name)) assertNotOwnAgents(name);
  const agent = (await findAgent(ctx, name)) ?? (await makeAgent(ctx, name));
  const { workspace, id } = agent;
  return new Proxy(createEarshot(ctx, callerWithAllRights(agent)), {
    get(earshot, property) {
      const member: unknown = Reflect.get(earshot, property);
      if (typeof member !== "function") return member;
      return async (...args: readonly unknown[]) => {
        assertServed((await ctx.people.find(workspace, id)) ?? agent);
        return await Reflect.apply(member, earshot, args);
      };
    },
  });
}

function findAgent({ store }: Context, name: string): Promise<Principal | undefined> {
  return store.findPrincipalByName({ workspace: DEFAULT_WORKSPACE, kind: "agent", name });
}

async function makeAgent(ctx: Context, name: string): Promise<Principal> {
  const workspace = DEFAULT_WORKSPACE;
  const { principal, writes, events } = newPrincipal(ctx, { workspace, kind: "agent", name });
  const done = await ctx.commit({ workspace, writes, events });
  if (done.outcome === "committed") return principal;
  // Another node was faster.
  const found = await findAgent(ctx, name);
  if (found !== undefined) return found;
  throw new EarshotError("CONFLICT", `The agent ${name} could not be made. Start again.`);
}

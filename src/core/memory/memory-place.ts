import { EarshotError } from "../../domain/errors.ts";
import type { PrincipalId } from "../../domain/id.ts";
import { checkRunName, type MemoryPlace, PEOPLE } from "../../domain/memory/memory.ts";
import type { AgentPrincipal, Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import type { MemoryScope } from "../../ports/earshot/memory.ts";
import { notFound } from "../call/access.ts";
import type { Context } from "../call/context.ts";

/** A place the caller may read: an agent its own and the people's, people all. */
export async function placeToRead(
  ctx: Context,
  caller: Caller,
  scope: MemoryScope,
): Promise<MemoryPlace> {
  requireRight(caller, "memory");
  const { workspace } = caller.principal;
  const { namespace = "own", run } = scope;
  if (namespace === "people") {
    checkPeopleScope(scope);
    return { workspace, agent: PEOPLE, run: "" };
  }
  if (run !== undefined) checkRunName(run);
  const agent =
    caller.principal.kind === "agent"
      ? ownAgent(caller.principal, scope.agent)
      : await agentNamed(ctx, caller, scope.agent);
  return { workspace, agent, run: run ?? "" };
}

/** A place the caller may write: an agent its own, people theirs. */
export async function placeToWrite(
  ctx: Context,
  caller: Caller,
  scope: MemoryScope,
): Promise<MemoryPlace> {
  const place = await placeToRestore(ctx, caller, scope);
  if (caller.principal.kind !== "agent" && place.agent !== PEOPLE) {
    throw notAllowed(
      'Only the agent itself writes to its own memory. Write for all agents with the namespace "people"; an earlier version can be restored.',
    );
  }
  return place;
}

/** A place whose earlier versions the caller may restore; people may do so for an agent. */
export async function placeToRestore(
  ctx: Context,
  caller: Caller,
  scope: MemoryScope,
): Promise<MemoryPlace> {
  const place = await placeToRead(ctx, caller, scope);
  const { principal } = caller;
  if (principal.kind === "agent" && place.agent === PEOPLE) {
    throw notAllowed(
      'Only people write to the namespace "people". Write to your own, or ask an operator to write it.',
    );
  }
  if (principal.kind === "person" && principal.role === "viewer") {
    throw notAllowed(
      "A viewer reads memory and changes nothing in it. Use the key of an owner or approver.",
    );
  }
  return place;
}

function checkPeopleScope({ agent, run }: MemoryScope): void {
  if (agent === undefined && run === undefined) return;
  throw new EarshotError(
    "INVALID_INPUT",
    'The namespace "people" is one for all agents and runs. Leave "agent" and "run" out.',
  );
}

function ownAgent({ id, name }: AgentPrincipal, named: string | undefined): PrincipalId {
  if (named === undefined || named === name) return id;
  throw notAllowed('An agent reaches its own memory only. Leave "agent" out.');
}

async function agentNamed(
  ctx: Context,
  { principal: { workspace } }: Caller,
  name: string | undefined,
): Promise<PrincipalId> {
  if (name === undefined) {
    throw new EarshotError(
      "INVALID_INPUT",
      'Say whose memory is meant: name the "agent", or take the namespace "people".',
    );
  }
  const agent = await ctx.store.findPrincipalByName({ workspace, kind: "agent", name });
  if (agent === undefined) throw notFound("agent", JSON.stringify(name));
  return agent.id;
}

/** For a key that has been checked. */
export function noEntry(key: string, version?: number): EarshotError {
  const what = version === undefined ? `no entry ${key}` : `no version ${version} of ${key}`;
  const next =
    version === undefined
      ? "List shows the keys there are."
      : "The history of the key shows what is kept.";
  return new EarshotError("NOT_FOUND", `There is ${what} in this memory. ${next}`, {
    details: { key, ...present({ version }) },
  });
}

function notAllowed(message: string): EarshotError {
  return new EarshotError("NOT_ALLOWED", message);
}

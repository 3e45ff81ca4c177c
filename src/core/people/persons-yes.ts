import { PERSON_ARGUMENT, type PersonsTool } from "../../domain/authority/owners-change.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Caller, PersonPrincipal } from "../../domain/people/principal.ts";
import type { OpenAuthorization } from "../../domain/requests/request.ts";
import type { Context } from "../call/context.ts";
import { deciders } from "../deciders/may-decide.ts";
import { type Approved, usedYes } from "./used-yes.ts";

/** What lets somebody else act in a person's name, as that person is shown it. */
export interface InTheirName {
  readonly person: PersonPrincipal;
  readonly tool: PersonsTool;
  /** Everything that identifies it; the person and who wants it are added. */
  readonly args: JsonObject;
  readonly wants: string;
}

/**
 * What a change adds to its commit that lets somebody else act in a person's name: that person's own
 * approval of exactly this, see `usedYes`. PERSONS_YES_NEEDED is thrown until there is one.
 */
export async function personsYes(
  ctx: Context,
  caller: Caller,
  { person, tool, args, wants }: InTheirName,
): Promise<Approved> {
  await assertCanSayYes(ctx, person);
  return await usedYes(ctx, {
    tool,
    args: { [PERSON_ARGUMENT]: person.name, ...args },
    wants,
    caller,
    waits,
    whom: async () => [person.name],
  });
}

async function assertCanSayYes(ctx: Context, person: PersonPrincipal): Promise<void> {
  const { id, name, role, workspace } = person;
  const holders = deciders(await ctx.people.keys(workspace));
  const people = await ctx.people.withPasskey(workspace);
  const canDecide = holders.includes(id) || people.some((one) => one.id === id);
  if (role !== "viewer" && canDecide) return;
  throw new EarshotError(
    "NOT_ALLOWED",
    `Nothing was changed: ${name} can get in, so this is theirs to make: npx earshot keys create --operator ${JSON.stringify(name)}, with their own key. If they have lost it, revoke it first: npx earshot keys list.`,
    { details: { id, reason: "theirs_to_make" } },
  );
}

function waits({ id, to, expiresAt }: OpenAuthorization): EarshotError {
  const who = to.join(" or ");
  return new EarshotError(
    "PERSONS_YES_NEEDED",
    `Nothing was changed yet: a person's keys are their own, and ${who} can get in. ${who} can agree, in the inbox or by npx earshot approve ${id}. Then do the same again. If they have lost their keys, revoke those first: npx earshot keys list.`,
    { details: { id, people: to, expiresAt } },
  );
}

import { EarshotError } from "../../domain/errors.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import { endUserNamed } from "../../domain/people/end-user.ts";
import type { Caller, PersonPrincipal, Principal } from "../../domain/people/principal.ts";
import { isRoleName, namesRole, roleNameOf } from "../../domain/people/role-names.ts";
import type { Context } from "../call/context.ts";
import { deciders } from "./may-decide.ts";

export const MAX_ASKED = 20;
/** How many names an error tells. */
const MOST_TOLD = 10;

/**
 * The names, each once; `role:owner` becomes the names of everybody with that role now. Throws
 * INVALID_INPUT for an unknown name, or a role that nobody has.
 */
export function operatorsNamed(
  ctx: Context,
  caller: Caller,
  names: readonly string[],
): Promise<readonly string[]> {
  const otherwise = ' Leave "to" out to ask any operator.';
  return namesOf(ctx, caller, { names, otherwise, withEndUsers: true });
}

/** As `operatorsNamed`, where nobody is meant by leaving them out. */
export function peopleNamed(
  ctx: Context,
  caller: Caller,
  names: readonly string[],
): Promise<readonly string[]> {
  return namesOf(ctx, caller, { names, otherwise: "" });
}

interface Names {
  readonly names: readonly string[];
  /** What can be done instead of naming somebody. */
  readonly otherwise: string;
  /** Users of services count too, as `SERVICE:USER`. */
  readonly withEndUsers?: true;
}

type Named = Omit<Names, "names"> & { readonly name: string };

async function namesOf(
  ctx: Context,
  caller: Caller,
  { names, ...how }: Names,
): Promise<readonly string[]> {
  if (names.length > MAX_ASKED) {
    throw new EarshotError("INVALID_INPUT", `At most ${MAX_ASKED} operators can be named at once.`);
  }
  const found: string[] = [];
  for (const name of names) {
    if (isRoleName(name)) found.push(...(await ofRole(ctx, caller, { name, ...how })));
    else found.push(await ofName(ctx, caller, { name, ...how }));
  }
  return [...new Set(found)];
}

async function ofName(
  ctx: Context,
  { principal }: Caller,
  { name, otherwise, withEndUsers }: Named,
): Promise<string> {
  const { workspace } = principal;
  const user = withEndUsers === true ? endUserNamed(name) : undefined;
  if (user !== undefined) return await ofUser(ctx, workspace, { name, ...user });
  const person = await ctx.store.findPrincipalByName({ workspace, kind: "person", name });
  if (person !== undefined) return name;
  const role = namesRole(name)
    ? " The roles that can be asked are role:owner and role:approver."
    : "";
  const people = await ctx.store.listPrincipals(workspace, "person");
  const other = people.find((one) => one.name.toLowerCase() === name.toLowerCase());
  const hint =
    other === undefined
      ? await whoThereIs(ctx, principal)
      : ` There is ${JSON.stringify(other.name)}: capitals count.`;
  throw new EarshotError(
    "INVALID_INPUT",
    `There is no operator named ${JSON.stringify(name)} here.${hint}${role}${otherwise}`,
    { details: { name } },
  );
}

/** For people alone: an agent learns only whom it can reach, and where it asks for that. */
async function whoThereIs(ctx: Context, { kind, workspace }: Principal): Promise<string> {
  const people = kind === "person" ? await operatorsNow(ctx, workspace) : [];
  if (people.length === 0) return "";
  const names = people.slice(0, MOST_TOLD).map((one) => one.name);
  const more = people.length > MOST_TOLD ? ` and ${people.length - MOST_TOLD} more` : "";
  return ` There ${people.length === 1 ? "is" : "are"} ${names.join(", ")}${more}.`;
}

/** An operator, or whoever a service calls so, as far as approving goes. */
export async function personNamed(
  ctx: Context,
  workspace: WorkspaceId,
  name: string,
): Promise<(Pick<Principal, "kind" | "name"> & Partial<Principal>) | undefined> {
  if (endUserNamed(name) !== undefined) return { kind: "person", name };
  return await ctx.store.findPrincipalByName({ workspace, kind: "person", name });
}

/** Whom a service calls its user is known to the service alone; that there is such a service is known here. */
async function ofUser(
  ctx: Context,
  workspace: WorkspaceId,
  { name, service }: { readonly name: string; readonly service: string },
): Promise<string> {
  const kind = "service";
  const found = await ctx.store.findPrincipalByName({ workspace, kind, name: service });
  if (found !== undefined) return name;
  throw new EarshotError(
    "INVALID_INPUT",
    `${JSON.stringify(name)} is the user of a service, and there is no service named ${JSON.stringify(service)} here.`,
    { details: { name } },
  );
}

async function ofRole(
  ctx: Context,
  { principal }: Caller,
  { name, otherwise }: Named,
): Promise<readonly string[]> {
  const people = await operatorsNow(ctx, principal.workspace);
  const named = people.filter((person) => roleNameOf(person) === name).map((person) => person.name);
  if (named.length > 0) return named;
  throw new EarshotError("INVALID_INPUT", `Nobody here has ${name}.${otherwise}`, {
    details: { name },
  });
}

/** People who can decide now, or can sign in to. */
export async function operatorsNow(
  ctx: Context,
  workspace: Caller["principal"]["workspace"],
): Promise<readonly PersonPrincipal[]> {
  const [keys, withPasskey, all] = await Promise.all([
    ctx.people.keys(workspace),
    ctx.people.withPasskey(workspace),
    ctx.store.listPrincipals(workspace, "person"),
  ]);
  const ids = new Set<string>([...deciders(keys), ...withPasskey.map(({ id }) => id)]);
  return all.filter((one): one is PersonPrincipal => one.kind === "person" && ids.has(one.id));
}

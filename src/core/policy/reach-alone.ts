import { reachAlone } from "../../domain/alone/reach.ts";
import type {
  World,
  WorldAgent,
  WorldKey,
  WorldPerson,
  WorldService,
} from "../../domain/alone/world.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { PrincipalId } from "../../domain/id.ts";
import { MAX_REACHING } from "../../domain/limits.ts";
import { OWN_AGENTS } from "../../domain/people/own-agents.ts";
import type { Caller, Key, Principal } from "../../domain/people/principal.ts";
import { effectiveRights, requireRight, seesAll } from "../../domain/people/rights.ts";
import { readyPolicy } from "../../domain/policy/checks/ready-policy.ts";
import type { CompiledPolicy } from "../../domain/policy/decide.ts";
import { readPolicy } from "../../domain/policy/read-policy.ts";
import { present } from "../../domain/present.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { PersonsReach, ReachAloneInput } from "../../ports/earshot/authority.ts";
import type { KeyOwner } from "../../ports/store/store.ts";
import { notFound } from "../call/access.ts";
import { type Context, nowOf } from "../call/context.ts";
import { isGoodKey } from "../callers/web-session-key.ts";
import { makersOf } from "../deciders/makers.ts";
import { ownersOfAgent } from "../deciders/may-decide.ts";

/** What each person, or the one named, brings about alone under the policy in force or another. */
export async function whatOneCanDo(
  ctx: Context,
  caller: Caller,
  { person: name, source }: ReachAloneInput = {},
): Promise<{ readonly items: readonly PersonsReach[] }> {
  requireRight(caller, "audit");
  if (!seesAll(caller)) {
    throw new EarshotError("NOT_ALLOWED", "What people can do is for people and services to read.");
  }
  const { workspace } = caller.principal;
  const inForce = await ctx.policies.of(workspace);
  const rules =
    source === undefined
      ? inForce.compiled
      : await readyPolicy(readPolicy(source), ctx.expressions);
  const world = await worldOf(ctx, workspace, rules);
  const asked = world.people.filter((one) => name === undefined || one.name === name);
  if (name !== undefined && asked.length === 0) throw notFound("operator", name);
  const items = asked.slice(0, MAX_REACHING).map(
    (person): PersonsReach => ({
      name: person.name,
      role: person.role,
      ...reachAlone(world, person.name),
    }),
  );
  return { items };
}

async function worldOf(
  ctx: Context,
  workspace: string,
  { policy, expressions }: CompiledPolicy,
): Promise<World> {
  const [keys, invited, principals, agents, services] = await Promise.all([
    ctx.store.listKeys(workspace),
    ctx.store.listInvitations(workspace),
    ctx.store.listPrincipals(workspace, "person"),
    ctx.store.listPrincipals(workspace, "agent"),
    ctx.store.listPrincipals(workspace, "service"),
  ]);
  // The server's own agents have no key, and run nothing.
  const programs = agents.filter(({ name }) => !OWN_AGENTS.includes(name));
  const now = nowOf(ctx);
  const good = keys.map(({ key }) => key).filter((key) => isGoodKey(key, now));
  const open = invited
    .map(({ key }) => key)
    .filter(({ revokedAt, invitation }) => revokedAt === undefined && isOpen(invitation, now));
  const names = new Map<PrincipalId, string>(principals.map(({ id, name }) => [id, name]));
  return {
    policy,
    ...present({ expressions }),
    people: await Promise.all(
      principals.map((one) => personOf(ctx, one, { keys, good, open, names })),
    ),
    agents: await Promise.all(
      programs.map((one) => agentOf(ctx, one, { keys, good, open, names })),
    ),
    services: services.map((one) => serviceOf(one, { keys, good, open, names })),
  };
}

function isOpen(invitation: Key["invitation"], now: Timestamp): boolean {
  return invitation !== undefined && invitation.expiresAt > now;
}

interface Known {
  /** Ended ones too. */
  readonly keys: readonly KeyOwner[];
  readonly good: readonly Key[];
  /** Invitations that can still be accepted. */
  readonly open: readonly Key[];
  readonly names: ReadonlyMap<PrincipalId, string>;
}

async function personOf(
  { store }: Context,
  principal: Principal,
  { keys, good, open, names }: Known,
): Promise<WorldPerson> {
  const { id, workspace, name } = principal;
  if (principal.kind !== "person") throw new Error(`${id} is no person.`);
  const [passkeys, passphrase] = await Promise.all([
    store.listPasskeys(workspace, id),
    store.findPassphrase(workspace, id),
  ]);
  const toWorld = (key: Key): WorldKey => {
    const stranger = makersOf(keys, key).find((maker) => maker !== id);
    return {
      rights: effectiveRights(principal, key.scopes),
      unattended: key.unattended === true,
      ...present({ madeBy: stranger && names.get(stranger) }),
    };
  };
  const isTheirs = (key: Key) => key.principal === id;
  return {
    name,
    role: principal.role,
    keys: good.filter(isTheirs).map(toWorld),
    invitations: open.filter(isTheirs).map(toWorld),
    hasPasskey: passkeys.length > 0,
    hasPassphrase: passphrase !== undefined,
  };
}

/** Only a key with the right to tell makes tokens for its users. */
function serviceOf(principal: Principal, { keys, good, names }: Known): WorldService {
  const { id, name } = principal;
  const speaking = good.filter(
    (key) => key.principal === id && effectiveRights(principal, key.scopes).has("tell"),
  );
  return {
    name,
    heldBy: namesOf(
      speaking.flatMap((key) => makersOf(keys, key)),
      names,
    ),
  };
}

function namesOf(ids: Iterable<PrincipalId>, names: Known["names"]): readonly string[] {
  return [...new Set(ids)].flatMap((one) => names.get(one) ?? []);
}

async function agentOf(ctx: Context, principal: Principal, known: Known): Promise<WorldAgent> {
  const { id, workspace, name } = principal;
  const own = known.good.filter((key) => key.principal === id);
  const makers = own.flatMap((key) => makersOf(known.keys, key));
  return {
    name,
    ownedBy: namesOf(await ownersOfAgent(ctx, { workspace, agent: id }), known.names),
    heldBy: namesOf(makers, known.names),
    isHalted: principal.kind === "agent" && principal.haltedAt !== undefined,
  };
}

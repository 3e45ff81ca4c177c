import type { DatabaseSync } from "node:sqlite";
import type { Context } from "../../src/core/call/context.ts";
import { createAuthenticate } from "../../src/core/callers/authenticate.ts";
import { found } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { isEarshotError } from "../../src/domain/errors.ts";
import type { RequestId } from "../../src/domain/id.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type { Right } from "../../src/domain/people/principal.ts";
import { present } from "../../src/domain/present.ts";
import { asAuthorization } from "../../src/domain/requests/request.ts";
import type { CreatedKey, Earshot } from "../../src/ports/earshot/earshot.ts";
import { createFakeClock } from "../../src/testing/fake-clock.ts";
import { createRandom, type Random } from "../../src/testing/simulator/random.ts";
import { openContext } from "../support/context.ts";
import { openEmptyRecord } from "../support/empty-record.ts";

/** Three people, of whom ana is the first owner, and the agents scout, of hers, and rival. */
export const PEOPLE = ["ana", "ben", "cleo"] as const;
export type Name = (typeof PEOPLE)[number];

/** A secret, and in whose name it lets its holder act. */
export interface Secret {
  readonly kind: "person" | "agent";
  readonly name: string;
  readonly secret: string;
  /** Who has seen it. */
  readonly seenBy: readonly Name[];
}

/** A record of three people and two agents, as bytes that can be opened again and again. */
export interface ThreeAndTwo {
  readonly policy: JsonObject;
  readonly bytes: Uint8Array;
  readonly secrets: readonly Secret[];
}

export const passphraseOf = (name: string) => `five wet horses of ${name} ran home`;

/** A record in memory, and whom a secret lets in. */
export interface Opened {
  readonly ctx: Context;
  readonly database: DatabaseSync;
  /** Undefined if it lets nobody in. */
  as(secret: string): Promise<Earshot | undefined>;
  close(): Promise<void>;
}

export async function openWorld(bytes?: Uint8Array): Promise<Opened> {
  const database = await openEmptyRecord();
  if (bytes !== undefined) database.deserialize(bytes);
  const { ctx, close } = await openContext(createFakeClock(), database);
  return {
    ctx,
    database,
    async as(secret) {
      const caller = await createAuthenticate(ctx)(secret);
      return caller && createEarshot(ctx, caller);
    },
    async close() {
      await close();
      database.close();
    },
  };
}

/** What a world is made of; the same seed gives the same. */
interface Plan {
  readonly roles: Readonly<Record<Name, "owner" | "approver" | "viewer">>;
  readonly rivalOf: Name;
  readonly proving: readonly Name[];
  /** Whom a key carries less than all for, and what. */
  readonly narrowed: Readonly<Partial<Record<Name, readonly Right[]>>>;
  /** People with a key for scripts of their own. */
  readonly unattended: readonly Name[];
  /** People in whose name ana has made a key, with their yes. */
  readonly borrowed: readonly Name[];
  /** Shut out before it begins. */
  readonly gone: readonly Name[];
  readonly policy: JsonObject;
}

export async function worldOf(seed: number): Promise<ThreeAndTwo> {
  return await buildWorld(planOf(createRandom(seed)));
}

function planOf(random: Random): Plan {
  const others = ["ben", "cleo"] as const;
  const role = () => random.pick(["owner", "approver", "approver", "viewer"] as const);
  const roles = { ana: "owner", ben: random.pick(["owner", "approver"] as const), cleo: role() };
  const owners = PEOPLE.filter((name) => roles[name] === "owner");
  const some = (names: readonly Name[], chance: number) =>
    names.filter(() => random.chance(chance));
  const narrow = random.chance(0.3) ? random.pick(others) : undefined;
  return {
    roles: roles as Plan["roles"],
    // Only a whole key of an owner makes an agent.
    rivalOf: random.pick(owners.filter((name) => name !== narrow)),
    proving: some(PEOPLE, 0.5),
    narrowed: narrow === undefined ? {} : { [narrow]: narrowedRights(random) },
    unattended: some(
      PEOPLE.filter((name) => roles[name] !== "viewer"),
      0.2,
    ),
    borrowed: some(
      others.filter((name) => roles[name] !== "viewer"),
      0.3,
    ),
    gone: random.chance(0.15) ? ["cleo"] : [],
    policy: policyOf(random, owners.length > 1 && random.chance(0.6)),
  };
}

function narrowedRights(random: Random): readonly Right[] {
  return random.pick([["read"], ["read", "decide"], ["read", "decide", "permit"]] as const);
}

function policyOf(random: Random, isTwo: boolean): JsonObject {
  const approvers = () =>
    random.pick<JsonObject>([
      {},
      {},
      { approvers: { roles: ["owner"] } },
      { approvers: { names: ["ana", "ben"] } },
      { approvers: { names: ["ben", "cleo", "dora"] } },
    ]);
  const asking = (name: string, tool: string): JsonObject => {
    const quorum = random.pick([1, 1, 2]);
    const level = random.pick(["MEDIUM", "MEDIUM", "HIGH", "CRITICAL"]);
    const edits = random.pick<JsonObject>([{}, {}, { edits: "none" }]);
    const hands = random.pick<JsonObject>([{}, {}, {}, { hands: "any" }]);
    return { name, tools: [tool], level, quorum, ...approvers(), ...edits, ...hands };
  };
  const reads: JsonObject = { name: "reads", tools: ["read"], decision: "allow" };
  const scouts = random.pick<JsonObject>([{}, { agents: ["scout"] }]);
  const rules = [
    asking("pays", "pay"),
    { ...asking("sends", "send"), ...random.pick<JsonObject>([{}, { agents: ["rival"] }]) },
    { ...reads, ...scouts },
    { name: "drops", tools: ["drop"], decision: "deny" },
  ];
  return {
    version: 1,
    rules: rules as JsonObject[],
    ...present({ owners: isTwo ? 2 : undefined }),
  };
}

async function buildWorld(plan: Plan): Promise<ThreeAndTwo> {
  const world = await openWorld();
  const { owner, agent } = await found(world.ctx, { owner: "ana", agent: "scout" });
  const ana = await known(world, owner.secret);
  const secrets: Secret[] = [
    { kind: "person", name: "ana", secret: owner.secret, seenBy: ["ana"] },
    { kind: "agent", name: "scout", secret: agent.secret, seenBy: [] },
  ];
  for (const name of ["ben", "cleo"] as const) {
    const secret = await secretOf(world, ana, { name, plan });
    secrets.push({ kind: "person", name, secret, seenBy: [name] });
  }
  const of = (name: Name) => known(world, secrets.find((one) => one.name === name)?.secret ?? "");
  const rival = await (await of(plan.rivalOf)).createKey({ kind: "agent", name: "rival" });
  secrets.push({ kind: "agent", name: "rival", secret: rival.secret, seenBy: [plan.rivalOf] });
  secrets.push(...(await moreKeys(ana, of, plan)));
  const proving = plan.proving.filter((name) => isWhole(plan, name));
  for (const name of proving) {
    await (await of(name)).setPassphrase({ passphrase: passphraseOf(name) }, { via: "cli" });
  }
  const proof = present({ passphrase: proving.includes("ana") ? passphraseOf("ana") : undefined });
  for (const name of plan.gone) await remove(ana, name, proof);
  const policy = await applied(ana, plan.policy, proof);
  const bytes = world.database.serialize();
  await world.close();
  return { policy, bytes, secrets };
}

/** Whether they decide, and their key carries all that their role may. */
function isWhole({ roles, narrowed }: Plan, name: Name): boolean {
  return roles[name] !== "viewer" && narrowed[name] === undefined;
}

/** The secret of a person's only key, as narrow as it is planned. */
async function secretOf(
  world: Opened,
  ana: Earshot,
  { name, plan }: { readonly name: Name; readonly plan: Plan },
): Promise<string> {
  const made = await invite(ana, { name, role: plan.roles[name] });
  const scopes = plan.narrowed[name];
  if (scopes === undefined) return made.secret;
  const person = await known(world, made.secret);
  const kept = await person.createKey({ kind: "person", name, scopes });
  await person.revokeKey({ id: made.key.id });
  return kept.secret;
}

/** Keys for scripts, and those that ana made in the name of others. */
async function moreKeys(
  ana: Earshot,
  of: (name: Name) => Promise<Earshot>,
  plan: Plan,
): Promise<readonly Secret[]> {
  const made: Secret[] = [];
  for (const name of plan.unattended.filter((one) => isWhole(plan, one))) {
    const input = { kind: "person", name, unattended: true } as const;
    const { secret } = await (await of(name)).createKey(input);
    made.push({ kind: "person", name, secret, seenBy: [name] });
  }
  for (const name of plan.borrowed.filter((one) => isWhole(plan, one))) {
    const input = { kind: "person", name } as const;
    const { secret } = await afterYes(await of(name), () => ana.createKey(input));
    made.push({ kind: "person", name, secret, seenBy: [name, "ana"] });
  }
  return made;
}

/** Two owners are wanted only where two can get in. */
async function applied(ana: Earshot, planned: JsonObject, proof: object): Promise<JsonObject> {
  const { items } = await ana.listOperators();
  const owners = items.filter(
    ({ principal, keys }) => principal.kind === "person" && principal.role === "owner" && keys > 0,
  );
  const { owners: _, ...one } = planned;
  const source = owners.length > 1 ? planned : one;
  await ana.applyPolicy({ source, ...proof });
  return source;
}

async function known(world: Opened, secret: string): Promise<Earshot> {
  const earshot = await world.as(secret);
  if (earshot === undefined) throw new Error("A key lets nobody in.");
  return earshot;
}

/** Invites somebody and accepts the invitation at once. */
export async function invite(
  by: Earshot,
  of: { readonly name: string; readonly role?: Plan["roles"]["ana"]; readonly passphrase?: string },
): Promise<CreatedKey> {
  const { secret: invitation } = await by.createKey({ kind: "person", ...of });
  return await by.acceptInvitation({ invitation });
}

/** Does what waits for somebody's yes, with that yes. */
async function afterYes<T>(person: Earshot, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!isEarshotError(error, "PERSONS_YES_NEEDED")) throw error;
    await approveAs(person, error.details?.["id"] as RequestId);
    return await act();
  }
}

/** Approves at a terminal what is asked, with a passphrase where one is given. */
export async function approveAs(person: Earshot, id: RequestId, passphrase?: string) {
  const { digest } = asAuthorization((await person.show({ id })).request).authorization;
  const proof = present({ typed: digest.slice(0, 6), passphrase });
  return await person.approve({ id, digest, ...proof }, { via: "cli" });
}

/** Ends all that lets a person in. */
async function remove(by: Earshot, name: string, proof: object): Promise<void> {
  const { items } = await by.listOperators();
  const person = items.find(({ principal }) => principal.name === name);
  if (person !== undefined) await by.removeOperator({ id: person.principal.id, ...proof });
}

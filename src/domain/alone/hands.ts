import type { Demand } from "../authority/authorization.ts";
import { isApprover, needsOwnHand } from "../authority/authorization.ts";
import type { Right, Role } from "../people/principal.ts";
import { rightsOf } from "../people/rights.ts";
import type { Step, World, WorldKey, WorldPerson } from "./world.ts";

/** A person in whose name the attacker can act. */
export interface Hand {
  readonly person: string;
  readonly role: Role;
  readonly rights: ReadonlySet<Right>;
  /** Whose hand a vote given by it is. */
  readonly kind: "own" | "unattended" | "another's";
  /** Whether it can prove again that it is its person. */
  readonly proves: boolean;
  /** Whether it may change who decides, and the rules, as far as its rights go. */
  readonly manages: boolean;
  /** What has to be done before it can be used. */
  readonly steps: readonly Step[];
}

/** Everything that one person holds or can get hold of, without the yes of anybody else. */
export interface Attacker {
  readonly who: string;
  readonly world: World;
  /** What they hold now. */
  readonly held: readonly Hand[];
  /** People in whose place they can put themselves. */
  readonly taken: readonly Hand[];
  /** What lets them in people of their own invention; absent if nothing does. */
  readonly manager?: Hand;
}

export function attackerOf(world: World, who: string): Attacker {
  const held = world.people.flatMap((person) => handsOn(person, who));
  // For a change that gives power another owner has to prove who they are, by a hand of their own.
  const isFree = world.policy.owners === undefined;
  const manager = isFree ? held.find(isManager) : undefined;
  if (manager === undefined) return { who, world, held, taken: [] };
  const taken = world.people
    .filter(({ name, role }) => name !== who && role !== "viewer")
    .map((person) => takenOver(person, manager));
  return { who, world, held, taken, manager };
}

function handsOn(person: WorldPerson, who: string): readonly Hand[] {
  const { name, role } = person;
  if (name === who) return ownHands(person);
  const isUnproved = !person.hasPassphrase && !person.hasPasskey;
  const made = person.keys
    .filter(({ madeBy }) => madeBy === who)
    .map((key): Hand => {
      const { rights } = key;
      // A first passphrase is set by the person's own hand alone.
      const can = { proves: false, manages: isUnproved };
      return { person: name, role, rights, ...kindOf(key), ...can, steps: [] };
    });
  const says = `accepts the invitation of ${JSON.stringify(name)} that they made`;
  const accepted = person.invitations
    .filter(({ madeBy }) => madeBy === who)
    .map(({ rights }): Hand => {
      const steps: readonly Step[] = [{ move: "accept", says }];
      const can = { proves: isUnproved, manages: isUnproved };
      return { person: name, role, rights, kind: "own", ...can, steps };
    });
  return [...made, ...accepted];
}

/** Whoever has a passkey can sign in with all rights of their role. */
function ownHands(person: WorldPerson): readonly Hand[] {
  const { name, role, keys, hasPasskey } = person;
  const hands: Hand[] = keys.map((key) => {
    const { rights, unattended } = key;
    const can = { proves: !unattended, manages: !unattended };
    return { person: name, role, rights, ...kindOf(key), ...can, steps: [] };
  });
  if (!hasPasskey) return hands;
  const rights = new Set(allRights(person));
  return [
    ...hands,
    { person: name, role, rights, kind: "own", proves: true, manages: true, steps: [] },
  ];
}

function kindOf({ unattended, madeBy }: WorldKey): Pick<Hand, "kind"> {
  if (madeBy !== undefined) return { kind: "another's" };
  return { kind: unattended ? "unattended" : "own" };
}

function allRights({ name, role }: Pick<WorldPerson, "name" | "role">): readonly Right[] {
  const base = { id: "prn_any", workspace: "any", createdAt: "1970-01-01T00:00:00.000Z" } as const;
  return rightsOf({ ...base, kind: "person", name, role });
}

function isManager({ rights, manages }: Hand): boolean {
  return manages && rights.has("people");
}

/** A person who is shut out and invited again, and whose invitation the attacker accepts. */
function takenOver(person: WorldPerson, { rights: held }: Hand): Hand {
  const { name, role, hasPassphrase } = person;
  const shown = JSON.stringify(name);
  return {
    person: name,
    role,
    rights: new Set(allRights(person).filter((right) => held.has(right))),
    kind: "own",
    proves: !hasPassphrase,
    manages: !hasPassphrase,
    steps: [
      {
        move: "take_over",
        says: `ends all that lets ${shown} in, invites ${shown} again and accepts the invitation`,
      },
    ],
  };
}

/**
 * New people of the attacker's invention who may decide what is demanded, the likeliest first; none
 * if they can let nobody in. A rule may name somebody who is not there yet.
 */
export function invented(
  { manager, world }: Attacker,
  { demand, count }: { readonly demand: Demand; readonly count: number },
): readonly Hand[] {
  if (manager === undefined) return [];
  const { names, roles } = demand.approvers;
  const absent = names.filter((name) => !world.people.some((one) => one.name === name));
  const role = roles.includes("approver") || !roles.includes("owner") ? "approver" : "owner";
  const free = roles.length === 0 ? [] : freeNames(world, count);
  return [...absent, ...free]
    .map((name) => inventedAs({ name, role, manager }))
    .filter((hand) => canVote(hand, demand, world));
}

/** A new owner of the attacker's invention; undefined if they can make none. */
export function inventedOwner({ manager, world }: Attacker): Hand | undefined {
  return manager && inventedAs({ name: freeNames(world, 1)[0] ?? "", role: "owner", manager });
}

function inventedAs({
  name,
  role,
  manager,
}: {
  readonly name: string;
  readonly role: Role;
  readonly manager: Hand;
}): Hand {
  const rights = allRights({ name, role }).filter((right) => manager.rights.has(right));
  const says = `invites ${role === "owner" ? "an owner" : "an approver"} ${JSON.stringify(name)} and accepts the invitation: nobody checks that this is somebody else`;
  return {
    person: name,
    role,
    rights: new Set(rights),
    kind: "own",
    proves: true,
    manages: true,
    steps: [{ move: "invite", says }],
  };
}

function freeNames({ people }: World, count: number): readonly string[] {
  const base = ["newcomer", "stand-in"].find((one) =>
    people.every(({ name }) => !name.toLowerCase().startsWith(one)),
  );
  return Array.from({ length: count }, (_, index) =>
    index === 0 ? (base ?? "somebody") : `${base ?? "somebody"} ${index + 1}`,
  );
}

/** Whether a vote by this hand counts for what is demanded, the agent's owners aside. */
export function canVote(hand: Hand, demand: Demand, { people }: World): boolean {
  const { person: name, role, rights, kind, proves } = hand;
  if (!rights.has("decide") || role === "viewer") return false;
  if (!isApprover(demand, { kind: "person", name, role })) return false;
  if (demand.stepUp && !proves) return false;
  if (kind === "own" || !needsOwnHand(demand)) return true;
  // Where nobody else could decide, no hand could pass for a second person.
  return people.every((one) => one.name === name || !isDecider(one));
}

/** Whether somebody could decide anything at all. */
export function isDecider({ role, keys, hasPasskey }: WorldPerson): boolean {
  return role !== "viewer" && (hasPasskey || keys.some(({ rights }) => rights.has("decide")));
}

import { isAtLeast } from "../authority/action.ts";
import type { Demand } from "../authority/authorization.ts";
import { fillingOf } from "../authority/places.ts";
import { END_USER_ROLE } from "../people/end-user.ts";
import { compilePolicy } from "../policy/decide.ts";
import { type ExampleCall, exampleCalls } from "./example-calls.ts";
import {
  type Attacker,
  attackerOf,
  canVote,
  type Hand,
  invented,
  inventedOwner,
  isDecider,
} from "./hands.ts";
import { POWERS, type Power, type Reach, type Step, type World, type WorldAgent } from "./world.ts";

/**
 * What each call that the rules tell apart is to one person alone, and the rules for which no call was
 * found. Agents count as willing.
 */
export function reachAlone(
  world: World,
  who: string,
): { readonly reach: readonly Reach[]; readonly unseen: readonly string[] } {
  const attacker = attackerOf(world, who);
  const known = world.agents.map(({ name }) => name);
  const { calls, unseen } = exampleCalls(compilePolicy(world.policy, world.expressions), known);
  const reach = calls.map((call) => {
    const { tool, args, verdict } = call;
    return { tool, args, verdict, ...bestOf(attacker, call) };
  });
  return { reach, unseen };
}

interface Way {
  readonly power: Power;
  readonly steps: readonly Step[];
}

function bestOf(attacker: Attacker, call: ExampleCall): Way {
  const ways: readonly Way[] = [
    ...byRules(attacker, call),
    ...byPolicy(attacker, call),
    { power: "nothing", steps: [] },
  ];
  return ways.toSorted(
    (one, other) =>
      POWERS.indexOf(one.power) - POWERS.indexOf(other.power) ||
      one.steps.length - other.steps.length,
  )[0] as Way;
}

/** An agent that seeks the call, and who may not decide on it. */
interface Seeker {
  readonly power: "authors" | "decides";
  readonly ownedBy: readonly string[];
  readonly steps: readonly Step[];
  /** The agent is the attacker's own, so only a sole operator may decide. */
  readonly isOwn: boolean;
}

function byRules(attacker: Attacker, call: ExampleCall): readonly Way[] {
  const { outcome, demand } = call.verdict;
  if (outcome === "deny") return [];
  return seekers(attacker, call).flatMap((seeker): readonly Way[] => {
    const { power } = seeker;
    if (outcome === "allow") {
      return [{ power: power === "authors" ? power : "unasked", steps: seeker.steps }];
    }
    const voting = votes(attacker, demand, seeker);
    const voted: readonly Way[] =
      voting === undefined ? [] : [{ power, steps: inOrder(seeker.steps, voting) }];
    return power === "decides" ? [...voted, ...byEdit(attacker, demand, seeker)] : voted;
  });
}

/**
 * What an agent sought is changed to the call. Others than who changed it have to approve that, unless
 * nobody else can decide.
 */
function byEdit(attacker: Attacker, demand: Demand, seeker: Seeker): readonly Way[] {
  if (demand.edits === "none") return [];
  const editing = (by: string, voting: readonly Step[] | undefined): readonly Way[] => {
    if (voting === undefined) return [];
    const as = by === attacker.who ? "" : ` as ${JSON.stringify(by)}`;
    const edit: Step = { move: "edit", says: `changes what the agent sought to this${as}` };
    return [{ power: "authors", steps: inOrder([...seeker.steps, edit], voting) }];
  };
  const byOthers = able(attacker, demand, seeker).flatMap(({ person, steps }) => {
    const ownedBy = [...seeker.ownedBy, person];
    const voting = votes(attacker, demand, { ...seeker, ownedBy, isOwn: false });
    return editing(person, voting && [...steps, ...voting]);
  });
  return [...byOthers, ...editing(attacker.who, alone(attacker, demand))];
}

/** What is done before a call is sought comes first. */
function inOrder(seeking: readonly Step[], voting: readonly Step[]): readonly Step[] {
  const isLate = ({ move }: Step) => move === "vote" || move === "seek" || move === "edit";
  const all = [...voting, ...seeking];
  return unique([
    ...all.filter((step) => !isLate(step)),
    ...[...seeking, ...voting].filter(isLate),
  ]);
}

function unique(steps: readonly Step[]): readonly Step[] {
  return steps.filter(({ says }, index) => steps.findIndex((one) => one.says === says) === index);
}

function seekers(attacker: Attacker, call: ExampleCall): readonly Seeker[] {
  const { agents } = attacker.world;
  const known = call.agents.flatMap((name) => agents.filter((agent) => agent.name === name));
  return different([
    ...known.flatMap((agent) => knownSeekers(attacker, agent)),
    ...call.agents.flatMap((name) => madeSeekers(attacker, name)),
  ]);
}

/** The shortest way to each kind of seeker: a workspace may have many agents that are alike. */
function different(all: readonly Seeker[]): readonly Seeker[] {
  const found = new Map<string, Seeker>();
  for (const seeker of all) {
    const { power, isOwn, ownedBy, steps } = seeker;
    const kind = JSON.stringify([power, isOwn, ownedBy.toSorted()]);
    const known = found.get(kind);
    if (known === undefined || steps.length < known.steps.length) found.set(kind, seeker);
  }
  return [...found.values()];
}

function knownSeekers(attacker: Attacker, agent: WorldAgent): readonly Seeker[] {
  const { who } = attacker;
  const { name, ownedBy, heldBy, isHalted } = agent;
  const shown = JSON.stringify(name);
  const resumed = isHalted ? makers(attacker)[0] : undefined;
  if (isHalted && resumed === undefined) return [];
  const before: readonly Step[] = resumed
    ? [...resumed.steps, { move: "resume", says: `resumes the agent ${shown}` }]
    : [];
  const isOwn = ownedBy.includes(who);
  const decides: Seeker = {
    power: "decides",
    ownedBy,
    isOwn,
    steps: [...before, { move: "seek", says: `waits until the agent ${shown} seeks it` }],
  };
  if (!heldBy.includes(who)) return [decides];
  const says = `seeks it with the key of the agent ${shown} that they made`;
  return [decides, { ...decides, power: "authors", steps: [...before, { move: "seek", says }] }];
}

/** Whoever makes a key of an agent may not decide on what is sought with it. */
function madeSeekers(attacker: Attacker, name: string): readonly Seeker[] {
  const known = attacker.world.agents.find((agent) => agent.name === name);
  const shown = JSON.stringify(name);
  const resumes: readonly Step[] = known?.isHalted
    ? [{ move: "resume", says: `resumes the agent ${shown}` }]
    : [];
  return makers(attacker).map((maker) => {
    const as =
      maker.person === attacker.who ? "" : ` in the name of ${JSON.stringify(maker.person)}`;
    const says = `makes a key of the agent ${shown}${as}, and seeks it with that`;
    // What is made with a key that another has made is that other's, too.
    const makes = maker.kind === "own" ? [maker.person] : [maker.person, attacker.who];
    return {
      power: "authors",
      ownedBy: [...(known?.ownedBy ?? []), ...makes],
      isOwn: makes.includes(attacker.who),
      steps: [...maker.steps, ...resumes, { move: "agent", says }],
    };
  });
}

/** In whose name the attacker can make keys of agents. */
function makers(attacker: Attacker): readonly Hand[] {
  const { held, taken } = attacker;
  const owner = inventedOwner(attacker);
  const all = [...held, ...(owner === undefined ? [] : [owner]), ...taken];
  return all.filter(({ rights, kind }) => rights.has("keys") && kind !== "unattended");
}

/** How the attacker gives all votes that are demanded; undefined if they cannot. */
function votes(
  attacker: Attacker,
  demand: Demand,
  { ownedBy, isOwn }: Seeker,
): readonly Step[] | undefined {
  const hands = able(attacker, demand, { ownedBy });
  const chosen = fillingOf(
    demand,
    hands.map((hand) => ({ ...hand, name: hand.person })),
  );
  if (chosen !== undefined) {
    return chosen.flatMap((hand) => votingOf(attacker, hand, demand));
  }
  return asEndUser(attacker, demand) ?? (isOwn ? alone(attacker, demand) : undefined);
}

/** A token for a user of a service is made with any key of the service. */
function asEndUser(attacker: Attacker, demand: Demand): readonly Step[] | undefined {
  const { approvers, quorum, stepUp, level } = demand;
  const isTheirs = approvers.roles.includes(END_USER_ROLE) && quorum === 1 && !stepUp;
  if (!isTheirs || isAtLeast(level, "HIGH")) return undefined;
  const held = attacker.world.services.find(({ heldBy }) => heldBy.includes(attacker.who));
  if (held !== undefined) {
    const by = `a user of the service ${JSON.stringify(held.name)}, by its key that they made`;
    return [{ move: "vote", says: `approves it as ${by}` }];
  }
  const [maker] = makers(attacker);
  if (maker === undefined) return undefined;
  const says = "makes a key of a service, and approves it as a user of that";
  return [...maker.steps, { move: "vote", says }];
}

/** One hand for each person whose vote the attacker can give, the easiest first. */
function able(
  attacker: Attacker,
  demand: Demand,
  { ownedBy }: Pick<Seeker, "ownedBy">,
): readonly Hand[] {
  const { held, taken, world } = attacker;
  // One more than votes are wanted: whoever changes a call cannot vote on that.
  const free = invented(attacker, { demand, count: demand.quorum + 1 });
  const voting = [...held, ...free, ...taken].filter(
    (hand) => canVote(hand, demand, world) && !ownedBy.includes(hand.person),
  );
  return voting.filter(
    ({ person }, index) => voting.findIndex((one) => one.person === person) === index,
  );
}

function votingOf({ who, world }: Attacker, hand: Hand, { stepUp }: Demand): readonly Step[] {
  const { person, kind, steps } = hand;
  const shown = JSON.stringify(person);
  const known = world.people.find(({ name }) => name === person);
  const isSet = !stepUp || known === undefined || known.hasPassphrase || known.hasPasskey;
  const sets: readonly Step[] = isSet
    ? []
    : [{ move: "passphrase", says: `sets a passphrase for ${shown}, who has none` }];
  if (person === who) return [...steps, ...sets, { move: "vote", says: `approves it` }];
  const by = kind === "another's" ? `, by a key of ${shown} that they made` : "";
  return [...steps, ...sets, { move: "vote", says: `approves it as ${shown}${by}` }];
}

/** A person who is left alone may decide for their own agents, unless the policy demands two owners. */
function alone(attacker: Attacker, demand: Demand): readonly Step[] | undefined {
  const { held, who, world } = attacker;
  if (world.policy.owners !== undefined || demand.quorum > 1) return undefined;
  const own = held.find((hand) => hand.person === who && canVote(hand, demand, world));
  if (own === undefined) return undefined;
  const others = world.people.filter((person) => person.name !== who && isDecider(person));
  const voting = votingOf(attacker, own, demand);
  if (others.length === 0) return voting;
  if (attacker.manager === undefined) return undefined;
  const names = others.map(({ name }) => JSON.stringify(name)).join(", ");
  const says = `ends all that lets ${names} in: whoever is left alone decides for their own agents`;
  return [{ move: "shut_out", says }, ...voting];
}

/** A policy that may allow more needs another owner only if the one in force says so. */
function byPolicy(attacker: Attacker, call: ExampleCall): readonly Way[] {
  const { world, held } = attacker;
  if (world.policy.owners !== undefined) return [];
  const hand = held.find(({ rights, manages }) => rights.has("policy") && manages);
  if (hand === undefined) return [];
  const step: Step = { move: "policy", says: "puts a policy in force that allows it" };
  return seekers(attacker, call).map(({ power, steps }) => ({
    power: power === "authors" ? power : "decides",
    steps: [...hand.steps, step, ...steps],
  }));
}

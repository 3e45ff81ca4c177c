import { describe, expect, test } from "vitest";
import type { Right, Role } from "../people/principal.ts";
import { rightsOf } from "../people/rights.ts";
import type { Policy, Rule } from "../policy/policy.ts";
import { reachAlone } from "./reach.ts";
import type { World, WorldAgent, WorldKey, WorldPerson } from "./world.ts";
import { defeats, type Reach } from "./world.ts";

const all = (name: string, role: Role): readonly Right[] =>
  rightsOf({
    id: "prn_any",
    workspace: "default",
    createdAt: "2026-11-27T00:00:00.000Z",
    kind: "person",
    name,
    role,
  });

const key = (rights: readonly Right[], over: Partial<WorldKey> = {}): WorldKey => ({
  rights: new Set(rights),
  unattended: false,
  ...over,
});

const person = (name: string, role: Role, over: Partial<WorldPerson> = {}): WorldPerson => ({
  name,
  role,
  keys: [key(all(name, role))],
  invitations: [],
  hasPasskey: false,
  hasPassphrase: false,
  ...over,
});

const agent = (name: string, owner: string): WorldAgent => ({
  name,
  ownedBy: [owner],
  heldBy: [],
  isHalted: false,
});

const PAY: Rule = { name: "pays", tools: ["pay"], decision: "ask", quorum: 2, level: "HIGH" };
const SEND: Rule = { name: "sends", tools: ["send"], decision: "ask" };
const READ: Rule = { name: "reads", tools: ["read"], decision: "allow" };
const DROP: Rule = { name: "drops", tools: ["drop"], decision: "deny" };
const RULES = [PAY, SEND, READ, DROP];

const OWNERS = [person("ana", "owner"), person("ben", "owner"), person("cleo", "approver")];
const AGENTS = [agent("scout", "ana"), agent("rival", "ben")];

function world(
  over: Partial<World> & { readonly owners?: 2; readonly rules?: readonly Rule[] } = {},
) {
  const { owners, rules = RULES, ...rest } = over;
  const policy: Policy = { version: 1, rules, ...(owners === 2 && { owners }) };
  return { policy, people: OWNERS, agents: AGENTS, services: [], ...rest };
}

function powersOf(of: World, who: string): Readonly<Record<string, Reach["power"]>> {
  const { reach } = reachAlone(of, who);
  const named = reach.filter(({ verdict }) => verdict.demand.rule !== "default");
  return Object.fromEntries(named.map(({ verdict, power }) => [verdict.demand.rule, power]));
}

const movesOf = (of: World, who: string, rule: string) =>
  reachAlone(of, who)
    .reach.find(({ verdict }) => verdict.demand.rule === rule)
    ?.steps.map(({ move }) => move);

describe("a rule that no made-up call reaches", () => {
  const first: Rule = { ...SEND, name: "first", tools: ["pay"], decision: "ask" };
  const rules = [
    { ...first, args: { "/a": { exists: false } } },
    { ...PAY, when: "args.a > 5" },
  ];
  const of = (cases: Policy["cases"] = []) => {
    const policy: Policy = { version: 1, rules, cases };
    return { ...world(), policy };
  };

  test("is named, for nothing is said of it", () => {
    expect(reachAlone(of(), "ana").unseen).toEqual(["pays"]);
    expect(reachAlone(world(), "ana").unseen).toEqual([]);
  });

  test("is looked at by a test beside the rules", () => {
    const one = { name: "large", tool: "pay", args: { a: 9 }, decision: "ask" } as const;
    const { reach, unseen } = reachAlone(of([one]), "ana");
    expect(unseen).toEqual([]);
    expect(reach.map(({ verdict }) => verdict.demand.rule)).toContain("pays");
  });
});

describe("where a rule names the end user", () => {
  const rule: Rule = {
    name: "orders",
    tools: ["order"],
    decision: "ask",
    approvers: { names: [], roles: ["end_user"] },
  };
  const approver = person("cleo", "approver");
  const seeking = { ...agent("scout", "cleo"), heldBy: ["cleo"] };
  const shop = (heldBy: readonly string[], rules: readonly Rule[] = [rule]) => {
    const services = [{ name: "shop", heldBy }];
    return world({ owners: 2, rules, agents: [seeking], people: [...OWNERS, approver], services });
  };

  test("whoever made a key of the service speaks for its users", () => {
    expect(powersOf(shop(["cleo"]), "cleo")).toEqual({ orders: "authors" });
    expect(movesOf(shop(["cleo"]), "cleo", "orders")).toEqual(["seek", "vote"]);
    expect(powersOf(shop(["ana"]), "cleo")).toEqual({ orders: "nothing" });
  });

  test("so does whoever can make such a key", () => {
    expect(powersOf(shop([]), "ana")).toEqual({ orders: "authors" });
  });

  test("but never for what is HIGH by itself", () => {
    const high = { ...rule, level: "HIGH" } as const;
    expect(powersOf(shop(["cleo"], [high]), "cleo")).toEqual({ orders: "nothing" });
  });
});

describe("an owner", () => {
  test("brings about everything where one owner is enough", () => {
    expect(powersOf(world(), "ana")).toEqual({
      pays: "authors",
      sends: "authors",
      reads: "authors",
      drops: "authors",
    });
    expect(movesOf(world(), "ana", "drops")).toEqual(["policy", "agent"]);
  });

  test("gets round nothing where two are wanted for what gives power", () => {
    const two = world({ owners: 2 });
    expect(powersOf(two, "ana")).toEqual({
      pays: "nothing",
      sends: "decides",
      reads: "authors",
      drops: "nothing",
    });
    expect(reachAlone(two, "ana").reach.filter(defeats)).toEqual([]);
  });

  test("decides for none of their own agents, even if they end everybody else's keys", () => {
    const agents = [agent("scout", "ana")];
    expect(powersOf(world({ owners: 2, agents }), "ana")["sends"]).toBe("nothing");
  });

  test("needs people of their own invention, or to put themselves in another's place", () => {
    const manager = person("ana", "owner", { keys: [key(["people", "decide", "keys", "read"])] });
    const named: Rule = { ...PAY, approvers: { names: ["ben", "cleo"], roles: [] } };
    const people = [manager, ...OWNERS.slice(1)];
    expect(movesOf(world({ people }), "ana", "pays")).toEqual([
      "invite",
      "invite",
      "agent",
      "vote",
      "vote",
    ]);
    expect(movesOf(world({ people, rules: [named] }), "ana", "pays")).toEqual([
      "take_over",
      "take_over",
      "agent",
      "vote",
      "vote",
    ]);
  });

  test("takes the place of somebody whom a rule names and who is not there", () => {
    const manager = person("ana", "owner", { keys: [key(["people", "decide", "keys", "read"])] });
    const named: Rule = { ...SEND, approvers: { names: ["dora"], roles: [] } };
    const people = [manager, ...OWNERS.slice(1)];
    expect(movesOf(world({ people, rules: [named] }), "ana", "sends")).toEqual([
      "invite",
      "agent",
      "vote",
    ]);
  });
});

describe("an approver", () => {
  test("decides alone what wants one person, and no more", () => {
    expect(powersOf(world(), "cleo")).toEqual({
      pays: "nothing",
      sends: "decides",
      reads: "unasked",
      drops: "nothing",
    });
  });

  test("has in the name of another only what counts by any hand", () => {
    const lent = key(all("ben", "owner"), { madeBy: "cleo" });
    const ben = person("ben", "owner", { keys: [key(all("ben", "owner")), lent] });
    const people = [person("ana", "owner"), ben, person("cleo", "approver")];
    const any: Rule = { ...PAY, hands: "any" };
    expect(powersOf(world({ people, owners: 2 }), "cleo")["pays"]).toBe("nothing");
    expect(powersOf(world({ people, owners: 2, rules: [any] }), "cleo")["pays"]).toBe("decides");
  });

  test("who has made an invitation can accept it", () => {
    const invitations = [{ rights: new Set(all("dora", "approver")), madeBy: "ana" }];
    const dora = person("dora", "approver", { keys: [], invitations });
    const people = [...OWNERS, dora];
    expect(movesOf(world({ people, owners: 2 }), "ana", "pays")).toEqual([
      "accept",
      "seek",
      "vote",
      "vote",
    ]);
  });

  test("does not prove to be another, even one who has set nothing that proves it", () => {
    const lent = key(all("ben", "owner"), { madeBy: "cleo" });
    const strict: Rule = { ...PAY, hands: "any", stepUp: true };
    const people = (hasPassphrase: boolean) => [
      person("ana", "owner"),
      person("ben", "owner", { keys: [lent], hasPassphrase }),
      person("cleo", "approver"),
    ];
    for (const isSet of [true, false]) {
      const of = world({ people: people(isSet), owners: 2, rules: [strict] });
      expect(powersOf(of, "cleo")["pays"]).toBe("nothing");
    }
  });
});

test("a sole operator decides for their own agents", () => {
  const sole = world({ people: [person("ana", "owner", { keys: [key(["decide", "keys"])] })] });
  expect(movesOf(sole, "ana", "sends")).toEqual(["agent", "vote"]);
});

test("a viewer, and a person without a way in, bring nothing about", () => {
  const people = [...OWNERS, person("vera", "viewer"), person("gone", "owner", { keys: [] })];
  for (const who of ["vera", "gone"]) {
    expect(powersOf(world({ people }), who)).toEqual({
      pays: "nothing",
      sends: "nothing",
      reads: "unasked",
      drops: "nothing",
    });
  }
});

test("a halted agent seeks nothing, unless whoever may resume it does", () => {
  const agents = AGENTS.map((one) => ({ ...one, isHalted: true }));
  expect(powersOf(world({ agents }), "cleo")["sends"]).toBe("nothing");
  expect(movesOf(world({ agents, owners: 2 }), "ana", "sends")).toEqual(["resume", "seek", "vote"]);
});

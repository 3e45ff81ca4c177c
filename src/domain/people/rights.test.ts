import { describe, expect, test } from "vitest";
import type { Caller, Principal, Role } from "./principal.ts";
import { RIGHTS, type Right } from "./principal.ts";
import {
  effectiveRights,
  LEFT_TO_PEOPLE,
  requireRight,
  rightsOf,
  seesAll,
  withRight,
} from "./rights.ts";

const base = {
  id: "prn_01k00000000000000000000000",
  workspace: "default",
  name: "someone",
  createdAt: "2026-11-21T09:30:00.000Z",
} as const;
const person = (role: Role): Principal => ({ ...base, kind: "person", role });

const PRINCIPALS: Readonly<Record<string, Principal>> = {
  agent: { ...base, kind: "agent" },
  service: { ...base, kind: "service" },
  owner: person("owner"),
  approver: person("approver"),
  viewer: person("viewer"),
};

/** Every set of scopes that a key could be made with. */
const SCOPES: readonly (readonly Right[])[] = Array.from({ length: 2 ** RIGHTS.length }, (_, set) =>
  RIGHTS.filter((_right, bit) => (set & (2 ** bit)) !== 0),
);

/** What only people may: whoever could do one of it could let through what nobody has looked at. */
const OF_PEOPLE: readonly Right[] = [
  "answer",
  "decide",
  "permit",
  "withdraw",
  "policy",
  "erase",
  "keys",
  "people",
];

/** Who may hold what; a new right or kind has to be entered here by hand. */
const HOLDERS: Readonly<Record<Right, readonly string[]>> = {
  ask: ["agent"],
  tell: ["agent", "service", "owner", "approver"],
  read: ["agent", "service", "owner", "approver", "viewer"],
  answer: ["owner", "approver"],
  decide: ["owner", "approver"],
  permit: ["owner", "approver"],
  redeem: ["agent", "service"],
  withdraw: ["owner"],
  policy: ["owner"],
  erase: ["owner"],
  memory: ["agent", "owner", "approver", "viewer"],
  record: ["agent"],
  keys: ["owner"],
  people: ["owner"],
  audit: ["service", "owner", "approver", "viewer"],
  operate: ["service", "owner"],
  metrics: ["service", "owner"],
};

test.each(Object.entries(HOLDERS))("%s may be held by exactly %j", (right, holders) => {
  const found = Object.keys(PRINCIPALS).filter((name) =>
    rightsOf(PRINCIPALS[name] as Principal).includes(right as Right),
  );
  expect(found).toEqual(holders);
});

describe.each(Object.entries(PRINCIPALS))("a key of %s", (_, principal) => {
  test("carries, whatever its scopes, exactly those of them that its principal may hold, and the metrics with operate", () => {
    const held = rightsOf(principal);
    const wrong = SCOPES.filter((scopes) => {
      const isCarried = (right: Right) =>
        scopes.includes(right) || (right === "metrics" && scopes.includes("operate"));
      const expected = RIGHTS.filter((right) => isCarried(right) && held.includes(right));
      return [...effectiveRights(principal, scopes)].join() !== expected.join();
    });
    expect(wrong).toEqual([]);
  });
});

test("no key of an agent or a service decides, permits or makes keys, whatever its scopes", () => {
  for (const principal of [PRINCIPALS["agent"], PRINCIPALS["service"]] as Principal[]) {
    const found = new Set<Right>();
    for (const scopes of SCOPES) {
      const rights = effectiveRights(principal, scopes);
      for (const right of OF_PEOPLE) if (rights.has(right)) found.add(right);
    }
    expect([...found]).toEqual([]);
  }
});

test("a viewer decides nothing, and an approver changes no policy and no keys", () => {
  const viewer = effectiveRights(PRINCIPALS["viewer"] as Principal, RIGHTS);
  expect(OF_PEOPLE.filter((right) => viewer.has(right))).toEqual([]);
  const approver = effectiveRights(PRINCIPALS["approver"] as Principal, RIGHTS);
  expect(OF_PEOPLE.filter((right) => approver.has(right))).toEqual(["answer", "decide", "permit"]);
});

describe("a right that is needed", () => {
  const agent: Caller = { principal: PRINCIPALS["agent"] as Principal, rights: new Set(["ask"]) };

  test("lets those pass who hold it", () => {
    expect(() => requireRight(agent, "ask")).not.toThrow();
  });

  test("is not implied by what the principal could hold: the key must carry it", () => {
    expect(() => requireRight(agent, "record")).toThrow(
      expect.objectContaining({
        code: "NOT_ALLOWED",
        message:
          'This needs the right "record", which the key of agent "someone" does not carry. This key was made without it: go on without, only an operator makes one that has it.',
        details: { right: "record", kind: "agent" },
      }),
    );
  });

  test("sends a person who lacks a person's right to an operator's key", () => {
    const viewer: Caller = { principal: PRINCIPALS["viewer"] as Principal, rights: new Set() };
    expect(() => requireRight(viewer, "decide")).toThrow(
      /Use the key of an operator who has it\.$/,
    );
    expect(() => requireRight(viewer, "tell")).toThrow(/or the key of an operator who has it\.$/);
  });

  test.each(["agent", "service"])(
    "never tells a key of an %s how to become an operator",
    (kind) => {
      const principal = PRINCIPALS[kind] as Principal;
      for (const right of RIGHTS) {
        const caller: Caller = { principal, rights: new Set() };
        expect(() => requireRight(caller, right)).not.toThrow(
          /key of an operator|EARSHOT_KEY|unset|keys create/,
        );
      }
      for (const right of OF_PEOPLE) {
        const token: Caller = { principal, rights: new Set(), expiresAtMs: 1 };
        expect(() => requireRight(token, right)).toThrow(LEFT_TO_PEOPLE);
      }
    },
  );

  test("sends those who lack an agent's right to an agent's key", () => {
    const owner: Caller = { principal: PRINCIPALS["owner"] as Principal, rights: new Set() };
    expect(() => requireRight(owner, "ask")).toThrow(/Use an agent's key\.$/);
  });
});

describe("one more right", () => {
  const scout: Caller = {
    principal: PRINCIPALS["agent"] as Principal,
    rights: new Set(["ask"]),
    key: "key_01k00000000000000000000000",
  };

  test("is held by the same caller, and only from then on", () => {
    const more = withRight(scout, "record");
    expect(more).toEqual({ ...scout, rights: new Set(["ask", "record"]) });
    expect([...scout.rights]).toEqual(["ask"]);
  });
});

test("an agent sees its own, everybody else the whole workspace", () => {
  const seeing = Object.keys(PRINCIPALS).filter((name) =>
    seesAll({ principal: PRINCIPALS[name] as Principal, rights: new Set() }),
  );
  expect(seeing).toEqual(["service", "owner", "approver", "viewer"]);
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATIONS, type Operation } from "../../src/contract/operations.ts";
import type { OperationName } from "../../src/contract/routes.ts";
import type { Principal, Role } from "../../src/domain/people/principal.ts";
import { rightsOf } from "../../src/domain/people/rights.ts";
import { okKey, refused } from "../support/call.ts";
import { examplesFor, makeThings, type Things } from "../support/examples.ts";
import { openRows, type Rows } from "../support/rows.ts";
import { startTwoWorkspaces, type TwoWorkspaces } from "../support/server.ts";

/*
 * Every route × every kind of principal that does not hold its right: refused, and not one row is
 * another. What each kind may hold comes from the domain, the routes from their table: a new one of
 * either is tried without anybody entering it here.
 */

const base = { id: "prn_01k00000000000000000000000", workspace: "default", name: "x" } as const;
const at = { createdAt: "2026-01-01T00:00:00.000Z" };
const person = (role: Role): Principal => ({ ...base, ...at, kind: "person", role });
const KINDS: Readonly<Record<string, Principal>> = {
  agent: { ...base, ...at, kind: "agent" },
  service: { ...base, ...at, kind: "service" },
  viewer: person("viewer"),
  approver: person("approver"),
  owner: person("owner"),
};

/**
 * `key`: any key will do; the caller who withdraws need not be the one who asked. `none` and
 * `invitation`: it needs no key.
 */
function mayNot(principal: Principal, right: Operation["right"]): boolean {
  if (right === "key" || right === "none" || right === "invitation") return false;
  return !rightsOf(principal).includes(right);
}

const CELLS = (Object.entries(OPERATIONS) as [OperationName, Operation][]).flatMap(
  ([name, { right }]) =>
    Object.entries(KINDS)
      .filter(([, principal]) => mayNot(principal, right))
      .map(([kind]) => ({ name, kind, right })),
);

let server: TwoWorkspaces;
let rows: Rows;
let things: Things;
const keys = new Map<string, string>();

beforeAll(async () => {
  server = await startTwoWorkspaces();
  rows = openRows(server.database);
  const { agent, owner } = server.home;
  things = await makeThings(server.url, { agent: agent.secret, operator: owner.secret });
  for (const [name, principal] of Object.entries(KINDS)) {
    const role = principal.kind === "person" ? { role: principal.role } : {};
    const input = { kind: principal.kind, name: `the ${name}`, ...role };
    const made = await okKey(server.url, { key: owner.secret, input });
    keys.set(name, made.secret);
  }
});
afterAll(async () => {
  rows.close();
  await server.close();
});

describe("a route is refused to whoever cannot hold its right, and changes nothing", () => {
  test.each(CELLS)("$name ($right) to a key of kind $kind", async ({ name, kind }) => {
    const before = rows.hash();
    const input = examplesFor(things)[name];
    const key = keys.get(kind);
    await refused(server.url, name, { code: "NOT_ALLOWED", key, input });
    expect(rows.hash()).toBe(before);
  });

  test("and every route that needs a right is refused to somebody", () => {
    const tried = new Set(CELLS.map(({ name }) => name));
    const open = (Object.entries(OPERATIONS) as [OperationName, Operation][])
      .filter(
        ([name, { right }]) =>
          !["key", "none", "invitation", "read"].includes(right) && !tried.has(name),
      )
      .map(([name]) => name);
    expect(open).toEqual([]);
  });
});

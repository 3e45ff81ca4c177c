import { expect, test } from "vitest";
import type { Permission } from "./permission.ts";
import { covers, type PermissionFacts } from "./permission-match.ts";

const NOW = "2026-11-21T12:00:00.000Z";
const LATER = "2026-11-21T12:00:00.001Z";

const permission: Permission = {
  id: "per_1",
  workspace: "default",
  scope: "target",
  agent: "prn_1",
  agentName: "scout",
  tool: "transfer",
  argsDigest: "d1",
  level: "MEDIUM",
  until: LATER,
  givenBy: { principal: "prn_2", name: "ana", via: "cli" },
  createdAt: "2026-11-20T12:00:00.000Z",
  uses: 0,
};
const facts: PermissionFacts = {
  agent: "prn_1",
  tool: "transfer",
  args: { amount: 5 },
  argsDigest: "d1",
  session: "s1",
  toolSchemaHash: "h1",
  level: "MEDIUM",
};
const { argsDigest: _, ...withoutDigest } = permission;
const session: Permission = { ...withoutDigest, scope: "session", session: "s1" };
const pattern: Permission = { ...withoutDigest, scope: "pattern", tool: "trans*" };

test.for<[string, Permission, Partial<PermissionFacts>]>([
  ["the same target", permission, {}],
  ["a lower level", permission, { level: "LOW" }],
  ["the tool that was pinned", { ...permission, toolSchemaHash: "h1" }, {}],
  ["the one time", { ...permission, scope: "once" }, {}],
  ["the session, with other arguments", session, { argsDigest: "d2", args: {} }],
  ["a pattern of tools", pattern, { argsDigest: "d2" }],
  ["a pattern of arguments", { ...pattern, args: { "/amount": { under: 6 } } }, {}],
])("%s is covered", ([, given, change]) => {
  expect(covers(given, { ...facts, ...change }, NOW)).toBe(true);
});

test.for<[string, Permission, Partial<PermissionFacts>]>([
  ["another agent's action", permission, { agent: "prn_9" }],
  ["other arguments", permission, { argsDigest: "d2" }],
  ["another tool", permission, { tool: "transfer2" }],
  ["a higher level", permission, { level: "HIGH" }],
  ["anything CRITICAL", { ...permission, level: "HIGH" }, { level: "CRITICAL" }],
  ["another tool under the name", { ...permission, toolSchemaHash: "h2" }, {}],
  ["a tool that nobody pinned", { ...permission, toolSchemaHash: "h1" }, { toolSchemaHash: null }],
  ["anything after it was taken back", { ...permission, revokedAt: NOW }, {}],
  ["anything from its end on", { ...permission, until: NOW }, {}],
  ["a second time", { ...permission, scope: "once", uses: 1 }, {}],
  ["a target without a digest", { ...withoutDigest, scope: "target" }, {}],
  ["one time without a digest", { ...withoutDigest, scope: "once" }, {}],
  ["another session", session, { session: "s2" }],
  ["no session", session, { session: null }],
  ["every session, where it names none", { ...withoutDigest, scope: "session" }, {}],
  ["another tool in the session", session, { tool: "pay" }],
  ["a tool beside the pattern", pattern, { tool: "pay" }],
  ["arguments beside the pattern", { ...pattern, args: { "/amount": { under: 5 } } }, {}],
  [
    "arguments that cannot be compared",
    { ...pattern, args: { "/amount": { under: 6 } } },
    { args: { amount: "5" } },
  ],
])("%s is not covered", ([, given, change]) => {
  expect(covers(given, { ...facts, ...change }, NOW)).toBe(false);
});

test("a star in the name of a tool means nothing where the target is exact", () => {
  expect(covers({ ...permission, tool: "*" }, facts, NOW)).toBe(false);
  expect(covers({ ...session, tool: "*" }, facts, NOW)).toBe(false);
});

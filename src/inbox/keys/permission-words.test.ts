import { expect, test } from "vitest";
import type { Permission } from "../../domain/policy/permission.ts";
import { coversText, endText, isInForce } from "./permission-words.ts";

const permission: Permission = {
  id: "per_1",
  workspace: "default",
  agent: "prn_1",
  agentName: "ci",
  scope: "pattern",
  tool: "deploy_*",
  level: "MEDIUM",
  uses: 0,
  until: "2026-11-23T00:00:00.000Z",
  createdAt: "2026-11-22T00:00:00.000Z",
  givenBy: { principal: "prn_2", name: "ana", via: "inbox" },
};
const NOW = "2026-11-22T12:00:00.000Z";

test("what is covered is told whole", () => {
  expect(coversText(permission)).toBe("deploy_* with any arguments, up to MEDIUM");
  expect(coversText({ ...permission, args: { "/env": { equals: "staging" } } })).toBe(
    'deploy_* where /env is "staging", up to MEDIUM',
  );
  expect(coversText({ ...permission, scope: "once" })).toMatch(/one time/);
  expect(coversText({ ...permission, scope: "session" })).toMatch(/one session/);
  expect(coversText({ ...permission, scope: "target" })).toMatch(/same arguments/);
});

test("a permission ends by its date, by being taken back, and one for once by its use", () => {
  expect(endText(permission, NOW)).toBe("In force");
  expect(endText({ ...permission, until: NOW }, NOW)).toBe("Ended");
  expect(endText({ ...permission, revokedAt: NOW }, NOW)).toBe("Revoked");
  expect(endText({ ...permission, scope: "once", uses: 1 }, NOW)).toBe("Used");
  expect(isInForce({ ...permission, uses: 9 }, NOW)).toBe(true);
});

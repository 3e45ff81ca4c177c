import { expect, test } from "vitest";
import { isIssuedBy, issuedBy, issuedIn } from "../issuer.ts";
import type { JsonObject } from "../json.ts";
import type { LoggedEvent } from "./chain.ts";
import { deploymentOf } from "./deployment.ts";

const one = `dep_${"01".repeat(16)}` as const;
const other = `dep_${"02".repeat(16)}` as const;
const logged = (seq: number): LoggedEvent => ({
  event: {
    workspace: "default",
    seq,
    type: "principal.created",
    at: "2026-11-22T10:00:00.000Z",
    subject: "prn_1",
  },
  hash: new Uint8Array(32).fill(1),
});

// Pinned: people who keep what a deployment has signed compare its name for years.
test("a deployment is named by the second event of its log", () => {
  expect(deploymentOf(logged(2))).toBe(one);
});

test.each([undefined, logged(1), logged(3)])("no other event names one", (event) => {
  expect(deploymentOf(event)).toBeUndefined();
});

test("what is signed names the deployment as its issuer and its audience", () => {
  expect(issuedBy(one)).toEqual({ iss: one, aud: one });
  expect(issuedIn(issuedBy(one))).toEqual({ iss: one, aud: one });
});

test("what an earlier version has signed is that of any deployment", () => {
  expect(issuedBy(undefined)).toEqual({ iss: "earshot" });
  expect(issuedIn({ iss: "earshot" })).toEqual({ iss: "earshot" });
  expect(isIssuedBy({ iss: "earshot" }, one)).toBe(true);
});

test("what another deployment has signed is not that of this one", () => {
  expect(isIssuedBy({ iss: one, aud: one }, one)).toBe(true);
  expect(isIssuedBy({ iss: other, aud: other }, one)).toBe(false);
  expect(isIssuedBy({ iss: other, aud: other }, undefined)).toBe(true);
});

test.each<JsonObject>([
  {},
  { iss: one },
  { iss: one, aud: other },
  { iss: "earshot", aud: "earshot" },
  { iss: "dep_1", aud: "dep_1" },
  { iss: [one], aud: [one] },
])("%j names no deployment", (claims) => {
  expect(issuedIn(claims)).toBeUndefined();
  expect(isIssuedBy(claims, undefined)).toBe(false);
  expect(isIssuedBy(claims, one)).toBe(false);
});

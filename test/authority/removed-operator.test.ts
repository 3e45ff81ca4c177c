import { afterEach, beforeEach, expect, test } from "vitest";
import { callerWithAllRights, found } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { restoreKey } from "../../src/core/keys/restore-key.ts";
import type { CreatedKey, Earshot } from "../../src/ports/earshot/earshot.ts";
import { createFakeClock, type FakeClock } from "../../src/testing/fake-clock.ts";
import { type OpenContext, openContext } from "../support/context.ts";
import { ownKey } from "../support/own-key.ts";

/* What a start does about the key file of an operator who no longer exists. */

let open: OpenContext;
let clock: FakeClock;
let operator: CreatedKey;
let carl: Earshot;
beforeEach(async () => {
  clock = createFakeClock();
  open = await openContext(clock);
  operator = (await found(open.ctx, { owner: "operator", agent: "agent" })).owner;
  const first = createEarshot(open.ctx, callerWithAllRights(operator.principal));
  const made = await ownKey(first, { kind: "person", name: "carl", role: "owner" });
  carl = createEarshot(open.ctx, callerWithAllRights(made.principal));
});
afterEach(() => open.close());

const restored = async (name: "operator" | "agent" = "operator") =>
  "secret" in (await restoreKey(open.ctx, name));
const remove = async () => {
  await clock.advance(1);
  await carl.removeOperator({ id: operator.principal.id });
  await clock.advance(1);
};

test("a key that was lost or revoked is made anew", async () => {
  expect(await restored()).toBe(true);
  const { items } = await carl.listKeys();
  for (const { key, principal } of items) {
    if (principal.name === "operator") await carl.revokeKey({ id: key.id });
  }
  expect(await restored()).toBe(true);
});

test("an operator who was removed gets no key, and the agent does", async () => {
  await remove();
  expect(await restored()).toBe(false);
  expect(await restored("agent")).toBe(true);
});

test("an operator who was let in again gets one, until they are removed again", async () => {
  await remove();
  await carl.createSignInLink({ operator: "operator" });
  expect(await restored()).toBe(true);
  await remove();
  expect(await restored()).toBe(false);
  const { key } = await ownKey(carl, { kind: "person", name: "operator" });
  await carl.revokeKey({ id: key.id });
  expect(await restored()).toBe(true);
});

import { afterEach, beforeEach, expect, test } from "vitest";
import { createAuthenticate } from "../../src/core/callers/authenticate.ts";
import { onHalted } from "../../src/core/callers/revocations.ts";
import type { TokenVerifier } from "../../src/ports/system/token-verifier.ts";
import { type Browser, type House, MEDIUM_TOOL, openHouse, refusalOf } from "../support/house.ts";

let house: House;
let ben: Browser;
beforeEach(async () => {
  house = await openHouse();
  ben = await house.enter("ben");
});
afterEach(() => house.close());

test("the key of a halted agent is refused from that moment, and good again once it is resumed", async () => {
  const { principal, secret } = house.agentKey;
  const heard: string[] = [];
  onHalted(house.ctx, (agent) => heard.push(agent));
  await ben.earshot.haltAgent({ id: principal.id });
  expect(await refusalOf(house.authenticate(secret))).toBe("agent_halted");
  expect(heard).toEqual([principal.id]);
  await house.owner.resumeAgent({ id: principal.id });
  expect(await house.authenticate(secret)).toMatchObject({ principal: { id: principal.id } });
  expect(heard).toEqual([principal.id]);
});

test("a token of a halted agent is refused too, also one that was proved before", async () => {
  const verifier: TokenVerifier = {
    verify: async () => ({
      subject: { kind: "subject", id: "kim" },
      scopes: ["ask", "read"],
      expiresAtMs: house.clock.now() + 3_600_000,
    }),
  };
  const authenticate = createAuthenticate(house.ctx, verifier);
  const caller = await authenticate("a.b.c");
  expect(caller?.principal.kind).toBe("agent");
  if (caller === undefined) return;
  await ben.earshot.haltAgent({ id: caller.principal.id });
  expect(await refusalOf(authenticate("a.b.c"))).toBe("agent_halted");
  await house.owner.resumeAgent({ id: caller.principal.id });
  expect(await authenticate("a.b.c")).toMatchObject({ principal: { id: caller.principal.id } });
});

test("nobody approves what a halted agent has asked for, and it can be rejected", async () => {
  const { id, authorization } = await house.seek(MEDIUM_TOOL);
  const { digest } = authorization;
  await ben.earshot.haltAgent({ id: house.agentKey.principal.id });
  expect(await refusalOf(ben.earshot.approve({ id, digest }))).toBe("agent_halted");
  expect(await refusalOf(ben.earshot.reject({ id, reason: "No." }))).toBeUndefined();
});

test("what a halted agent has asked for can be approved once it is resumed", async () => {
  const { id, authorization } = await house.seek(MEDIUM_TOOL);
  const { digest } = authorization;
  await ben.earshot.haltAgent({ id: house.agentKey.principal.id });
  await house.owner.resumeAgent({ id: house.agentKey.principal.id });
  expect(await refusalOf(ben.earshot.approve({ id, digest }))).toBeUndefined();
});

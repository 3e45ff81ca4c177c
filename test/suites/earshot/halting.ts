import { describe, expect, test } from "vitest";
import type { PrincipalId } from "../../../src/domain/id.ts";
import { asAuthorization } from "../../../src/domain/requests/request.ts";
import { codeOf, collect, type Part, type WorldUnderTest } from "./world.ts";

const PAY = { tool: "pay", args: { amount: 10 } };

/** The kill switch of an agent. */
export function haltingFacts(under: WorldUnderTest): void {
  const as = (part: Part) => under.world.as(part);
  const agentNamed = async (name: string) => {
    const { items } = await as("viewer").listAgents();
    const found = items.find(({ principal }) => principal.name === name);
    if (found === undefined) throw new Error(`There is no agent ${name}.`);
    return found;
  };
  const scout = async () => (await agentNamed("scout")).principal.id;
  const halt = async () => await as("approver").haltAgent({ id: await scout() });
  const resume = async () => await as("owner").resumeAgent({ id: await scout() });
  const seek = async () =>
    asAuthorization((await as("scout").authorize({ ...PAY, reason: "An invoice." })).request);
  const approve = async ({ id, authorization }: Awaited<ReturnType<typeof seek>>) =>
    await as("approver").approve({ id, digest: authorization.digest });
  const reasonOf = async (call: Promise<unknown>): Promise<unknown> =>
    await call.then(
      () => undefined,
      (error: { details?: { reason?: string } }) => error.details?.reason,
    );

  describe("agents", () => {
    test("are listed by name with their good keys and open requests", async () => {
      await as("scout").ask({ text: "Which colour?" });
      await seek();
      const { items } = await as("viewer").listAgents();
      expect(items.map(({ principal }) => principal.name)).toEqual(["rival", "scout"]);
      expect(items.map(({ openRequests }) => openRequests)).toEqual([0, 2]);
      expect((await agentNamed("scout")).keys).toBe(1);
      const more = await as("owner").createKey({ kind: "agent", name: "scout" });
      expect((await agentNamed("scout")).keys).toBe(2);
      await as("owner").revokeKey({ id: more.key.id });
      expect((await agentNamed("scout")).keys).toBe(1);
    });
  });

  describe("a halted agent", () => {
    test("is shown as such until it is resumed, each logged once", async () => {
      const halted = await halt();
      expect(halted).toMatchObject({ name: "scout", haltedAt: expect.any(String) });
      expect(await halt()).toEqual(halted);
      expect((await agentNamed("scout")).principal).toEqual(halted);
      expect((await resume()).haltedAt).toBeUndefined();
      await resume();
      const types = (await collect(as("owner").events())).map(({ type }) => type as string);
      expect(types.filter((type) => type.startsWith("agent."))).toEqual([
        "agent.halted",
        "agent.resumed",
      ]);
    });

    test("redeems no grant, whoever presents it, until it is resumed", async () => {
      const request = await seek();
      await approve(request);
      const { grant } = await as("scout").collect({ id: request.id });
      await halt();
      expect(await reasonOf(as("service").redeem({ grant, ...PAY }))).toBe("agent_halted");
      expect(await reasonOf(as("scout").redeem({ grant, ...PAY }))).toBe("agent_halted");
      await resume();
      expect((await as("service").redeem({ grant, ...PAY })).request.id).toBe(request.id);
    });

    test("collects nothing, not even what was approved before", async () => {
      const request = await seek();
      await approve(request);
      await halt();
      expect(await reasonOf(as("scout").collect({ id: request.id }))).toBe("agent_halted");
    });

    test("is approved nothing, and can be rejected", async () => {
      const request = await seek();
      await halt();
      expect(await reasonOf(approve(request))).toBe("agent_halted");
      const { needs } = await as("approver").inboxItem({ id: request.id });
      expect(needs?.refusal).toContain("halted");
      const rejected = await as("approver").reject({ id: request.id, reason: "Stopped." });
      expect(rejected.status).toBe("rejected");
    });

    test("keeps no other from work", async () => {
      await halt();
      expect((await as("rival").ask({ text: "Still here?" })).outcome).toBe("pending");
    });
  });

  test("halting is for who decides, resuming for owners", async () => {
    const id = await scout();
    for (const part of ["viewer", "service", "scout"] as const) {
      expect(await codeOf(as(part).haltAgent({ id }))).toBe("NOT_ALLOWED");
      expect(await codeOf(as(part).resumeAgent({ id }))).toBe("NOT_ALLOWED");
    }
    expect(await codeOf(as("approver").resumeAgent({ id }))).toBe("NOT_ALLOWED");
    expect(await codeOf(as("outsider").haltAgent({ id }))).toBe("NOT_FOUND");
    expect(await codeOf(as("outsider").resumeAgent({ id }))).toBe("NOT_FOUND");
    const person = (await as("owner").whoami()).principal.id;
    const nobody: PrincipalId = `prn_${"0".repeat(26)}`;
    for (const other of [person, nobody]) {
      expect(await codeOf(as("approver").haltAgent({ id: other }))).toBe("NOT_FOUND");
    }
  });

  test("an experiment run that is not there is not found, whatever its id looks like", async () => {
    const id = `run_${"0".repeat(26)}` as const;
    expect(await codeOf(as("viewer").showRun({ id }))).toBe("NOT_FOUND");
    expect(await codeOf(as("viewer").runReport({ id }))).toBe("NOT_FOUND");
    expect((await as("viewer").listRuns()).items).toEqual([]);
  });
}

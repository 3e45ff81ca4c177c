import { describe, expect, test } from "vitest";
import { verifyActionProof } from "../../../src/cli/log/verify-action-proof.ts";
import type { RequestId } from "../../../src/domain/id.ts";
import { type ActionProof, nameIn, readActionProof } from "../../../src/domain/log/action-proof.ts";
import { asAuthorization } from "../../../src/domain/requests/request.ts";
import type { AuthorizeInput } from "../../../src/ports/earshot/authority.ts";
import { applyPolicy, codeOf, type Part, type WorldUnderTest } from "./world.ts";

const ARGS = { to: "ana", amount: 10 };

/** How anybody is shown what became of one request, and of no other. */
export function provingFacts(under: WorldUnderTest): void {
  const as = (part: Part) => under.world.as(part);
  const seek = async (over: Partial<AuthorizeInput> = {}) => {
    const input = { tool: "pay", args: ARGS, reason: "An invoice.", ...over };
    return asAuthorization((await as("scout").authorize(input)).request);
  };

  /** As it comes out of the file, which holds by the keys in it. */
  async function proved(id: RequestId): Promise<ActionProof> {
    const file = JSON.parse(JSON.stringify(await as("owner").proveAction({ id })));
    const proof = readActionProof(file);
    if (proof === undefined) throw new Error("It is no proof.");
    expect(verifyActionProof(proof, undefined)).toMatchObject({ proved: true, pinned: false });
    return proof;
  }

  const typesIn = (proof: ActionProof) =>
    proof.events
      .filter(({ event }) => event.subject === proof.request)
      .map(({ event }) => event.type);
  const wordsIn = ({ said }: ActionProof) => said.map(({ value }) => value);

  describe("a proof", () => {
    test("of an action that ran holds the action, who wanted and who approved it, and that it ran", async () => {
      const { id, authorization } = await seek();
      await as("approver").approve({ id, digest: authorization.digest, note: "As agreed." });
      const { grant } = await as("scout").collect({ id });
      await as("scout").redeem({ grant, tool: "pay", args: ARGS });
      const proof = await proved(id);
      expect(proof.action).toEqual(authorization.action);
      expect(wordsIn(proof)).toEqual([["An invoice.", null], "As agreed."]);
      expect(typesIn(proof)).toEqual([
        "request.created",
        "request.approved",
        "grant.minted",
        "grant.redeemed",
      ]);
      const by = proof.events.find(({ event }) => event.type === "request.approved")?.event.actor;
      expect(by && nameIn(proof, by)).toBe("approver");
    });

    test("holds no event of another request", async () => {
      const { id } = await seek();
      const other = await seek({ args: { to: "ben" } });
      const proof = await proved(id);
      expect(JSON.stringify(proof)).not.toContain(other.id);
    });

    test("of a rejection holds the reason", async () => {
      const { id } = await seek();
      await as("approver").reject({ id, reason: "Not this month." });
      expect(wordsIn(await proved(id))).toContain("Not this month.");
    });

    test("of an edited action holds what was asked beside what was approved", async () => {
      const edits = { narrow: { "/amount": "lower" } };
      const rules = [{ name: "pay", tools: ["pay"], decision: "ask", edits }];
      await applyPolicy(as("owner"), { version: 1, rules });
      const { id, authorization } = await seek();
      const args = { ...ARGS, amount: 5 };
      const { digest } = await as("approver").previewEdit({ id, args });
      await as("approver").approve({ id, digest, args });
      const { action, asked } = await proved(id);
      expect([action?.args, asked?.args]).toEqual([args, ARGS]);
      expect(asked).toEqual(authorization.action);
    });

    test("holds the text of the policy that decided it, and who put that in force", async () => {
      const rules = [{ name: "small", tools: ["pay"], decision: "allow", level: "LOW" }];
      const source = { version: 1, rules };
      await applyPolicy(as("owner"), source);
      const { id, status } = await seek();
      expect(status).toBe("approved");
      await applyPolicy(as("owner"), { version: 1, rules: [] });
      const proof = await proved(id);
      expect(proof.policies).toEqual([source]);
      const applied = proof.events.find(({ event }) => event.type === "policy.changed")?.event;
      expect(applied?.actor && nameIn(proof, applied.actor)).toBe("owner");
    });

    test("holds the terms of the permission that decided it", async () => {
      const like = await seek();
      const permission = await as("approver").permit({
        like: like.id,
        scope: "target",
        forMs: 60_000,
      });
      const { id, status } = await seek({ joinKey: "another" });
      expect(status).toBe("approved");
      const proof = await proved(id);
      expect(proof.permission).toMatchObject({ id: permission.id, scope: "target" });
    });

    test("of what was erased holds digests and no words", async () => {
      const { id, authorization } = await seek();
      await as("approver").reject({ id, reason: "Not this month." });
      await as("owner").erase({ id });
      const proof = await proved(id);
      expect(proof).toMatchObject({ said: [] });
      expect(proof).not.toHaveProperty("action");
      expect(proof).not.toHaveProperty("salt");
      expect(JSON.stringify(proof)).toContain(authorization.digest);
      expect(JSON.stringify(proof)).not.toContain("ana");
    });

    test("of a question holds its text and its answer", async () => {
      const { request } = await as("scout").ask({ text: "Which region?" });
      await as("approver").answer({ id: request.id, answer: { text: "The north." } });
      const proof = await proved(request.id);
      expect(wordsIn(proof)).toEqual([
        expect.objectContaining({ text: "Which region?" }),
        expect.objectContaining({ text: "The north." }),
      ]);
    });

    test("is for people who may read the log, of requests that they may see", async () => {
      const { id } = await seek();
      expect(await codeOf(as("scout").proveAction({ id }))).toBe("NOT_ALLOWED");
      expect(await codeOf(as("outsider").proveAction({ id }))).toBe("NOT_FOUND");
      const none = `req_${"0".repeat(26)}` as RequestId;
      expect(await codeOf(as("owner").proveAction({ id: none }))).toBe("NOT_FOUND");
    });
  });
}

import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/domain/json.ts";
import { UNDO_MS } from "../../../src/domain/limits.ts";
import { asAuthorization } from "../../../src/domain/requests/request.ts";
import {
  applyRules,
  codeOf,
  collect,
  eventually,
  type Part,
  type WorldUnderTest,
} from "./world.ts";

type Id = `req_${string}`;

/** What people who share an inbox do with each other: take back, give to another, reply by number. */
export function decidingTogetherFacts(under: WorldUnderTest): void {
  const as = (part: Part) => under.world.as(part);
  const undoMs = UNDO_MS;
  const ask = async (expiresInMs?: number) => {
    const bounded = expiresInMs === undefined ? {} : { expiresInMs };
    return (await as("scout").ask({ text: "Which colour?", ...bounded })).request;
  };
  const seek = async (args: JsonObject = {}) =>
    asAuthorization((await as("scout").authorize({ tool: "paint", args, reason: "Why." })).request);
  const statusOf = async (id: Id) => (await as("owner").show({ id })).request.status;
  const becomes = async (id: Id, status: string) =>
    await eventually(async () => (await statusOf(id)) === status);
  const logged = async (id: Id) =>
    (await collect(as("owner").events()))
      .filter(({ subject }) => subject === id)
      .map(({ type }) => type);
  const medium = async (more: object = {}) =>
    await applyRules(as("owner"), [{ name: "paint", tools: ["paint"], level: "MEDIUM", ...more }]);

  describe("a decision that its person can take back", () => {
    test("is told to people, and to its agent only once the time is over", async () => {
      const { id } = await ask();
      await as("approver").answer({ id, answer: { text: "Red." }, undoMs });
      const { request } = await as("viewer").inboxItem({ id });
      expect(request).toMatchObject({ status: "open", held: { does: "answer" } });
      expect(JSON.stringify(request)).not.toContain("Red.");
      const seen = await as("scout").wait({ id });
      expect(seen).toMatchObject({ outcome: "pending" });
      expect(seen.request).not.toHaveProperty("held");
      expect((await as("scout").show({ id })).request).not.toHaveProperty("held");
      const heard = (await collect(as("scout").events())).map(({ type }) => type);
      expect(heard).not.toContain("request.decision_held");
      const decidedAt = under.world.clock.now();
      await under.world.clock.advance(undoMs);
      await becomes(id, "answered");
      expect((await as("scout").wait({ id })).request).toMatchObject({
        answer: { text: "Red." },
        closedBy: { name: "approver" },
        closedAt: new Date(decidedAt).toISOString(),
      });
      expect(await logged(id)).toEqual([
        "request.created",
        "request.decision_held",
        "request.answered",
      ]);
    });

    test("is shown with its request to all who may look, and nobody may approve meanwhile", async () => {
      await medium();
      const { id, authorization } = await seek();
      await as("approver").approve({ id, digest: authorization.digest, undoMs });
      expect(await as("approver").inboxItem({ id })).toMatchObject({
        request: { status: "open", held: { does: "approve", by: { name: "approver" } } },
        needs: { refusalCode: "DECISION_HELD", typed: false, passkey: "none" },
      });
      expect((await as("viewer").inboxItem({ id })).request).toHaveProperty("held");
    });

    test("is what the log says of the record, answered, approved in part, approved and rejected", async () => {
      await medium();
      const asked = await ask();
      await as("approver").answer({ id: asked.id, answer: { text: "Red." }, undoMs });
      const [approved, rejected] = [await seek(), await seek({ colour: "red" })];
      const { digest } = approved.authorization;
      await as("approver").approve({ id: approved.id, digest, undoMs });
      await as("approver").reject({ id: rejected.id, reason: "No.", undoMs });
      await medium({ quorum: 2 });
      const voted = await seek({ colour: "blue" });
      await as("approver").approve({ id: voted.id, digest: voted.authorization.digest, undoMs });
      await under.world.clock.advance(undoMs);
      await becomes(asked.id, "answered");
      await becomes(rejected.id, "rejected");
      await eventually(async () => (await logged(voted.id)).includes("request.approval_voted"));
      const { record } = await as("owner").verifyAudit();
      expect(record?.rows).toBeGreaterThan(0);
      expect(record?.faults).toEqual([]);
    });

    test("is taken back wholly by its person, within the time and by nobody else", async () => {
      const { id } = await ask();
      await as("approver").answer({ id, answer: { text: "Red." }, undoMs });
      expect(await codeOf(as("owner").undo({ id }))).toBe("DECISION_HELD");
      expect(await as("approver").undo({ id })).not.toHaveProperty("held");
      await under.world.clock.advance(2 * undoMs);
      expect(await statusOf(id)).toBe("open");
      await as("owner").answer({ id, answer: { text: "Blue." } });
      expect(await codeOf(as("approver").undo({ id }))).toBe("REQUEST_CLOSED");
      expect(await logged(id)).toEqual([
        "request.created",
        "request.decision_held",
        "request.decision_undone",
        "request.answered",
      ]);
    });

    test("lets nobody else decide meanwhile, and says who does and for how long", async () => {
      await medium();
      const { id, authorization } = await seek();
      const { digest } = authorization;
      await as("approver").approve({ id, digest, undoMs });
      const other = as("owner").reject({ id });
      await expect(other).rejects.toThrow(/^approver is approving req_\w+; \d+ s left/);
      // It is still theirs: a row must not move away for a moment.
      const [listed] = (await as("approver").list({ status: "open" })).items;
      expect(listed).not.toHaveProperty("forOthers");
      expect(await codeOf(as("approver").reject({ id }))).toBe("DECISION_HELD");
      await under.world.clock.advance(undoMs);
      await becomes(id, "approved");
    });

    test("outlives the request's time, and taken back then leaves it expired", async () => {
      const { id } = await ask(1_000);
      const other = await ask(1_000);
      for (const one of [id, other.id]) {
        await as("approver").answer({ id: one, answer: { text: "Red." }, undoMs });
      }
      await under.world.clock.advance(2_000);
      expect(await statusOf(id)).toBe("open");
      await as("approver").undo({ id: other.id });
      await under.world.clock.advance(2_000);
      await becomes(id, "answered");
      await becomes(other.id, "expired");
    });

    test("is an answer in place of the tool, too", async () => {
      await medium();
      const { id } = await seek();
      await as("approver").respond({ id, text: "It was paid.", undoMs });
      expect((await as("viewer").inboxItem({ id })).request).toMatchObject({
        held: { does: "respond", by: { name: "approver" } },
      });
      await expect(as("owner").reject({ id })).rejects.toThrow(/is answering in place of the tool/);
      expect((await as("scout").wait({ id })).outcome).toBe("pending");
      await under.world.clock.advance(undoMs);
      await becomes(id, "responded");
      expect((await as("scout").wait({ id })).request).toMatchObject({ response: "It was paid." });
      expect((await as("owner").verifyAudit()).record?.faults).toEqual([]);
    });

    test("goes with the request that its agent withdraws", async () => {
      const { id } = await ask();
      await as("approver").answer({ id, answer: { text: "Red." }, undoMs });
      await as("scout").cancel({ id });
      await under.world.clock.advance(undoMs);
      expect(await statusOf(id)).toBe("cancelled");
      expect(await logged(id)).not.toContain("request.answered");
    });

    test("is a vote of several only once it is sent", async () => {
      await medium({ quorum: 2 });
      const { id, authorization } = await seek();
      const { digest } = authorization;
      await as("approver").approve({ id, digest, undoMs });
      expect((await as("owner").show({ id })).request).toMatchObject({
        authorization: { votes: [] },
      });
      await under.world.clock.advance(undoMs);
      await eventually(async () => (await logged(id)).includes("request.approval_voted"));
      expect((await as("owner").show({ id })).request).toMatchObject({
        status: "open",
        authorization: { votes: [{ by: { name: "approver" } }] },
      });
    });

    test("is dropped where it may not be made any more when it is to be sent", async () => {
      await medium();
      const { id, authorization } = await seek();
      await as("approver").approve({ id, digest: authorization.digest, undoMs });
      await applyRules(as("owner"), [{ name: "never", tools: ["paint"], decision: "deny" }]);
      await under.world.clock.advance(undoMs);
      await eventually(async () => (await logged(id)).includes("request.decision_dropped"));
      expect(await statusOf(id)).toBe("open");
      expect((await as("owner").show({ id })).request).not.toHaveProperty("held");
    });

    test("counts at once at HIGH, and where nobody asks for it to be held", async () => {
      await applyRules(as("owner"), [{ name: "paint", tools: ["paint"], level: "HIGH" }]);
      const high = await seek();
      await as("owner").reject({ id: high.id, undoMs });
      expect(await statusOf(high.id)).toBe("rejected");
      const { id } = await ask();
      await as("approver").answer({ id, answer: { text: "Red." } });
      expect(await statusOf(id)).toBe("answered");
    });

    test.each([0, 1.5, UNDO_MS + 1])("is not held for %d ms", async (wanted) => {
      const { id } = await ask();
      const call = as("approver").answer({ id, answer: { text: "Red." }, undoMs: wanted });
      expect(await codeOf(call)).toBe("INVALID_INPUT");
    });

    test("is refused now if it would be when it is sent", async () => {
      await medium();
      const { id } = await seek();
      const call = as("approver").approve({ id, digest: "0".repeat(64), undoMs });
      expect(await codeOf(call)).toBe("DIGEST_MISMATCH");
    });
  });

  describe("an assignment", () => {
    test("gives a request to a colleague, and everybody else still can decide", async () => {
      const { id } = await ask();
      const given = await as("owner").assign({ id, to: "approver" });
      expect(given).toMatchObject({ to: { name: "approver" }, by: { name: "owner" } });
      expect((await as("viewer").inboxItem({ id })).assignment).toEqual(given);
      expect((await as("approver").inbox()).items[0]?.assignment).toEqual(given);
      expect(await as("owner").assign({ id, to: "approver" })).toEqual(given);
      expect(await logged(id)).toEqual(["request.created", "request.assigned"]);
      await as("owner").answer({ id, answer: { text: "Red." } });
    });

    test("comes before the answer that it meets, or is refused", async () => {
      // At some of these moments the answer is there after the assignment has looked for it.
      for (let turns = 0; turns < 40; turns++) {
        const { id } = await ask();
        const answered = as("approver").answer({ id, answer: { text: "Red." } });
        for (let turn = 0; turn < turns; turn++) await Promise.resolve();
        await Promise.allSettled([answered, as("owner").assign({ id, to: "approver" })]);
        expect((await logged(id)).at(-1)).toBe("request.answered");
      }
    });

    test("is changed and taken back by whoever may answer", async () => {
      const { id } = await ask();
      await as("owner").assign({ id, to: "approver" });
      const again = await as("approver").assign({ id, to: "owner" });
      expect((await as("viewer").inboxItem({ id })).assignment).toEqual(again);
      expect(await as("approver").unassign({ id })).toEqual({ unassigned: true });
      expect(await as("approver").unassign({ id })).toEqual({ unassigned: false });
      expect((await as("viewer").inboxItem({ id })).assignment).toBeUndefined();
    });

    test("to somebody who cannot decide is refused, and says who can", async () => {
      await medium();
      const { id } = await seek();
      expect(await as("owner").assignees({ id })).toEqual({ names: ["approver"] });
      const call = as("approver").assign({ id, to: "owner" });
      await expect(call).rejects.toThrow(/owner cannot decide .* of their own.*can: approver\.$/s);
      expect(await codeOf(as("owner").assign({ id, to: "viewer" }))).toBe("NOT_ALLOWED");
      expect(await codeOf(as("owner").assign({ id, to: "nobody" }))).toBe("INVALID_INPUT");
    });

    test("is nothing of an agent's, a service's or a viewer's", async () => {
      const { id } = await ask();
      for (const part of ["scout", "service", "viewer"] as const) {
        expect(await codeOf(as(part).assign({ id, to: "approver" }))).toBe("NOT_ALLOWED");
        expect(await codeOf(as(part).unassign({ id }))).toBe("NOT_ALLOWED");
      }
    });

    test("of what has closed is none, and goes with the person who is removed", async () => {
      const { id } = await ask();
      const closed = await ask();
      await as("owner").assign({ id, to: "approver" });
      await as("owner").answer({ id: closed.id, answer: { text: "Red." } });
      expect(await codeOf(as("owner").assign({ id: closed.id, to: "approver" }))).toBe(
        "REQUEST_CLOSED",
      );
      const { principal } = await as("approver").whoami();
      await as("owner").removeOperator({ id: principal.id });
      expect((await as("owner").inboxItem({ id })).assignment).toBeUndefined();
    });
  });

  describe("saved replies", () => {
    test("are common reasons at first, then each operator's own", async () => {
      expect(await as("owner").replies()).toMatchObject({
        answers: [],
        reasons: ["Not now", "Wrong target", "Too risky"],
      });
      const wanted = { answers: ["Yes, go on."], reasons: ["Too dear"] };
      const set = await as("owner").setReplies(wanted);
      expect(set).toMatchObject(wanted);
      expect(await as("owner").replies()).toEqual(set);
      expect((await as("approver").replies()).answers).toEqual([]);
    });

    test("are at most ten of each, and nothing of an agent's", async () => {
      const answers = Array.from({ length: 11 }, (_, n) => `Reply ${n}`);
      expect(await codeOf(as("owner").setReplies({ answers, reasons: [] }))).toBe("INVALID_INPUT");
      expect(await codeOf(as("scout").replies())).toBe("NOT_ALLOWED");
      expect(await codeOf(as("scout").setReplies({ answers: [], reasons: [] }))).toBe(
        "NOT_ALLOWED",
      );
    });
  });
}

import { describe, expect, test } from "vitest";
import type { RequestId } from "../../../src/domain/id.ts";
import { MAX_ASKED_BACK } from "../../../src/domain/requests/asked-back.ts";
import { asAuthorization } from "../../../src/domain/requests/request.ts";
import type { AuthorizeInput } from "../../../src/ports/earshot/authority.ts";
import {
  applyRules,
  codeOf,
  collect,
  eventually,
  type Part,
  type WorldUnderTest,
} from "./world.ts";

/** A note beside a decision, a question back, and words in place of the tool. */
export function exchangingFacts(under: WorldUnderTest): void {
  const as = (part: Part) => under.world.as(part);
  const action = { tool: "deploy", args: { to: "staging" } };
  const seek = async (over: Partial<AuthorizeInput> = {}) => {
    const input = { ...action, reason: "It is ready.", ...over };
    return asAuthorization((await as("scout").authorize(input)).request);
  };
  const typesOf = async () =>
    (await collect(as("service").events())).map(({ type }) => type as string);
  const erasedBy = async (part: Part, id: RequestId) => {
    await as(part).erase({ id });
    return await as(part).show({ id });
  };
  const isClean = async () => (await as("owner").verifyAudit()).record;

  describe("a note beside a decision", () => {
    test("reaches the agent with the approval, and changes nothing of what may run", async () => {
      const { id, authorization } = await seek();
      const { digest } = authorization;
      await as("approver").approve({ id, digest, note: "Tell Ben when it is done." });
      const { request, outcome } = await as("scout").wait({ id });
      expect(outcome).toBe("approved");
      expect(asAuthorization(request).authorization).toMatchObject({
        digest,
        votes: [{ by: { name: "approver" }, note: "Tell Ben when it is done." }],
      });
      expect((await as("scout").collect({ id })).args).toEqual(action.args);
      expect(await isClean()).toMatchObject({ faults: [] });
    });

    test("goes with an option, ticks and fields, whether or not words could answer", async () => {
      const options = [{ label: "A" }, { label: "B" }];
      const note = "not on Friday";
      const schema = { type: "object", properties: { n: { type: "integer" } } };
      for (const [form, picked] of [
        [{ kind: "choice", options }, { choice: "A" }],
        [{ kind: "choices", options }, { choices: ["B"] }],
        [{ kind: "fields", schema }, { fields: { n: 1 } }],
      ] as const) {
        const { request } = await as("scout").ask({ text: "Which?", form });
        await as("owner").answer({ id: request.id, answer: { ...picked, note } });
        const waited = await as("scout").wait({ id: request.id });
        expect(waited.request).toMatchObject({ answer: { ...picked, note } });
      }
    });

    test.each([
      ["blank", " "],
      ["longer than 2 KiB", "x".repeat(2_049)],
    ])("that is %s is refused, and nothing is approved", async (_, note) => {
      const { id, authorization } = await seek();
      const approval = as("approver").approve({ id, digest: authorization.digest, note });
      expect(["INVALID_INPUT", "TOO_LARGE"]).toContain(await codeOf(approval));
      expect((await as("owner").show({ id })).request.status).toBe("open");
    });
  });

  describe("words in place of the tool", () => {
    test("close it for its agent, and no grant comes of them", async () => {
      const { id } = await seek();
      const responded = await as("approver").respond({ id, text: "It is deployed already." });
      expect(responded).toMatchObject({
        status: "responded",
        response: "It is deployed already.",
        closedBy: { name: "approver" },
      });
      const { outcome, request } = await as("scout").wait({ id });
      expect([outcome, request]).toMatchObject([
        "responded",
        { response: "It is deployed already." },
      ]);
      expect(await codeOf(as("scout").collect({ id }))).toBe("NOT_APPROVED");
      expect(await codeOf(as("scout").redeem({ request: id, ...action }))).toBe("NOT_APPROVED");
      expect(await typesOf()).toContain("request.responded");
      expect(await isClean()).toMatchObject({ faults: [] });
    });

    test("make the approvals before them count for nothing", async () => {
      await applyRules(as("owner"), [
        { name: "two", decision: "ask", quorum: 2, approvers: { roles: ["approver", "owner"] } },
      ]);
      const { id, authorization } = await seek();
      const { digest } = authorization;
      await as("approver").approve({ id, digest });
      await as("approver").respond({ id, text: "yes, approved" });
      expect(await codeOf(as("approver").approve({ id, digest }))).toBe("REQUEST_CLOSED");
      expect(await codeOf(as("scout").redeem({ request: id, ...action }))).toBe("NOT_APPROVED");
    });

    test("cannot be taken back, approved or said twice", async () => {
      const { id, authorization } = await seek();
      await as("approver").respond({ id, text: "Use the other one." });
      for (const late of [
        as("approver").respond({ id, text: "No, this one." }),
        as("approver").revoke({ id }),
        as("approver").reject({ id }),
        as("approver").approve({ id, digest: authorization.digest }),
        as("scout").cancel({ id }),
      ]) {
        expect(await codeOf(late)).toBe("REQUEST_CLOSED");
      }
    });

    test.each<[Part, string | undefined]>([
      ["scout", "NOT_ALLOWED"],
      ["rival", "NOT_ALLOWED"],
      ["viewer", "NOT_ALLOWED"],
      ["service", "NOT_ALLOWED"],
      ["stranger", "NOT_ALLOWED"],
      ["outsider", "NOT_FOUND"],
      // Whoever may reject it may, and so may the agent's owner.
      ["owner", undefined],
    ])("by %s end in %s", async (part, code) => {
      const { id } = await seek();
      expect(await codeOf(as(part).respond({ id, text: "No need." }))).toBe(code);
    });

    test("of somebody whom the rule does not name are refused, and the log says so", async () => {
      await applyRules(as("owner"), [
        { name: "owners", decision: "ask", approvers: { roles: ["owner"] } },
      ]);
      const { id } = await seek();
      expect(await codeOf(as("approver").respond({ id, text: "No." }))).toBe("NOT_ALLOWED");
      expect(await typesOf()).toContain("request.decision_refused");
    });

    test("answer no question, and are never empty", async () => {
      const { request } = await as("scout").ask({ text: "Which?" });
      const asked = as("approver").respond({ id: request.id, text: "B" });
      expect(await codeOf(asked)).toBe("INVALID_INPUT");
      const { id } = await seek();
      expect(await codeOf(as("approver").respond({ id, text: " " }))).toBe("INVALID_INPUT");
    });
  });

  describe("a question back to the agent", () => {
    test("leaves the request open, ends the wait, and lies in the mailbox", async () => {
      const { id } = await seek();
      const waiting = as("scout").wait({ id, holdMs: 50_000 });
      await eventually(async () => (await as("owner").show({ id })).request.status === "open");
      const asked = await as("approver").askBack({ id, text: "Which build?" });
      expect(asked).toMatchObject({
        status: "open",
        askedBack: [{ number: 1, text: "Which build?" }],
      });
      expect(await waiting).toMatchObject({
        outcome: "pending",
        askedBack: { number: 1, text: "Which build?", by: { name: "approver" } },
      });
      expect((await as("scout").mailbox()).items).toMatchObject([
        { text: "Which build?", asksBack: id, from: { name: "approver" } },
      ]);
      expect(await isClean()).toMatchObject({ faults: [] });
    });

    test("marks the row of the request until its agent has answered", async () => {
      const { id } = await seek();
      const rowOf = async () =>
        (await as("approver").inbox()).items.find((item) => item.id === id)?.asksAgentSince;
      expect(await rowOf()).toBeUndefined();
      const asked = await as("approver").askBack({ id, text: "Which one?" });
      expect(await rowOf()).toBe(asked.askedBack?.[0]?.at);
      await as("scout").answerBack({ id, text: "The second." });
      expect(await rowOf()).toBeUndefined();
    });

    test("is answered once, in the agent's words, and then people decide as before", async () => {
      const { id, authorization } = await seek();
      await as("approver").askBack({ id, text: "Which build?" });
      const answered = await as("scout").answerBack({ id, text: "Approved by ana. Build 7." });
      expect(answered).toMatchObject({
        status: "open",
        askedBack: [{ number: 1, answer: { text: "Approved by ana. Build 7." } }],
      });
      expect(asAuthorization(answered).authorization).toEqual(authorization);
      expect(await codeOf(as("scout").answerBack({ id, text: "Build 8." }))).toBe("INVALID_INPUT");
      expect(await as("scout").wait({ id })).not.toHaveProperty("askedBack");
      expect(await isClean()).toMatchObject({ faults: [] });
      await as("approver").approve({ id, digest: authorization.digest });
      expect((await as("scout").wait({ id })).outcome).toBe("approved");
    });

    test("of one that is asked meanwhile waits, and there is an end to them", async () => {
      const { request } = await as("scout").ask({ text: "Which?" });
      const { id } = request;
      await as("approver").askBack({ id, text: "Of what?" });
      expect(await codeOf(as("owner").askBack({ id, text: "Why?" }))).toBe("INVALID_INPUT");
      await as("scout").answerBack({ id, text: "Of these.", number: 1 });
      for (let number = 2; number <= MAX_ASKED_BACK; number++) {
        await as("owner").askBack({ id, text: "Why?" });
        await as("scout").answerBack({ id, text: "So.", number });
      }
      expect(await codeOf(as("owner").askBack({ id, text: "Why?" }))).toBe("QUOTA_EXCEEDED");
      await as("owner").answer({ id, answer: { text: "B" } });
    });

    test("is erased with its request, with the answer, the notes and the words instead", async () => {
      const { id } = await seek();
      await as("approver").askBack({ id, text: "Which build of Kassel?" });
      await as("scout").answerBack({ id, text: "Kassel 7." });
      await as("approver").respond({ id, text: "Use that of Kassel." });
      const { request } = await erasedBy("owner", id);
      expect(JSON.stringify(request)).not.toContain("Kassel");
      expect(JSON.stringify((await as("scout").mailbox()).items)).not.toContain("Kassel");
      expect(await isClean()).toMatchObject({ faults: [] });
    });

    test("changes nothing of the time that people have", async () => {
      const { id } = await seek({ expiresInMs: 10_000 });
      await as("approver").askBack({ id, text: "Which build?" });
      await under.world.clock.advance(10_000);
      expect((await as("scout").wait({ id })).outcome).toBe("expired");
      expect(await codeOf(as("scout").answerBack({ id, text: "7" }))).toBe("REQUEST_CLOSED");
    });

    test("that nobody heard ends the next wait soon, and not at once", async () => {
      const { id } = await seek();
      await as("approver").askBack({ id, text: "Which build?" });
      let isOver = false;
      const waiting = as("scout")
        .wait({ id, holdMs: 50_000 })
        .finally(() => {
          isOver = true;
        });
      await eventually(async () => (await as("owner").show({ id })).request.status === "open");
      expect(isOver).toBe(false);
      await under.world.clock.advance(15_000);
      expect(await waiting).toMatchObject({ outcome: "pending", askedBack: { number: 1 } });
    });

    test.each<[Part, string]>([
      ["scout", "NOT_ALLOWED"],
      ["viewer", "NOT_ALLOWED"],
      ["service", "NOT_ALLOWED"],
      ["stranger", "NOT_ALLOWED"],
      ["outsider", "NOT_FOUND"],
    ])("by %s is refused with %s", async (part, code) => {
      const { id } = await seek();
      expect(await codeOf(as(part).askBack({ id, text: "Why?" }))).toBe(code);
    });

    test.each<[Part, string]>([
      ["owner", "NOT_ALLOWED"],
      ["rival", "NOT_FOUND"],
      ["stranger", "NOT_FOUND"],
    ])("is not answered by %s: %s", async (part, code) => {
      const { id } = await seek();
      await as("approver").askBack({ id, text: "Why?" });
      expect(await codeOf(as(part).answerBack({ id, text: "So." }))).toBe(code);
    });
  });
}

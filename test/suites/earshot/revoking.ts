import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/domain/json.ts";
import { asAuthorization } from "../../../src/domain/requests/request.ts";
import type { AuthorizeInput } from "../../../src/ports/earshot/authority.ts";
import { applyRules, codeOf, collect, type Part, type WorldUnderTest } from "./world.ts";

const HOUR_MS = 60 * 60_000;
const ACTION = { tool: "deploy", args: { to: "staging" }, reason: "It is ready." };

/** Approvals that are revoked before their use, and what people are told about used ones. */
export function revokingFacts(under: WorldUnderTest): void {
  const as = (part: Part) => under.world.as(part);
  const seek = async (over: Partial<AuthorizeInput> = {}) =>
    asAuthorization((await as("scout").authorize({ ...ACTION, ...over })).request);
  const approve = async (part: Part, { id, authorization }: Awaited<ReturnType<typeof seek>>) =>
    asAuthorization(await as(part).approve({ id, digest: authorization.digest }));
  const approved = async (over: Partial<AuthorizeInput> = {}) =>
    await approve("approver", await seek(over));
  const granted = async (over: Partial<AuthorizeInput> = {}) => {
    const { id } = await approved(over);
    const { grant, tool, args } = await as("scout").collect({ id });
    return { id, live: { grant, tool, args } };
  };
  const apply = (...rules: JsonObject[]) => applyRules(as("owner"), rules);
  const logged = async (id: string) =>
    (await collect(as("service").events()))
      .filter(({ subject }) => subject === id)
      .map(({ type }) => type as string);
  const faults = async () => (await as("owner").verifyAudit({})).record?.faults;

  describe("an approval that is taken back", () => {
    test("is one no more: its grant is void, and nothing is collected or redeemed", async () => {
      const { id, live } = await granted();
      const revoked = await as("approver").revoke({ id, reason: "Wrong place." });
      expect(revoked).toMatchObject({
        status: "rejected",
        reason: "Wrong place.",
        basis: { kind: "people" },
        closedBy: { name: "approver" },
        revoked: { approvedAt: expect.any(String) },
      });
      expect(await codeOf(as("scout").redeem(live))).toBe("GRANT_REFUSED");
      const collecting = as("scout").collect({ id });
      await expect(collecting).rejects.toMatchObject({
        code: "NOT_APPROVED",
        message: expect.stringMatching(/taken back by approver.*: Wrong place\./),
      });
      expect(await as("scout").wait({ id })).toMatchObject({ outcome: "rejected" });
      expect((await logged(id)).filter((type) => type.startsWith("request."))).toEqual([
        "request.created",
        "request.approved",
        "request.revoked",
      ]);
      expect(await faults()).toEqual([]);
    });

    test("is told to its agent in the mailbox, by whom and why, also where the approval was acknowledged", async () => {
      const { id } = await granted();
      await as("approver").revoke({ id, reason: "Wrong place." });
      const told = {
        id,
        status: "rejected",
        reason: "Wrong place.",
        closedBy: { name: "approver" },
      };
      expect((await as("scout").mailbox()).items).toMatchObject([told]);
      const tool = await seek({ tool: "rename", joinKey: "kept" });
      await approve("approver", tool);
      await as("approver").revoke({ id: tool.id });
      expect((await as("scout").mailbox()).items.map((item) => item.id)).toEqual([id, tool.id]);
    });

    test("can be one that was never collected, of a halted agent, or allowed by a rule", async () => {
      const { id } = await approved();
      const agent = (await as("scout").whoami()).principal.id;
      await as("owner").haltAgent({ id: agent });
      expect(await as("approver").revoke({ id })).toMatchObject({ status: "rejected" });
      await as("owner").resumeAgent({ id: agent });
      expect(await codeOf(as("scout").collect({ id }))).toBe("NOT_APPROVED");
      await apply({ name: "free", tools: ["deploy"], decision: "allow", level: "MEDIUM" });
      const free = await seek({ joinKey: "free" });
      expect(free.status).toBe("approved");
      expect(await as("owner").revoke({ id: free.id })).toMatchObject({ status: "rejected" });
      expect(await codeOf(as("scout").collect({ id: free.id }))).toBe("NOT_APPROVED");
      expect(await faults()).toEqual([]);
    });

    test.each<[Part, string | undefined]>([
      ["owner", undefined],
      ["approver", undefined],
      ["script", undefined],
      ["viewer", "NOT_ALLOWED"],
      ["scout", "NOT_ALLOWED"],
      ["rival", "NOT_ALLOWED"],
      ["service", "NOT_ALLOWED"],
      ["outsider", "NOT_FOUND"],
    ])("by %s: %s", async (part, code) => {
      const { id } = await approved();
      expect(await codeOf(as(part).revoke({ id }))).toBe(code);
      const { status } = (await as("owner").show({ id })).request;
      expect(status).toBe(code === undefined ? "rejected" : "approved");
    });

    test("cannot be one that was used, has lapsed, or was taken back before", async () => {
      const { id, live } = await granted();
      await as("scout").redeem(live);
      const late = as("approver").revoke({ id });
      await expect(late).rejects.toMatchObject({
        code: "REQUEST_CLOSED",
        message: expect.stringContaining("was used at"),
      });
      const twice = await approved({ joinKey: "twice" });
      await as("approver").revoke({ id: twice.id });
      expect(await codeOf(as("owner").revoke({ id: twice.id }))).toBe("REQUEST_CLOSED");
      const old = await approved({ joinKey: "old" });
      await under.world.clock.advance(2 * HOUR_MS);
      expect(await codeOf(as("approver").revoke({ id: old.id }))).toBe("REQUEST_CLOSED");
      const { request } = await as("scout").ask({ text: "Which?" });
      expect(await codeOf(as("approver").revoke({ id: request.id }))).toBe("INVALID_INPUT");
    });

    test("happens once for its key", async () => {
      const { id } = await approved();
      const options = { idempotencyKey: "taken-back" };
      const first = await as("approver").revoke({ id }, options);
      expect(await as("approver").revoke({ id }, options)).toEqual(first);
      expect((await logged(id)).filter((type) => type === "request.revoked")).toHaveLength(1);
    });

    test("and its redemption at the same moment: exactly one of the two happens", async () => {
      for (let round = 0; round < 12; round++) {
        const { id, live } = await granted({ joinKey: `round ${round}` });
        const [used, revoked] = await Promise.allSettled([
          as("scout").redeem(live),
          as("approver").revoke({ id }),
        ]);
        const won = [used, revoked].filter(({ status }) => status === "fulfilled");
        expect(won, `round ${round}`).toHaveLength(1);
        const types = (await logged(id)).filter(
          (type) => type === "grant.redeemed" || type === "request.revoked",
        );
        expect(types).toEqual([used.status === "fulfilled" ? "grant.redeemed" : "request.revoked"]);
      }
      expect(await faults()).toEqual([]);
    });

    test("and collecting it at the same moment leaves nothing to redeem", async () => {
      for (let round = 0; round < 6; round++) {
        const { id } = await approved({ joinKey: `collected ${round}` });
        const [collected] = await Promise.allSettled([
          as("scout").collect({ id }),
          as("approver").revoke({ id }),
        ]);
        if (collected.status === "rejected") continue;
        const { grant, tool, args } = collected.value;
        expect(await codeOf(as("scout").redeem({ grant, tool, args }))).toBe("GRANT_REFUSED");
      }
      expect(await faults()).toEqual([]);
    });
  });

  describe("a vote that is taken back", () => {
    test("counts no more, and the request stays open for others", async () => {
      await apply({
        name: "two",
        tools: ["deploy"],
        quorum: 2,
        approvers: { roles: ["approver"] },
      });
      const request = await seek();
      expect(await codeOf(as("approver").revoke({ id: request.id }))).toBe("INVALID_INPUT");
      expect((await approve("approver", request)).authorization.votes).toHaveLength(1);
      const why = as("approver").revoke({ id: request.id, reason: "Nobody would be told." });
      expect(await codeOf(why)).toBe("INVALID_INPUT");
      expect(await as("approver").inboxItem({ id: request.id })).toMatchObject({
        isRevocable: true,
        needs: { refusalCode: "ALREADY_VOTED" },
      });
      const open = asAuthorization(await as("approver").revoke({ id: request.id }));
      expect(open).toMatchObject({ status: "open", authorization: { votes: [] } });
      expect((await approve("approver", request)).authorization.votes).toHaveLength(1);
      expect(await logged(request.id)).toContain("request.vote_revoked");
      expect(await faults()).toEqual([]);
    });
  });

  describe("what has become of an approval", () => {
    test("is told wherever it is shown: for how long it can be used, and when it was", async () => {
      const { id, live } = await granted();
      const until = { usableUntil: expect.any(String) };
      expect((await as("scout").wait({ id })).request).toMatchObject(until);
      expect((await as("approver").show({ id })).request).toMatchObject(until);
      expect((await as("approver").list({ status: "approved" })).items).toMatchObject([until]);
      expect((await as("approver").inbox({ split: "waiting" })).items).toMatchObject([until]);
      expect(await as("approver").inboxItem({ id })).toMatchObject({ isRevocable: true });
      const { redeemedAt: usedAt } = await as("scout").redeem(live);
      const waited = await as("scout").wait({ id });
      expect(waited.request).toMatchObject({ usedAt });
      expect(waited.request).not.toHaveProperty("usableUntil");
      expect((await as("approver").show({ id })).request).toMatchObject({ usedAt });
      expect((await as("approver").list({ status: "approved" })).items).toMatchObject([{ usedAt }]);
      expect((await as("approver").inbox({ split: "done" })).items).toMatchObject([{ usedAt }]);
      expect(await as("approver").inboxItem({ id })).not.toHaveProperty("isRevocable");
      const all = await as("scout").waitMany({ ids: [id] });
      expect(all.requests).toMatchObject([{ request: { usedAt } }]);
    });
  });

  describe("a rejection of whatever is like it", () => {
    test("takes back what is like it, was approved and is not used, and leaves the rest", async () => {
      const pay = (note: string) => ({ tool: "pay", args: { to: "ana", note } });
      const like = await granted(pay("Rent"));
      const near = await approved(pay("Rent  "));
      const other = await approved(pay("Lunch"));
      const used = await granted(pay(" Rent"));
      await as("scout").redeem(used.live);
      const { id } = await seek(pay("Rent "));
      const rejected = await as("approver").reject({ id, reason: "Not now.", covers: "like" });
      expect(rejected).toHaveProperty("alsoRevoked", expect.arrayContaining([like.id, near.id]));
      expect(rejected).toHaveProperty("alsoRevoked.length", 2);
      expect(await codeOf(as("scout").redeem(like.live))).toBe("GRANT_REFUSED");
      expect(await codeOf(as("scout").collect({ id: near.id }))).toBe("NOT_APPROVED");
      const { request } = await as("approver").show({ id: like.id });
      expect(request).toHaveProperty("reason", expect.stringMatching(/resembles.*Not now\./));
      expect(await codeOf(as("scout").collect({ id: other.id }))).toBeUndefined();
      expect((await as("approver").show({ id: used.id })).request.status).toBe("approved");
      expect(await faults()).toEqual([]);
    });
  });

  describe("an approval that was erased before it was used", () => {
    test("says so with the moment of the erasing, to who collects it and who takes it back", async () => {
      const { id } = await approved();
      const { erasedAt } = await as("owner").erase({ id });
      const told = { message: expect.stringContaining(`was erased at ${erasedAt}`) };
      await expect(as("scout").collect({ id })).rejects.toMatchObject(told);
      await expect(as("approver").revoke({ id })).rejects.toMatchObject(told);
    });
  });

  describe("the same question again", () => {
    test("is asked again, and its agent is told which one is open", async () => {
      const question = { text: "Which database?" };
      const first = await as("scout").ask(question);
      expect(first).not.toHaveProperty("askedBefore");
      const second = await as("scout").ask({ text: " Which  database? " });
      expect(second).toMatchObject({ outcome: "pending", askedBefore: first.request.id });
      expect(await as("rival").ask(question)).not.toHaveProperty("askedBefore");
      await as("approver").answer({ id: first.request.id, answer: { text: "Staging." } });
      await as("approver").answer({ id: second.request.id, answer: { text: "Staging." } });
      expect(await as("scout").ask(question)).not.toHaveProperty("askedBefore");
    });
  });
}

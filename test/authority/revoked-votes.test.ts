import { afterEach, beforeEach, expect, test } from "vitest";
import type { Context } from "../../src/core/call/context.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { asAuthorization } from "../../src/domain/requests/request.ts";
import { type Browser, type House, openHouse, refusalOf } from "../support/house.ts";

/* What becomes of votes on open requests when the key that cast them is revoked. */

const TOOL = "pay";

let house: House;
let ben: Browser;
let cleo: Browser;
beforeEach(async () => {
  house = await openHouse();
  const approvers = { roles: ["owner", "approver"] };
  const rule = { name: "two", tools: [TOOL], decision: "ask", level: "MEDIUM", approvers };
  await house.owner.applyPolicy({ source: { version: 1, rules: [{ ...rule, quorum: 2 }] } });
  ben = await house.enter("ben");
  await house.owner.addOperator({ name: "cleo" });
  const { token } = await house.owner.createSignInLink({ operator: "cleo" });
  cleo = await house.again(await house.signIn.withLink({ token, browser: "Firefox" }));
});
afterEach(() => house.close());

async function votedByBen() {
  const { id, authorization } = await house.seek(TOOL);
  const { digest } = authorization;
  expect((await ben.earshot.approve({ id, digest })).status).toBe("open");
  return { id, digest };
}

const votersOf = (request: Parameters<typeof asAuthorization>[0]) =>
  asAuthorization(request).authorization.votes.map(({ by }) => by.name);

test("a vote whose key is revoked is dropped by the next, and closes nothing with it", async () => {
  const vote = await votedByBen();
  await house.owner.revokeWebSession({ id: ben.session.id });
  const next = await cleo.earshot.approve(vote);
  expect(next.status).toBe("open");
  expect(votersOf(next)).toEqual(["cleo"]);
  const [, logged] = await house.eventsOf("request.approval_voted");
  expect(logged?.data).toMatchObject({ withdrawn: 1 });
  const again = await house.enter("ben");
  const approved = await again.earshot.approve(vote);
  expect(approved.status).toBe("approved");
  const { grant, args } = await house.agent.collect({ id: vote.id });
  expect((await house.agent.redeem({ grant, tool: TOOL, args })).request.id).toBe(vote.id);
});

test("whose vote was withdrawn may give it anew", async () => {
  const vote = await votedByBen();
  expect(await refusalOf(ben.earshot.approve(vote))).toBe("ALREADY_VOTED");
  await house.owner.revokeWebSession({ id: ben.session.id });
  const again = await house.enter("ben");
  const { needs } = await again.earshot.inboxItem({ id: vote.id });
  expect(needs).toMatchObject({ withdrawn: [house.ben.id] });
  expect(needs).not.toHaveProperty("refusal");
  expect(votersOf(await again.earshot.approve(vote))).toEqual(["ben"]);
});

test("a vote of an operator who was removed counts no more", async () => {
  const vote = await votedByBen();
  await house.owner.removeOperator({ id: house.ben.id });
  expect(votersOf(await cleo.earshot.approve(vote))).toEqual(["cleo"]);
});

test("a vote in a web session that was only left stands", async () => {
  const vote = await votedByBen();
  await ben.earshot.signOut();
  const { needs } = await cleo.earshot.inboxItem({ id: vote.id });
  expect(needs).not.toHaveProperty("withdrawn");
  expect((await cleo.earshot.approve(vote)).status).toBe("approved");
});

/** Revokes a web session once a vote has been looked at and is about to be written. */
function revoking({ session }: Browser): Context {
  return {
    ...house.ctx,
    commit: async (change) => {
      if (change.writes.some(({ type }) => type === "request.update")) {
        await house.owner.revokeWebSession({ id: session.id });
      }
      return await house.ctx.commit(change);
    },
  };
}

test("a key that is revoked at the very moment of the last vote takes its vote with it", async () => {
  const vote = await votedByBen();
  const next = await createEarshot(revoking(ben), cleo.caller).approve(vote);
  expect(next.status).toBe("open");
  expect(votersOf(next)).toEqual(["cleo"]);
});

test("a vote by a key that is revoked while it is given is none", async () => {
  const vote = await votedByBen();
  const voting = createEarshot(revoking(cleo), cleo.caller).approve(vote);
  expect(await refusalOf(voting)).toBe("NOT_SIGNED_IN");
  expect(votersOf((await house.owner.show({ id: vote.id })).request)).toEqual(["ben"]);
});

import { describe, expect, test } from "vitest";
import { present } from "../../../src/domain/present.ts";
import { asQuestion, type Request } from "../../../src/domain/requests/request.ts";
import type { ReviewOutcome } from "../../../src/domain/requests/review.ts";
import { codeOf, type Part, type WorldUnderTest } from "./world.ts";

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

/** What becomes of what nobody answers. */
export function reviewingFacts(under: WorldUnderTest): void {
  const as = (part: Part) => under.world.as(part);
  const ask = async (text = "Which colour?", to?: string[]) =>
    asQuestion((await as("scout").ask({ text, ...present({ to }) })).request);
  const wait = (ms: number) => under.world.clock.advance(ms);
  const review = (part: Part, { id }: Pick<Request, "id">, outcome: ReviewOutcome) =>
    as(part).review({ id, outcome, why: "Ana is away." });
  const typesOf = async ({ id }: Pick<Request, "id">) =>
    (await as("viewer").show({ id })).history.map(({ type }) => type);

  describe("the review", () => {
    test("lists what has been open for more than a day, the oldest first, with a proposal", async () => {
      const first = await ask("First?");
      await wait(HOUR);
      const second = await ask("Second?");
      await wait(DAY - HOUR / 2);
      const { items } = await as("viewer").listReview();
      expect(items.map(({ request }) => request.id)).toEqual([first.id]);
      await wait(HOUR);
      const page = await as("scout").listReview({ limit: 1 });
      expect(page.items).toMatchObject([
        { request: { id: first.id }, proposal: { do: "remind" }, why: "waits_a_day" },
      ]);
      const rest = await as("scout").listReview({ limit: 1, cursor: page.next ?? "" });
      expect(rest.items.map(({ request }) => request.id)).toEqual([second.id]);
      expect(rest.next).toBeUndefined();
      expect((await as("rival").listReview()).items).toEqual([]);
    });

    test("leaves open what is kept, reminded of, rerouted and escalated, each logged", async () => {
      const asked = await ask("Which colour?", ["approver"]);
      for (const outcome of [
        { do: "keep" },
        { do: "remind" },
        { do: "escalate" },
        { do: "reroute", to: ["role:approver"] },
      ] satisfies ReviewOutcome[]) {
        expect((await review("approver", asked, outcome)).status).toBe("open");
      }
      expect((await typesOf(asked)).slice(1)).toEqual([
        "request.kept",
        "request.reminded",
        "request.escalated",
        "request.rerouted",
      ]);
      const { request } = await as("viewer").show({ id: asked.id });
      expect(request).toMatchObject({ to: ["approver"], version: 5 });
    });

    test("takes what is escalated to the owners, beside those who were asked", async () => {
      const asked = await ask("Which colour?", ["approver"]);
      const escalated = await review("approver", asked, { do: "escalate" });
      expect(escalated.to).toEqual(["approver", "owner"]);
      const again = await as("viewer").show({ id: asked.id });
      expect(again.request.to).toEqual(["approver", "owner"]);
    });

    test("closes what is given up or assumed, wakes who waits, and says that nobody answered", async () => {
      const [one, other] = [await ask("One?"), await ask("Other?")];
      const waiting = as("scout").wait({ id: one.id, holdMs: 20_000 });
      await review("approver", one, { do: "abandon" });
      expect(await waiting).toMatchObject({
        outcome: "abandoned",
        request: { status: "abandoned", reason: "Ana is away.", closedBy: { name: "approver" } },
      });
      const assumed = await review("owner", other, { do: "assume", assumption: "Blue." });
      expect(assumed).toMatchObject({ status: "assumed", assumption: "Blue." });
      expect(await codeOf(as("approver").answer({ id: other.id, answer: { text: "Red." } }))).toBe(
        "REQUEST_CLOSED",
      );
      expect((await as("viewer").list({ status: "open" })).items).toEqual([]);
    });

    test("assumes no authorization, and approves none", async () => {
      const sought = await as("scout").authorize({ tool: "pay", args: {}, reason: "An invoice." });
      const assume = review("owner", sought.request, { do: "assume", assumption: "Yes." });
      expect(await codeOf(assume)).toBe("INVALID_INPUT");
      const abandoned = await review("scout", sought.request, { do: "abandon" });
      expect(abandoned.status).toBe("abandoned");
      expect(await codeOf(as("scout").collect({ id: sought.request.id }))).not.toBeUndefined();
    });

    test("is an agent's about its own alone, and a viewer's about nothing", async () => {
      const asked = await ask();
      expect(await codeOf(review("rival", asked, { do: "abandon" }))).toBe("NOT_FOUND");
      expect(await codeOf(review("viewer", asked, { do: "abandon" }))).toBe("NOT_ALLOWED");
      expect(await codeOf(review("service", asked, { do: "keep" }))).toBe("NOT_ALLOWED");
      const assumed = await review("scout", asked, { do: "assume", assumption: "Blue." });
      expect(assumed).toMatchObject({ closedBy: { name: "scout" } });
    });

    test("lets an agent have people asked again once a day, and not before a day is over", async () => {
      const asked = await ask();
      expect(await codeOf(review("scout", asked, { do: "remind" }))).toBe("NOT_ALLOWED");
      await wait(DAY + HOUR);
      expect((await review("scout", asked, { do: "remind" })).status).toBe("open");
      expect(await codeOf(review("scout", asked, { do: "escalate" }))).toBe("NOT_ALLOWED");
    });

    test("run by an owner, does what the rules propose, and nothing twice on one day", async () => {
      const asked = await ask();
      expect(await codeOf(as("approver").runReview())).toBe("NOT_ALLOWED");
      expect(await as("owner").runReview()).toEqual({ done: 0 });
      await wait(DAY + HOUR);
      expect(await as("owner").runReview()).toEqual({ done: 1 });
      expect(await as("owner").runReview()).toEqual({ done: 0 });
      const { items } = await as("owner").listReview();
      expect(items).toMatchObject([{ last: { outcome: "remind" }, proposal: { do: "keep" } }]);
      await wait(3 * DAY);
      await as("owner").runReview();
      expect((await typesOf(asked)).slice(1)).toEqual(["request.reminded", "request.escalated"]);
    });

    test("gives up what a halted agent has asked, after a week", async () => {
      const asked = await ask();
      const { items } = await as("owner").listAgents();
      const scout = items.find(({ principal }) => principal.name === "scout");
      if (scout === undefined) throw new Error("There is no scout.");
      await as("owner").haltAgent({ id: scout.principal.id });
      await wait(8 * DAY);
      expect(await as("owner").runReview()).toEqual({ done: 1 });
      const { request } = await as("viewer").show({ id: asked.id });
      expect(request.status).toBe("abandoned");
      expect(request).not.toHaveProperty("closedBy");
    });

    test("repeated with its key changes nothing more", async () => {
      const { id } = await ask();
      const input = { id, outcome: { do: "abandon" } } as const;
      const first = await as("owner").review(input, { idempotencyKey: "give-up" });
      expect(await as("owner").review(input, { idempotencyKey: "give-up" })).toEqual(first);
      expect(await codeOf(as("owner").review(input))).toBe("REQUEST_CLOSED");
    });
  });

  describe("earlier answers", () => {
    test("to like questions are offered with who gave them, the likest first", async () => {
      const one = await ask("Which colour shall the roof have?");
      await as("approver").answer({ id: one.id, answer: { text: "Red." } });
      const other = await ask("Which colour shall the door have?");
      await as("owner").answer({ id: other.id, answer: { text: "Blue." } });
      const unlike = await ask("When do we leave?");
      await as("owner").answer({ id: unlike.id, answer: { text: "At nine." } });
      const left = await ask("Which colour shall the wall have?");
      await review("owner", left, { do: "assume", assumption: "White." });
      const asked = await ask("Which colour shall the roof have?");
      const { items } = await as("approver").earlierAnswers({ id: asked.id });
      expect(items).toMatchObject([
        { request: one.id, answer: { text: "Red." }, by: "approver", likeness: 1 },
        { request: other.id, answer: { text: "Blue." }, by: "owner" },
      ]);
    });

    test("of other agents are not told to an agent", async () => {
      const theirs = await as("rival").ask({ text: "Which colour?" });
      await as("owner").answer({ id: theirs.request.id, answer: { text: "Red." } });
      const asked = await ask();
      expect((await as("owner").earlierAnswers({ id: asked.id })).items).toHaveLength(1);
      expect((await as("scout").earlierAnswers({ id: asked.id })).items).toEqual([]);
    });
  });
}

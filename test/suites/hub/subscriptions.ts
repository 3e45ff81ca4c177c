import { describe, expect, test } from "vitest";
import { present } from "../../../src/domain/present.ts";
import { programAt, sentTo } from "../../support/fake-outbound.ts";
import { codeOf, collect, eventually, type Part } from "../earshot/world.ts";
import type { HubUnderTest } from "./world.ts";

export function hubSubscriptionFacts(under: HubUnderTest): void {
  const as = (part: Part) => under.world.as(part);
  const idOf = async (part: Part) => (await as(part).whoami()).principal.id;

  async function answered(text: string, notify?: { readonly url: string }) {
    const asked = { text, ...present({ notify }) };
    const { request } = await as("scout").ask(asked);
    await as("owner").answer({ id: request.id, answer: { text: "yes" } });
    return request;
  }

  async function called(url: string, times = 1) {
    await eventually(async () => {
      await under.world.clock.advance(1_000);
      return sentTo(url).length >= times;
    });
    return sentTo(url);
  }

  describe("a subscription", () => {
    test("is the agent's own: shown without its secret, changed, and ended", async () => {
      const url = programAt();
      const made = await as("scout").setSubscription({ url });
      expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(made.subscription).toMatchObject({ agent: await idOf("scout"), url });
      const other = programAt();
      const changed = await as("scout").setSubscription({ url: other });
      expect(changed).not.toHaveProperty("secret");
      expect(await as("scout").listSubscriptions()).toEqual({ items: [changed.subscription] });
      expect(await as("owner").listSubscriptions()).toEqual({ items: [changed.subscription] });
      expect(await as("scout").removeSubscription()).toMatchObject({ url: other });
      expect(await as("scout").listSubscriptions()).toEqual({ items: [] });
      expect(await codeOf(as("scout").removeSubscription())).toBe("NOT_FOUND");
      const types = (await collect(as("owner").events())).map(({ type }) => type);
      const own = types.filter((type) => type.startsWith("subscription."));
      expect(own).toEqual(["subscription.set", "subscription.set", "subscription.removed"]);
    });

    test("of another agent is an owner's to make, and nobody else's", async () => {
      const [scout, other] = [await idOf("scout"), await idOf("rival")];
      const set = { agent: scout, url: programAt() };
      expect(await codeOf(as("rival").setSubscription(set))).toBe("NOT_FOUND");
      expect(await codeOf(as("approver").setSubscription(set))).toBe("NOT_ALLOWED");
      expect(await codeOf(as("approver").listSubscriptions())).toBe("NOT_ALLOWED");
      expect(await codeOf(as("owner").setSubscription({ url: set.url }))).toBe("INVALID_INPUT");
      await as("owner").setSubscription(set);
      await as("rival").setSubscription();
      expect((await as("rival").listSubscriptions()).items.map(({ agent }) => agent)).toEqual([
        other,
      ]);
      expect((await as("owner").listSubscriptions()).items).toHaveLength(2);
    });

    test.each([
      "http://agent.example.com/",
      "https://127.0.0.1/",
      "https://[::1]/",
      "https://169.254.169.254/latest/meta-data",
      "https://user:word@agent.example.com/",
      "no url",
    ])("and a request take no URL that may not be called: %s", async (url) => {
      expect(await codeOf(as("scout").setSubscription({ url }))).toBe("INVALID_INPUT");
      await as("scout").setSubscription();
      const asking = as("scout").ask({ text: "Ship?", notify: { url } });
      expect(await codeOf(asking)).toBe("INVALID_INPUT");
    });

    test("is called once a request of that agent closes, and no other's", async () => {
      const url = programAt();
      await as("scout").setSubscription({ url });
      const foreign = await as("rival").ask({ text: "Mine?" });
      await as("owner").answer({ id: foreign.request.id, answer: { text: "yes" } });
      const request = await answered("Ship?");
      const [event] = await called(url);
      expect(JSON.parse(event?.body ?? "{}")).toMatchObject({
        type: "earshot.request.closed",
        subject: request.id,
        data: { id: request.id, agent: request.agent, outcome: "answered" },
      });
      const { items } = await as("scout").deliveries({ item: request.id, channel: "notify" });
      expect(items).toMatchObject([{ id: event?.id, address: { chatId: url } }]);
      expect(sentTo(url)).toHaveLength(1);
    });

    test("and the URL of a request are both called, each once", async () => {
      const [url, own] = [programAt(), programAt()];
      await as("scout").setSubscription({ url });
      const request = await answered("Ship?", { url: own });
      expect(request.notify).toEqual({ url: own });
      await called(url);
      await called(own);
      await answered("Ship again?", { url });
      expect(await called(url, 2)).toHaveLength(2);
      expect(sentTo(own)).toHaveLength(1);
    });

    test("that is ended is called no more, for what closed before neither", async () => {
      const url = programAt("gone.example.com");
      await as("scout").setSubscription({ url });
      const request = await answered("Ship?");
      await called(url);
      await as("scout").removeSubscription();
      const why = async () => {
        await under.world.clock.advance(1_000);
        const { items } = await as("owner").deliveries({ item: request.id, status: "failed" });
        return items.map(({ id, error }) => ({ id, message: error?.message ?? "" }));
      };
      await eventually(async () => (await why()).length === 1);
      const [letter] = await why();
      await as("owner").resendDelivery({ id: letter?.id ?? "dlv_" });
      await eventually(
        async () => (await why())[0]?.message.includes("subscribed no more") === true,
      );
      expect(sentTo(url)).toHaveLength(1);
    });

    test("is called again by the same id, and a dead letter is sent again by a person", async () => {
      const [once, gone] = [programAt("once.example.com"), programAt("gone.example.com")];
      await as("scout").setSubscription({ url: once });
      const request = await answered("Ship?", { url: gone });
      const calls = await called(once, 2);
      expect(calls[1]?.id).toBe(calls[0]?.id);
      await called(gone);
      const dead = async () =>
        (await as("owner").deliveries({ item: request.id, status: "failed" })).items;
      await eventually(async () => (await dead()).length === 1);
      const [letter] = await dead();
      if (letter === undefined) throw new Error("It is there.");
      await as("owner").resendDelivery({ id: letter.id });
      expect((await called(gone, 2))[1]?.id).toBe(letter.id);
    });

    test("signs by both secrets during the overlap, and by the new one after it", async () => {
      const url = programAt();
      const { secret: first } = await as("scout").setSubscription({ url });
      const { secret: second, subscription } = await as("scout").rotateSubscription({
        overlapMs: 60_000,
      });
      expect(subscription.formerUntil).toBeDefined();
      await answered("Ship?");
      expect((await called(url))[0]?.secrets).toEqual([second, first]);
      await under.world.clock.advance(60_000);
      await answered("Ship again?");
      expect((await called(url, 2))[1]?.secrets).toEqual([second]);
      const { secret: third } = await as("scout").rotateSubscription({ overlapMs: 0 });
      await answered("And again?");
      expect((await called(url, 3))[2]?.secrets).toEqual([third]);
    });

    test("made twice with one key shows its secret once", async () => {
      const make = () => as("scout").setSubscription({}, { idempotencyKey: "once" });
      expect(await make()).toHaveProperty("secret");
      expect(await make()).not.toHaveProperty("secret");
      const rotate = () => as("scout").rotateSubscription({}, { idempotencyKey: "again" });
      expect(await rotate()).toHaveProperty("secret");
      expect(await rotate()).not.toHaveProperty("secret");
    });

    test("is tried out with an event that says only that", async () => {
      expect(await codeOf(as("scout").testSubscription())).toBe("NOT_FOUND");
      await as("scout").setSubscription();
      expect(await codeOf(as("scout").testSubscription())).toBe("INVALID_INPUT");
      const url = programAt();
      await as("scout").setSubscription({ url });
      expect(await as("scout").testSubscription()).toEqual({ isTaken: true, status: 204 });
      expect(JSON.parse(sentTo(url)[0]?.body ?? "{}")).toMatchObject({
        type: "earshot.subscription.test",
        subject: await idOf("scout"),
      });
      await as("scout").setSubscription({ url: programAt("gone.example.com") });
      expect(await as("scout").testSubscription()).toEqual({
        isTaken: false,
        why: "It is gone.",
      });
    });

    test("is not called for an agent that is halted", async () => {
      const url = programAt();
      await as("scout").setSubscription({ url });
      const { request } = await as("scout").ask({ text: "Ship?" });
      await as("owner").haltAgent({ id: request.agent });
      await as("owner").answer({ id: request.id, answer: { text: "yes" } });
      await eventually(async () => {
        await under.world.clock.advance(1_000);
        const { items } = await as("owner").deliveries({ item: request.id, status: "failed" });
        return items.length === 1;
      });
      expect(sentTo(url)).toEqual([]);
    });
  });
}

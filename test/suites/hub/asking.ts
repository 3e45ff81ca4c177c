import { describe, expect, test } from "vitest";
import { collect, eventually, type Part } from "../earshot/world.ts";
import { type HubUnderTest, linkPart, sayAs, shownAt } from "./world.ts";

const SHIP = {
  text: "Ship 1.4?",
  form: { kind: "choice", options: [{ label: "approve" }, { label: "hold" }] },
} as const;

export function hubAskingFacts(under: HubUnderTest): void {
  const as = (part: Part) => under.world.as(part);
  const isOpen = async (id: `req_${string}`) =>
    (await as("owner").show({ id })).request.status === "open";

  async function asked(text: string = SHIP.text) {
    const { request } = await as("scout").ask({ ...SHIP, text });
    const [post] = await shownAt(under.world, { kind: "slack" });
    if (post === undefined) throw new Error("Nothing is shown.");
    // A reply that overtakes the platform's confirmation waits for it, by a clock that stands still
    // here.
    await eventually(async () => {
      const { items } = await as("owner").deliveries({ item: request.id, status: "sent" });
      return items.length === 1;
    });
    return { id: request.id, post };
  }

  describe("somebody who cannot be reached", () => {
    test("is told to an agent that waits at once, and stands in the log", async () => {
      await linkPart(under.world, "owner", { kind: "slack" });
      under.world.on("slack").harm("refused");
      const waited = await as("scout").ask({ ...SHIP, holdMs: 30_000 });
      expect(waited).toMatchObject({ outcome: "pending", undeliverable: true });
      const { id } = waited.request;
      expect(await as("scout").wait({ id, holdMs: 0 })).toMatchObject({ undeliverable: true });
      const events = await collect(as("scout").events());
      expect(events.filter(({ type }) => type === "request.undeliverable")).toHaveLength(1);
      expect(await isOpen(id)).toBe(true);
    });

    test("is told while there is nobody else, and not where another address took it", async () => {
      await linkPart(under.world, "owner", { kind: "slack" });
      await linkPart(under.world, "owner", { kind: "telegram" });
      under.world.on("slack").harm("refused");
      const { request } = await as("scout").ask(SHIP);
      await shownAt(under.world, { kind: "telegram" });
      const waited = await as("scout").wait({ id: request.id, holdMs: 0 });
      expect(waited).not.toHaveProperty("undeliverable");
    });

    test("can be once it was resent", async () => {
      await linkPart(under.world, "owner", { kind: "slack" });
      under.world.on("slack").harm("refused");
      const { request } = await as("scout").ask({ ...SHIP, holdMs: 30_000 });
      const { items } = await as("owner").deliveries({ item: request.id });
      await as("owner").resendDelivery({ id: items[0]?.id ?? "dlv_" });
      await shownAt(under.world, { kind: "slack" });
      const waited = await as("scout").wait({ id: request.id, holdMs: 0 });
      expect(waited).not.toHaveProperty("undeliverable");
    });
  });

  describe("a question on a platform", () => {
    test("is answered in words by its operator; every post of it is edited", async () => {
      await linkPart(under.world, "owner", { kind: "slack" });
      const { id, post } = await asked();
      const heard = await under.world.on("slack").deliver({
        kind: "text",
        key: `reply-${id}`,
        text: "hold",
        messageId: "r1",
        isToUs: true,
        replyTo: post.id,
        address: under.world.on("slack").address,
        from: { id: `owner.${under.world.on("slack").account("member").id}`, name: "owner" },
        atMs: under.world.clock.now(),
      });
      expect(heard.isRefusal).not.toBe(true);
      expect((await as("owner").show({ id })).request).toMatchObject({
        status: "answered",
        answer: { choice: "hold" },
        closedBy: { name: "owner", via: "slack" },
      });
      await edited();
    });

    test("that is answered on the page is edited, and goes nowhere else", async () => {
      await linkPart(under.world, "owner", { kind: "slack" });
      await linkPart(under.world, "owner", { kind: "telegram" });
      const { id } = await asked();
      await as("approver").answer({ id, answer: { choice: "hold" } });
      await edited();
      await under.world.clock.advance(10 * 60_000);
      expect(await under.world.on("telegram").shown()).toEqual([]);
      const { items } = await as("owner").deliveries({ item: id });
      expect(items.map(({ status }) => status).toSorted()).toEqual(["dropped", "sent"]);
    });

    test("is answered by nobody who is not linked", async () => {
      await linkPart(under.world, "owner", { kind: "slack" });
      const { id, post } = await asked();
      const [approve] = post.controls;
      if (approve === undefined) throw new Error("No button.");
      for (const by of ["member", "guest", "outsider"] as const) {
        expect(await under.world.on("slack").press(approve, by)).toBeDefined();
      }
      expect(await isOpen(id)).toBe(true);
    });

    test("that two agents ask is asked once and answered to both", async () => {
      await linkPart(under.world, "owner", { kind: "slack" });
      const { id } = await asked();
      const { request: second } = await as("rival").ask(SHIP);
      await as("owner").answer({ id, answer: { choice: "approve" } });
      const { request } = await as("rival").wait({ id: second.id });
      await eventually(async () => !(await isOpen(second.id)));
      expect((await as("owner").show({ id: second.id })).request).toMatchObject({
        answer: { choice: "approve" },
        closedBy: { name: "owner" },
      });
      expect(request.id).toBe(second.id);
      expect(await under.world.on("slack").shown()).toHaveLength(1);
    });
  });

  test("what an operator says to the bot reaches the agent that was heard last there", async () => {
    const { chatId } = await linkPart(under.world, "owner", { kind: "slack" });
    await as("rival").send({ channel: "slack", chatId, text: "Rival here." });
    await shownAt(under.world, { kind: "slack" });
    await eventually(
      async () => (await as("owner").deliveries({ status: "sent" })).items.length === 1,
    );
    await sayAs(under.world, { kind: "slack", text: "Thanks.", by: "owner" });
    expect((await as("rival").mailbox()).items).toMatchObject([{ text: "Thanks." }]);
  });

  async function edited(): Promise<void> {
    const there = async () => (await under.world.on("slack").shown())[0];
    await eventually(async () => (await there())?.controls.length === 0);
    expect((await there())?.text).toMatch(/Answered|answered/);
  }
}

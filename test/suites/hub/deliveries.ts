import { describe, expect, test } from "vitest";
import type { DeliveryStatus } from "../../../src/domain/hub/delivery.ts";
import type { DeliveryId } from "../../../src/domain/id.ts";
import { codeOf, collect, eventually, type Part } from "../earshot/world.ts";
import { chatOf, type HubUnderTest, shownAt } from "./world.ts";

const UNKNOWN = "dlv_01k00000000000000000000000";

export function hubDeliveryFacts(under: HubUnderTest): void {
  const as = (part: Part) => under.world.as(part);
  const slack = (chat = "chat-1") => chatOf(under.world, "slack", chat);
  const linkChat = (kind: "slack" | "telegram" = "slack") =>
    as("owner").linkChat(chatOf(under.world, kind, "chat-1"));
  const statusOf = async (id: DeliveryId) => (await as("owner").delivery({ id })).status;
  const reaches = (id: DeliveryId, status: DeliveryStatus) =>
    eventually(async () => (await statusOf(id)) === status);

  async function send(text = "Done.", part: Part = "scout"): Promise<DeliveryId> {
    const { deliveries } = await as(part).send({ ...slack(), text });
    const [id] = deliveries;
    if (id === undefined) throw new Error("Nothing is to be brought.");
    return id;
  }

  /** A delivery that the platform refused. */
  async function failed(): Promise<DeliveryId> {
    await linkChat();
    under.world.on("slack").harm("refused");
    const id = await send();
    await reaches(id, "failed");
    return id;
  }

  /** A delivery that is tried again later. */
  async function waiting(): Promise<DeliveryId> {
    await linkChat();
    under.world.on("slack").harm("server_error");
    const id = await send();
    await eventually(async () => (await as("owner").delivery({ id })).error !== undefined);
    return id;
  }

  describe("deliveries", () => {
    test("are listed with the newest first, page by page", async () => {
      await linkChat();
      const ids: DeliveryId[] = [];
      for (let count = 0; count < 5; count++) ids.push(await send(`${count}`));
      const newest = ids.toReversed();
      const first = await as("owner").deliveries({ limit: 2 });
      expect(first.items.map(({ id }) => id)).toEqual(newest.slice(0, 2));
      const second = await as("owner").deliveries({ limit: 2, cursor: first.next ?? "" });
      expect(second.items.map(({ id }) => id)).toEqual(newest.slice(2, 4));
      const last = await as("owner").deliveries({ limit: 2, cursor: second.next ?? "" });
      expect(last.items.map(({ id }) => id)).toEqual(newest.slice(4));
      expect(last.next).toBeUndefined();
    });

    test.each([0, 101, 1.5])("a page of %d is refused", async (limit) => {
      expect(await codeOf(as("owner").deliveries({ limit }))).toBe("INVALID_INPUT");
    });

    test("are told apart by status, channel and item", async () => {
      const lost = await failed();
      await linkChat("telegram");
      const there = chatOf(under.world, "telegram", "chat-1");
      const { message, deliveries: brought } = await as("scout").send({ ...there, text: "Hi." });
      await shownAt(under.world, { kind: "telegram" });
      const [id = UNKNOWN] = brought;
      await reaches(id, "sent");
      const idsOf = async (input: Parameters<ReturnType<typeof as>["deliveries"]>[0]) =>
        (await as("owner").deliveries(input)).items.map((one) => one.id);
      expect(await idsOf({ status: "failed" })).toEqual([lost]);
      expect(await idsOf({ status: "sent" })).toEqual([id]);
      expect(await idsOf({ status: "seen" })).toEqual([]);
      expect(await idsOf({ channel: "telegram" })).toEqual([id]);
      expect(await idsOf({ item: message })).toEqual([id]);
    });

    test("an agent sees its own, people see all, another workspace sees none", async () => {
      await linkChat();
      const own = await send("mine");
      const other = await send("theirs", "rival");
      expect((await as("scout").deliveries()).items.map(({ id }) => id)).toEqual([own]);
      for (const part of ["owner", "viewer", "service"] as const) {
        const { items } = await as(part).deliveries();
        expect(items.map(({ id }) => id)).toEqual([other, own]);
      }
      for (const part of ["stranger", "outsider"] as const) {
        expect((await as(part).deliveries()).items).toEqual([]);
        expect(await codeOf(as(part).delivery({ id: own }))).toBe("NOT_FOUND");
      }
      expect(await codeOf(as("scout").delivery({ id: other }))).toBe("NOT_FOUND");
      expect(await codeOf(as("owner").delivery({ id: UNKNOWN }))).toBe("NOT_FOUND");
    });
  });

  describe("a delivery", () => {
    test("that the platform refuses has failed, with a reason and nothing of its text", async () => {
      const id = await failed();
      const shown = await as("scout").delivery({ id });
      expect(shown).toMatchObject({ attempts: 1, error: { code: "refused" } });
      expect(await typesOf(id)).toContain("delivery.failed");
    });

    test("that the platform puts off comes when it says", async () => {
      await linkChat();
      under.world.on("slack").harm("rate_limited");
      const id = await send();
      await eventually(async () => (await as("owner").delivery({ id })).error !== undefined);
      expect(await as("owner").delivery({ id })).toMatchObject({
        status: "queued",
        error: { code: "rate_limited" },
      });
      await under.world.clock.advance(1_000);
      await reaches(id, "sent");
      expect(await under.world.on("slack").shown()).toHaveLength(1);
    });

    test("behind one that waits does not overtake it", async () => {
      const first = await waiting();
      const second = await send("Second.");
      expect(await statusOf(second)).toBe("queued");
      await under.world.clock.advance(2_000);
      await reaches(second, "sent");
      expect(await statusOf(first)).toBe("sent");
      expect((await under.world.on("slack").shown()).map(({ text }) => text)).toEqual([
        "scout: Done.",
        "scout: Second.",
      ]);
    });

    test("whose connection is lost behind the call stands there once", async () => {
      await linkChat();
      under.world.on("slack").harm("lost_after");
      const id = await send();
      await eventually(async () => (await as("owner").delivery({ id })).error !== undefined);
      await under.world.clock.advance(2_000);
      await reaches(id, "sent");
      expect(await under.world.on("slack").shown()).toHaveLength(1);
    });
  });

  describe("resending", () => {
    test("brings one that has failed, and stands in the log", async () => {
      const id = await failed();
      const resent = await as("approver").resendDelivery({ id });
      expect(resent).toMatchObject({ id, status: "queued", attempts: 0 });
      expect(resent).not.toHaveProperty("error");
      await reaches(id, "sent");
      expect(await typesOf(id)).toContain("delivery.resent");
    });

    test("with the same key is done once", async () => {
      const id = await failed();
      const call = () => as("owner").resendDelivery({ id }, { idempotencyKey: "k" });
      await call();
      await reaches(id, "sent");
      expect(await call()).toMatchObject({ status: "sent" });
      expect((await typesOf(id)).filter((type) => type === "delivery.resent")).toHaveLength(1);
    });

    test("is refused for one that waits, was brought or was dropped", async () => {
      const id = await waiting();
      const call = () => codeOf(as("owner").resendDelivery({ id }));
      expect(await call()).toBe("CONFLICT");
      await under.world.clock.advance(2_000);
      await reaches(id, "sent");
      expect(await call()).toBe("CONFLICT");
    });
  });

  describe("dropping", () => {
    test("gives up one that has failed, for good", async () => {
      const id = await failed();
      expect(await as("owner").dropDelivery({ id })).toMatchObject({ status: "dropped" });
      expect(await codeOf(as("owner").resendDelivery({ id }))).toBe("CONFLICT");
      expect(await codeOf(as("owner").dropDelivery({ id }))).toBe("CONFLICT");
      expect(await typesOf(id)).toContain("delivery.dropped");
    });

    test("gives up one that waits: it never comes", async () => {
      const id = await waiting();
      await as("owner").dropDelivery({ id });
      await under.world.clock.advance(10_000);
      const next = await send("Next.");
      await reaches(next, "sent");
      expect((await under.world.on("slack").shown()).map(({ text }) => text)).toEqual([
        "scout: Next.",
      ]);
    });

    test("with the same key is done once; of what was brought it is refused", async () => {
      const id = await failed();
      const call = () => as("owner").dropDelivery({ id }, { idempotencyKey: "k" });
      expect(await call()).toEqual(await call());
      const sent = await send();
      await reaches(sent, "sent");
      expect(await codeOf(as("owner").dropDelivery({ id: sent }))).toBe("CONFLICT");
    });
  });

  test("agents, services, viewers and other workspaces neither resend nor drop", async () => {
    const id = await failed();
    for (const [part, code] of [
      ["scout", "NOT_ALLOWED"],
      ["service", "NOT_ALLOWED"],
      ["viewer", "NOT_ALLOWED"],
      ["outsider", "NOT_FOUND"],
    ] as const) {
      expect(await codeOf(as(part).resendDelivery({ id }))).toBe(code);
      expect(await codeOf(as(part).dropDelivery({ id }))).toBe(code);
    }
    expect(await statusOf(id)).toBe("failed");
  });

  test("the channels say what waits and what has failed, to people only", async () => {
    await failed();
    expect((await as("viewer").channels()).items).toMatchObject([
      { channel: "slack", state: "running", queued: 0, failed: 1 },
      { channel: "telegram", state: "running", queued: 0, failed: 0 },
    ]);
    expect((await as("outsider").channels()).items).toMatchObject([{ failed: 0 }, { failed: 0 }]);
    expect(await codeOf(as("scout").channels())).toBe("NOT_ALLOWED");
  });

  async function typesOf(id: DeliveryId) {
    const events = await collect(as("owner").events());
    return events
      .filter((event) => JSON.stringify(event).includes(id))
      .map(({ type }) => type as string);
  }
}

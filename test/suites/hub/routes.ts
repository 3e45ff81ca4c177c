import { describe, expect, test } from "vitest";
import type { RouteInput } from "../../../src/ports/earshot/hub.ts";
import { codeOf, eventually, type Part } from "../earshot/world.ts";
import { chatOf, type HubUnderTest, linkPart, shownAt } from "./world.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export function hubRouteFacts(under: HubUnderTest): void {
  const as = (part: Part) => under.world.as(part);
  const now = () => under.world.clock.now();
  /** The steps, with the minutes from now at which they are due. */
  const steps = async (input: RouteInput = {}) => {
    const report = await as("owner").testRoute(input);
    return report.steps.map(({ operator, channel, at, heldFor }) => ({
      operator,
      channel,
      heldFor,
      inMinutes: Math.floor(Date.parse(at) / MINUTE_MS) - Math.floor(now() / MINUTE_MS),
    }));
  };
  const timeIn = (ms: number) => new Date(now() + ms).toISOString().slice(11, 16);
  /** Quiet for three hours, since one hour ago. */
  const beQuiet = () =>
    as("owner").setAttention({ quiet: { from: timeIn(-HOUR_MS), to: timeIn(2 * HOUR_MS) } });

  describe("a route", () => {
    test("names who has no address", async () => {
      const { steps: none, unreached } = await as("owner").testRoute();
      expect({ none, unreached: unreached.toSorted() }).toEqual({
        none: [],
        unreached: ["approver", "owner"],
      });
    });

    test("goes to an operator's addresses one after another, and to shared chats at once", async () => {
      await linkPart(under.world, "owner", { kind: "slack" });
      await linkPart(under.world, "owner", { kind: "telegram" });
      await as("owner").linkChat(chatOf(under.world, "slack", "chat-2"));
      expect(await steps()).toEqual([
        { operator: undefined, channel: "slack", heldFor: undefined, inMinutes: 0 },
        { operator: "owner", channel: "slack", heldFor: undefined, inMinutes: 0 },
        { operator: "owner", channel: "telegram", heldFor: "fallback", inMinutes: 5 },
      ]);
    });

    test("goes only to whom it is put, by name or by role", async () => {
      await linkPart(under.world, "owner", { kind: "slack" });
      await linkPart(under.world, "approver", { kind: "telegram" });
      await as("owner").linkChat(chatOf(under.world, "slack", "chat-2"));
      const reached = async (...to: string[]) => (await steps({ to })).map((one) => one.operator);
      expect(await reached("approver")).toEqual(["approver"]);
      expect(await reached("role:owner")).toEqual(["owner"]);
      expect((await reached("role:owner", "approver")).toSorted()).toEqual(["approver", "owner"]);
      expect(await codeOf(as("owner").testRoute({ to: ["nobody"] }))).toBe("INVALID_INPUT");
    });

    test("waits for the end of quiet hours, unless it is urgent or about to expire", async () => {
      await linkPart(under.world, "owner", { kind: "slack" });
      await beQuiet();
      const held = { operator: "owner", channel: "slack", heldFor: "quiet_hours" };
      expect(await steps({ to: ["owner"] })).toEqual([{ ...held, inMinutes: 120 }]);
      expect(await steps({ to: ["owner"], level: "MEDIUM" })).toMatchObject([{ inMinutes: 120 }]);
      for (const input of [
        { level: "HIGH" },
        { level: "CRITICAL" },
        { expiresInMs: 60_000 },
      ] as const) {
        expect(await steps({ to: ["owner"], ...input })).toMatchObject([{ inMinutes: 0 }]);
      }
      // A quarter of an hour before it expires.
      const expiring = await steps({ to: ["owner"], expiresInMs: HOUR_MS });
      expect(expiring).toEqual([{ ...held, inMinutes: 45 }]);
    });

    test("is told for another time, and changes nothing", async () => {
      await linkPart(under.world, "owner", { kind: "slack" });
      await beQuiet();
      const at = new Date(now() + 3 * HOUR_MS).toISOString();
      expect(await steps({ to: ["owner"], at })).toMatchObject([
        { inMinutes: 180, heldFor: undefined },
      ]);
      expect((await as("owner").deliveries()).items).toEqual([]);
    });

    test("of another workspace shows nobody of this one", async () => {
      await linkPart(under.world, "owner", { kind: "slack" });
      expect(await as("outsider").testRoute()).toEqual({ steps: [], unreached: ["outsider"] });
      expect(await codeOf(as("outsider").testRoute({ to: ["owner"] }))).toBe("INVALID_INPUT");
    });
  });

  describe("a question", () => {
    test("goes to the next address where it is not seen in time", async () => {
      await linkPart(under.world, "owner", { kind: "slack" });
      await linkPart(under.world, "owner", { kind: "telegram" });
      await as("scout").ask({ text: "Which?" });
      await shownAt(under.world, { kind: "slack" });
      expect(await under.world.on("telegram").shown()).toEqual([]);
      await under.world.clock.advance(5 * MINUTE_MS + 1_000);
      const [post] = await shownAt(under.world, { kind: "telegram" });
      expect(post?.text).toContain("Which?");
    });

    test("goes to the next address at once where the first takes nothing", async () => {
      await linkPart(under.world, "owner", { kind: "slack" });
      await linkPart(under.world, "owner", { kind: "telegram" });
      under.world.on("slack").harm("refused");
      await as("scout").ask({ text: "Which?" });
      await shownAt(under.world, { kind: "telegram" });
    });

    test("that comes in quiet hours stands there when they end", async () => {
      await linkPart(under.world, "owner", { kind: "slack" });
      await beQuiet();
      const { request } = await as("scout").ask({ text: "Which?" });
      const states = async () => (await as("owner").deliveries({ item: request.id })).items;
      expect(await states()).toMatchObject([{ status: "queued", heldFor: "quiet_hours" }]);
      await under.world.clock.advance(2 * HOUR_MS + MINUTE_MS);
      await shownAt(under.world, { kind: "slack" });
      await eventually(async () => (await states())[0]?.status === "sent");
    });

    test("beyond what an hour may bring waits for the next", async () => {
      await linkPart(under.world, "owner", { kind: "slack" });
      await as("owner").setAttention({ perHour: 1 });
      const { request: first } = await as("scout").ask({ text: "First?" });
      const one = async () => (await as("owner").deliveries({ item: first.id })).items[0]?.status;
      await eventually(async () => (await one()) === "sent");
      const { request } = await as("scout").ask({ text: "Second?" });
      expect((await as("owner").deliveries({ item: request.id })).items).toMatchObject([
        { status: "queued", heldFor: "attention_budget" },
      ]);
    });
  });
}

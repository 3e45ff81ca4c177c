import { describe, expect, test } from "vitest";
import { codeOf, collect, type Part } from "../earshot/world.ts";
import { chatOf, type HubUnderTest, linkPart, sayAs } from "./world.ts";

const UNKNOWN = "lnk_01k00000000000000000000000";

export function hubLinkFacts(under: HubUnderTest): void {
  const as = (part: Part) => under.world.as(part);
  const slack = (chat = "chat-1") => chatOf(under.world, "slack", chat);
  const links = async () => (await as("owner").listLinks()).items;
  const logged = async (type: string) =>
    (await collect(as("owner").events())).filter((event) => event.type === type);

  describe("linking a chat", () => {
    test("makes it one to which agents may send, and stands in the log", async () => {
      const link = await as("owner").linkChat({ ...slack(), name: "#releases" });
      expect(link).toMatchObject({ ...slack(), name: "#releases" });
      expect(link).not.toHaveProperty("operator");
      expect(await links()).toEqual([link]);
      expect(await logged("channel.linked")).toMatchObject([{ subject: link.id }]);
    });

    test("a second time is the first link; another thread is another", async () => {
      const link = await as("owner").linkChat(slack());
      expect(await as("owner").linkChat(slack())).toEqual(link);
      const inThread = await as("owner").linkChat({ ...slack(), threadId: "t1" });
      expect(inThread.id).not.toBe(link.id);
      expect(await links()).toHaveLength(2);
    });

    test.each(["", "C01 23", "C01\u202e23"])("named %j is refused", async (chatId) => {
      expect(await codeOf(as("owner").linkChat({ channel: "slack", chatId }))).toBe(
        "INVALID_INPUT",
      );
    });

    test("of what is the name of no channel here is refused", async () => {
      expect(await codeOf(as("owner").linkChat({ channel: "fax", chatId: "1" }))).toBe(
        "CHANNEL_UNAVAILABLE",
      );
      expect(await links()).toEqual([]);
    });

    test.each(["scout", "service", "viewer", "approver", "script"] as const)(
      "is nothing for the %s",
      async (part) => {
        expect(await codeOf(as(part).linkChat(slack()))).toBe("NOT_ALLOWED");
        expect(await links()).toEqual([]);
      },
    );
  });

  describe("links", () => {
    test("are shown to people of the workspace only", async () => {
      const link = await as("owner").linkChat(slack());
      expect((await as("viewer").listLinks()).items).toEqual([link]);
      expect((await as("outsider").listLinks()).items).toEqual([]);
      expect(await codeOf(as("scout").listLinks())).toBe("NOT_ALLOWED");
    });

    test("are reached in the order of their ranks", async () => {
      const first = await linkPart(under.world, "owner", { kind: "slack" });
      const second = await linkPart(under.world, "owner", { kind: "telegram" });
      expect([first.rank, second.rank]).toEqual([1, 2]);
      await as("owner").rankLink({ id: second.id, rank: 0 });
      const { steps } = await as("owner").testRoute({ to: ["owner"] });
      expect(steps.map(({ channel }) => channel)).toEqual(["telegram", "slack"]);
    });

    test.each([-1, 101, 0.5])("have no rank %d", async (rank) => {
      const { id } = await linkPart(under.world, "owner", { kind: "slack" });
      expect(await codeOf(as("owner").rankLink({ id, rank }))).toBe("INVALID_INPUT");
    });

    test("that are removed are reached no more, and their account counts as nobody's", async () => {
      const { id } = await linkPart(under.world, "owner", { kind: "slack" });
      expect(await as("owner").removeLink({ id })).toMatchObject({ id });
      expect(await links()).toEqual([]);
      expect(await logged("channel.unlinked")).toMatchObject([{ subject: id }]);
      expect(await codeOf(as("scout").send({ ...slack(), text: "x" }))).toBe("CHANNEL_UNAVAILABLE");
      const told = await sayAs(under.world, { kind: "slack", text: "Hello?", by: "owner" });
      expect(told).toMatch(/not linked/);
      expect(await codeOf(as("owner").removeLink({ id }))).toBe("NOT_FOUND");
    });

    test("are one's own; those of others are for whoever has the right to keys", async () => {
      const own = await linkPart(under.world, "approver", { kind: "slack" });
      const other = await linkPart(under.world, "owner", { kind: "telegram" });
      const chat = await as("owner").linkChat(slack("chat-2"));
      for (const { id } of [other, chat]) {
        expect(await codeOf(as("approver").rankLink({ id, rank: 3 }))).toBe("NOT_ALLOWED");
        expect(await codeOf(as("approver").removeLink({ id }))).toBe("NOT_ALLOWED");
      }
      for (const part of ["scout", "service", "script"] as const) {
        expect(await codeOf(as(part).removeLink({ id: own.id }))).toBe("NOT_ALLOWED");
      }
      expect(await codeOf(as("outsider").removeLink({ id: own.id }))).toBe("NOT_FOUND");
      expect(await codeOf(as("owner").removeLink({ id: UNKNOWN }))).toBe("NOT_FOUND");
      expect(await as("approver").rankLink({ id: own.id, rank: 3 })).toMatchObject({ rank: 3 });
      await as("owner").removeLink({ id: own.id });
      expect((await links()).map(({ id }) => id).sort()).toEqual([other.id, chat.id].sort());
    });

    test("with the same key are made, ranked and removed once", async () => {
      const { id } = await linkPart(under.world, "owner", { kind: "slack" });
      const key = (idempotencyKey: string) => ({ idempotencyKey });
      const rank = () => as("owner").rankLink({ id, rank: 4 }, key("rank"));
      expect(await rank()).toEqual(await rank());
      const link = () => as("owner").linkChat(slack("chat-2"), key("link"));
      expect(await link()).toEqual(await link());
      await as("owner").removeLink({ id }, key("remove"));
      expect(await logged("channel.unlinked")).toHaveLength(1);
    });
  });
}

import { describe, expect, test } from "vitest";
import type { Event } from "../../../src/domain/log/event.ts";
import { present } from "../../../src/domain/present.ts";
import { codeOf, collect, eventually, type Part, type WorldUnderTest } from "./world.ts";

export function seeingFacts(under: WorldUnderTest): void {
  const as = (part: Part) => under.world.as(part);

  describe("what each may see and do", () => {
    test("an agent sees its own requests only; people and services see all", async () => {
      const { request: mine } = await as("scout").ask({ text: "Mine?" });
      const { request: theirs } = await as("rival").ask({ text: "Theirs?" });
      expect((await as("scout").list()).items).toEqual([mine]);
      for (const part of ["owner", "approver", "viewer", "service"] as const) {
        expect((await as(part).list()).items).toMatchObject([theirs, mine]);
      }
      expect(await codeOf(as("rival").show({ id: mine.id }))).toBe("NOT_FOUND");
      expect(await codeOf(as("rival").wait({ id: mine.id }))).toBe("NOT_FOUND");
      expect(await codeOf(as("rival").cancel({ id: mine.id }))).toBe("NOT_FOUND");
      expect(await codeOf(as("rival").waitMany({ ids: [theirs.id, mine.id] }))).toBe("NOT_FOUND");
      expect(await codeOf(as("rival").showConversation({ id: mine.conversation }))).toBe(
        "NOT_FOUND",
      );
    });

    test("an unknown name lists who there is, to people and to nobody else", async () => {
      const { request } = await as("scout").ask({ text: "Whose is it?" });
      const assigned = as("approver").assign({ id: request.id, to: "nobody" });
      const told = /^There is no operator named "nobody" here\. There are .*\bapprover\b.*\.$/;
      await expect(assigned).rejects.toThrow(told);
      const asked = as("scout").ask({ text: "And whose is this?", to: ["nobody"] });
      const untold =
        'There is no operator named "nobody" here. Leave "to" out to ask any operator.';
      await expect(asked).rejects.toThrow(untold);
    });

    test("another workspace sees and changes nothing", async () => {
      const { request } = await as("scout").ask({ text: "Mine?" });
      for (const part of ["stranger", "outsider"] as const) {
        expect((await as(part).list()).items).toEqual([]);
        expect(await codeOf(as(part).show({ id: request.id }))).toBe("NOT_FOUND");
        const events = await collect(as(part).events());
        expect(events.some(({ subject }) => subject === request.id)).toBe(false);
      }
      expect(await codeOf(as("outsider").answer({ id: request.id, answer: { text: "x" } }))).toBe(
        "NOT_FOUND",
      );
      expect(await codeOf(as("outsider").cancel({ id: request.id }))).toBe("NOT_FOUND");
    });

    test("only people answer, and only those who may", async () => {
      const { request } = await as("scout").ask({ text: "Mine?" });
      for (const part of ["scout", "rival", "service", "viewer"] as const) {
        expect(await codeOf(as(part).answer({ id: request.id, answer: { text: "x" } }))).toBe(
          "NOT_ALLOWED",
        );
      }
      expect(
        await codeOf(as("approver").answer({ id: request.id, answer: { text: "x" } })),
      ).toBeUndefined();
    });

    test("people do not ask, only owners make keys of others, and programs see none", async () => {
      expect(await codeOf(as("owner").ask({ text: "?" }))).toBe("NOT_ALLOWED");
      for (const part of ["scout", "approver", "viewer", "service"] as const) {
        expect(await codeOf(as(part).createKey({ kind: "agent", name: "x" }))).toBe("NOT_ALLOWED");
      }
      for (const part of ["scout", "service"] as const) {
        expect(await codeOf(as(part).listKeys())).toBe("NOT_ALLOWED");
      }
      expect(await codeOf(as("scout").verifyAudit())).toBe("NOT_ALLOWED");
      expect(await codeOf(as("scout").exportAudit())).toBe("NOT_ALLOWED");
    });

    test("whoami tells name, kind and rights", async () => {
      expect(await as("scout").whoami()).toMatchObject({
        principal: { name: "scout", kind: "agent", workspace: under.world.home },
        rights: ["ask", "tell", "read", "redeem", "memory", "record"],
      });
      expect(await as("viewer").whoami()).toMatchObject({ principal: { role: "viewer" } });
    });

    test("what does not exist is told apart by nobody", async () => {
      const id = "req_01k00000000000000000000000" as const;
      await expect(as("owner").show({ id })).rejects.toMatchObject({
        code: "NOT_FOUND",
        details: { id },
      });
      expect(await codeOf(as("owner").showMessage({ id: "msg_01k00000000000000000000000" }))).toBe(
        "NOT_FOUND",
      );
      expect(await codeOf(as("owner").revokeKey({ id: "key_01k00000000000000000000000" }))).toBe(
        "NOT_FOUND",
      );
    });

    test("requests come a page at a time, without gaps or repeats", async () => {
      const asked: string[] = [];
      for (let count = 0; count < 7; count++) {
        asked.push((await as("scout").ask({ text: `${count}` })).request.id);
      }
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await as("owner").list({ limit: 3, order: "oldest", ...present({ cursor }) });
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.next;
      } while (cursor !== undefined);
      expect(seen).toEqual(asked);
      expect(await codeOf(as("owner").list({ limit: 0 }))).toBe("INVALID_INPUT");
      expect(await codeOf(as("owner").list({ limit: 101 }))).toBe("INVALID_INPUT");
      expect(await codeOf(as("owner").list({ cursor: "nonsense" }))).toBe("INVALID_INPUT");
    });
  });

  describe("messages and conversations", () => {
    test("a message stands in the agent's own conversation, or in one it has started", async () => {
      const started = await as("scout").startConversation({ title: "Release 1.4" });
      const own = await as("scout").tell({ text: "Backup done." });
      const there = await as("scout").tell({ text: "Tests green.", conversation: started.id });
      const { request } = await as("scout").ask({ text: "Ship?", conversation: started.id });
      await as("owner").answer({ id: request.id, answer: { text: "yes" } });
      const transcript = await as("owner").showConversation({ id: started.id });
      expect(transcript.conversation).toEqual(started);
      expect(transcript.entries.items).toMatchObject([
        there,
        { id: request.id, answer: { text: "yes" } },
      ]);
      expect((await as("owner").list({ conversation: started.id })).items).toHaveLength(1);
      expect((await as("owner").showConversation({ id: own.conversation })).entries.items).toEqual([
        own,
      ]);
      expect(await as("owner").showMessage({ id: own.id })).toEqual(own);
      expect(await as("scout").showMessage({ id: own.id })).toEqual(own);
      expect(await codeOf(as("rival").showMessage({ id: own.id }))).toBe("NOT_FOUND");
    });

    test("nobody speaks in the conversation of another agent", async () => {
      const { id } = await as("scout").startConversation({ title: "Mine" });
      expect(await codeOf(as("rival").tell({ text: "x", conversation: id }))).toBe("NOT_FOUND");
      expect(await codeOf(as("rival").ask({ text: "x", conversation: id }))).toBe("NOT_FOUND");
      expect(await codeOf(as("scout").tell({ text: "" }))).toBe("INVALID_INPUT");
      expect(await codeOf(as("scout").startConversation({ title: "" }))).toBe("INVALID_INPUT");
    });

    test("conversations and their entries come a page at a time", async () => {
      const { id } = await as("scout").startConversation({ title: "Long" });
      const said: string[] = [];
      for (let count = 0; count < 3; count++) {
        said.push((await as("scout").tell({ text: `m${count}`, conversation: id })).id);
        said.push((await as("scout").ask({ text: `q${count}`, conversation: id })).request.id);
      }
      const first = await as("owner").showConversation({ id, limit: 4 });
      const second = await as("owner").showConversation({
        id,
        limit: 4,
        cursor: first.entries.next ?? "",
      });
      const seen = [...first.entries.items, ...second.entries.items].map((entry) => entry.id);
      expect(seen).toEqual(said);
      expect(second.entries.next).toBeUndefined();
      expect(await codeOf(as("owner").showConversation({ id, cursor: "nonsense" }))).toBe(
        "INVALID_INPUT",
      );
      const page = await as("scout").listConversations({ limit: 1 });
      const rest = await as("scout").listConversations({ cursor: page.next ?? "" });
      expect([...page.items, ...rest.items].map(({ title }) => title)).toEqual(["scout", "Long"]);
    });

    test("lists conversations by what was said last, with its beginning alone", async () => {
      const { id } = await as("scout").startConversation({ title: "Release" });
      await as("scout").tell({ text: "in my own" });
      const order = "latest";
      const titles = async () => {
        const { items } = await as("owner").listConversations({ order });
        return items.filter(({ title }) => ["scout", "Release"].includes(title));
      };
      expect((await titles()).map(({ title, last }) => [title, last?.text])).toEqual([
        ["scout", "in my own"],
        ["Release", undefined],
      ]);
      await as("owner").tell({ conversation: id, text: "😀".repeat(300) });
      const [first] = await titles();
      expect(first).toMatchObject({
        id,
        last: { text: "😀".repeat(200), from: { name: "owner" } },
      });
      const page = await as("scout").listConversations({ order, limit: 1 });
      const rest = await as("scout").listConversations({ order, cursor: page.next ?? "" });
      expect([...page.items, ...rest.items].map(({ title }) => title)).toEqual([
        "Release",
        "scout",
      ]);
      for (const cursor of ["nonsense", id, "a.b", `${page.next}.c`]) {
        const read = as("scout").listConversations({ order, cursor });
        expect(await codeOf(read)).toBe("INVALID_INPUT");
      }
    });
  });

  describe("events", () => {
    test("the log tells everything in order, by ids and digests, never content", async () => {
      const { request } = await as("scout").ask({ text: "SECRET QUESTION" });
      await as("owner").answer({ id: request.id, answer: { text: "SECRET ANSWER" } });
      const events = await collect(as("owner").events());
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
      expect(events.slice(-2)).toMatchObject([
        { type: "request.created", subject: request.id, actor: request.agent },
        { type: "request.answered", subject: request.id, agent: request.agent },
      ]);
      expect(JSON.stringify(events)).not.toContain("SECRET");
      expect(await as("owner").lastEvent()).toEqual({ seq: events.length });
    });

    test("a stream goes on with what is appended, until it is ended", async () => {
      const { seq } = await as("owner").lastEvent();
      const ended = new AbortController();
      const seen: Event[] = [];
      const stream = await as("owner").events(
        { after: seq, follow: true },
        { signal: ended.signal },
      );
      const reading = (async () => {
        for await (const event of stream) seen.push(event);
      })();
      for (let count = 0; count < 20; count++) await as("scout").ask({ text: `${count}` });
      await eventually(() => seen.length === 20);
      ended.abort();
      await reading;
      expect(seen.map((event) => event.seq)).toEqual(seen.map((_, index) => seq + 1 + index));
    });

    test("an agent's stream holds what concerns it and nothing else", async () => {
      const { request: mine } = await as("scout").ask({ text: "Mine?" });
      await as("rival").ask({ text: "Theirs?" });
      await as("owner").answer({ id: mine.id, answer: { text: "x" } });
      const events = await collect(as("scout").events());
      expect(events.map(({ type, subject }) => [type, subject])).toEqual([
        ["request.created", mine.id],
        ["request.answered", mine.id],
      ]);
    });

    test("a number that the log does not have is refused, not waited for", async () => {
      const { seq } = await as("owner").lastEvent();
      expect(await codeOf(as("owner").events({ after: seq + 1, follow: true }))).toBe(
        "INVALID_INPUT",
      );
      expect(await collect(as("owner").events({ after: seq }))).toEqual([]);
    });

    test("the audit verifies, notes a head, and exports every event with its hash", async () => {
      await as("scout").ask({ text: "Which?" });
      const { head, record, ...report } = await as("owner").verifyAudit();
      expect(report).toEqual({ intact: true, events: head.seq });
      expect(record).toMatchObject({ erased: 0, faults: [], more: 0 });
      await as("scout").ask({ text: "Which else?" });
      const noted = `${head.seq}:${head.hash}`;
      expect(await as("viewer").verifyAudit({ head: noted })).toMatchObject({ intact: true });
      const forged = await as("owner").verifyAudit({ head: `${head.seq}:${"0".repeat(64)}` });
      expect(forged).toMatchObject({ intact: false, fault: expect.stringContaining("rewritten") });
      const cut = await as("owner").verifyAudit({ head: `${head.seq + 9}:${head.hash}` });
      expect(cut).toMatchObject({ intact: false, fault: expect.stringContaining("cut") });
      expect(await codeOf(as("owner").verifyAudit({ head: "nonsense" }))).toBe("INVALID_INPUT");
      const lines: unknown[] = [];
      for await (const line of await as("owner").exportAudit({ after: head.seq - 1 }))
        lines.push(line);
      expect(lines).toHaveLength(2);
      expect(lines[0]).toMatchObject({ event: { seq: head.seq }, hash: head.hash });
    });
  });
}

import { describe, expect, test } from "vitest";
import type { RequestId } from "../../../src/domain/id.ts";
import type { AskInput } from "../../../src/ports/earshot/requests.ts";
import { settled } from "../../../src/testing/fake-clock.ts";
import { codeOf, collect, eventually, type Part, type WorldUnderTest } from "./world.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export function joiningFacts(under: WorldUnderTest): void {
  const as = (part: Part) => under.world.as(part);
  const question: AskInput = { tool: "ask_human", text: "Which?", context: "Two are there." };
  const ask = (over: Partial<AskInput> = {}, part: Part = "scout") =>
    as(part).ask({ ...question, ...over });
  const answer = (id: RequestId, text = "B") => as("owner").answer({ id, answer: { text } });
  const asked = async () => (await as("owner").list()).items.length;

  describe("questions of a tool", () => {
    test("the first call asks, and the request names the tool", async () => {
      const first = await ask();
      expect(first).toMatchObject({ outcome: "pending", request: { tool: "ask_human" } });
      expect(first).not.toHaveProperty("joined");
      expect((await as("owner").show({ id: first.request.id })).request.tool).toBe("ask_human");
    });

    test("the same content joins, however long the calls hold and when they would expire", async () => {
      const { request } = await ask();
      for (const over of [{}, { holdMs: 1 }, { expiresInMs: 60_000 }, { to: [] }]) {
        // However long it takes until the call holds, time goes on for it.
        const time = setInterval(() => void under.world.clock.advance(1), 5);
        const joined = await ask(over).finally(() => clearInterval(time));
        expect(joined).toMatchObject({
          outcome: "pending",
          joined: true,
          request: { id: request.id },
        });
      }
      expect(await asked()).toBe(1);
    });

    test("an answer reaches every call that has joined", async () => {
      const calls = [ask({ holdMs: 50_000 }), ask({ holdMs: 50_000 }), ask({ holdMs: 50_000 })];
      await eventually(async () => (await asked()) === 1);
      await settled();
      const { items } = await as("owner").list();
      await answer(items[0]?.id ?? "req_");
      for (const waited of await Promise.all(calls)) expect(waited.outcome).toBe("answered");
      expect(await asked()).toBe(1);
    });

    test("fifty at the same time are one request, which one of them has made", async () => {
      const calls = await Promise.all(Array.from({ length: 50 }, () => ask()));
      expect(new Set(calls.map(({ request }) => request.id)).size).toBe(1);
      expect(calls.filter(({ joined }) => joined === undefined)).toHaveLength(1);
      const events = await collect(as("owner").events());
      expect(events.filter(({ type }) => type === "request.created")).toHaveLength(1);
    });

    test("other words, another tool, form, person or conversation is another question", async () => {
      const { id } = await as("scout").startConversation({ title: "Release" });
      const others: Partial<AskInput>[] = [
        {},
        { text: "Which one?" },
        { context: "Three are there." },
        { tool: "ask_operator" },
        { form: { kind: "choice", options: [{ label: "A" }, { label: "B" }] } },
        { default: { text: "A" } },
        { to: ["owner"] },
        { conversation: id },
      ];
      for (const over of others) expect(await ask(over)).not.toHaveProperty("joined");
      expect(await asked()).toBe(others.length);
    });

    test("nobody joins the question of another agent, or one that no tool has asked", async () => {
      const { tool: _, ...plain } = question;
      const all = [await ask(), await ask({}, "rival"), await ask({}, "stranger")];
      all.push(await as("scout").ask(plain), await as("scout").ask(plain));
      expect(new Set(all.map(({ request }) => request.id)).size).toBe(5);
      expect(all.filter(({ joined }) => joined === true)).toEqual([]);
    });

    test("who asks again after the answer has it at once, until it is acknowledged", async () => {
      const { request } = await ask();
      await answer(request.id);
      for (let time = 0; time < 2; time++) {
        expect(await ask({ holdMs: 50_000 })).toMatchObject({
          outcome: "answered",
          joined: true,
          request: { id: request.id, answer: { text: "B" } },
        });
      }
      await as("scout").acknowledge({ ids: [request.id] });
      const anew = await ask();
      expect(anew).toMatchObject({ outcome: "pending" });
      expect(anew).not.toHaveProperty("joined");
      expect(anew.request.id).not.toBe(request.id);
    });

    test("an answer is taken for ten minutes; then the question is new, and the answer stays", async () => {
      const { request } = await ask();
      await answer(request.id);
      await under.world.clock.jump(9 * MINUTE_MS);
      expect(await ask()).toMatchObject({ joined: true, request: { id: request.id } });
      await under.world.clock.jump(MINUTE_MS);
      const anew = await ask();
      expect(anew).not.toHaveProperty("joined");
      expect(anew.request.id).not.toBe(request.id);
      expect(await ask()).toMatchObject({ joined: true, request: { id: anew.request.id } });
      const { items } = await as("scout").mailbox();
      expect(items.map(({ id }) => id)).toEqual([request.id]);
    });

    test("with a key to join by an answer is taken for a day", async () => {
      const { request } = await ask({ joinKey: "k" });
      await answer(request.id);
      await under.world.clock.jump(DAY_MS - MINUTE_MS);
      expect(await ask({ joinKey: "k" })).toMatchObject({
        joined: true,
        request: { id: request.id },
      });
      await under.world.clock.jump(MINUTE_MS);
      expect(await ask({ joinKey: "k" })).not.toHaveProperty("joined");
    });

    test("an open question is joined whatever its age", async () => {
      const { request } = await ask();
      await under.world.clock.jump(30 * DAY_MS);
      expect(await ask()).toMatchObject({ joined: true, request: { id: request.id } });
    });

    test("one whose time ran out says so, to those who ask the same soon after", async () => {
      await ask({ expiresInMs: 1_000 });
      await under.world.clock.jump(2_000);
      expect(await ask({ holdMs: 50_000 })).toMatchObject({ outcome: "expired", joined: true });
    });

    test("what its agent took back is asked again; what a person took back is not", async () => {
      const own = await ask();
      await as("scout").cancel({ id: own.request.id });
      const anew = await ask();
      expect(anew).not.toHaveProperty("joined");
      await as("owner").cancel({ id: anew.request.id, reason: "moot" });
      expect(await ask()).toMatchObject({ outcome: "cancelled", joined: true });
    });

    test("with a key to join by that alone says what is the same", async () => {
      const call = (key: string, text = "Which?") =>
        as("scout").ask({ ...question, text, joinKey: key }, { idempotencyKey: key });
      const first = await call("k");
      expect(await call("k")).toEqual(first);
      expect((await call("other")).request.id).not.toBe(first.request.id);
      expect(await codeOf(call("k", "Another?"))).toBe("KEY_REUSED");
      await answer(first.request.id);
      await as("scout").acknowledge({ ids: [first.request.id] });
      expect(await call("k")).toMatchObject({
        outcome: "answered",
        request: { id: first.request.id },
      });
      expect(await asked()).toBe(2);
    });

    test.each(["", "ask human", "ask\nhuman", "x".repeat(129)])(
      "the tool %j is refused",
      async (tool) => {
        expect(await codeOf(ask({ tool }))).toBe("INVALID_INPUT");
        expect(await asked()).toBe(0);
      },
    );
  });
}

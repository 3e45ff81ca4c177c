import { expect, test } from "vitest";
import type { Message } from "../../src/domain/requests/conversation.ts";
import type { Request } from "../../src/domain/requests/request.ts";
import { call, ok, okKey } from "../support/call.ts";
import { homeServer, say } from "../support/server.ts";

const RACERS = 64;

test("of sixty-four who answer at once one wins, and the others' words are kept", async () => {
  const { url, agent, operator } = await homeServer();
  const names = Array.from({ length: RACERS }, (_, index) => `racer ${index}`);
  const racers = await Promise.all(
    names.map((name) => okKey(url, { key: operator, input: { kind: "person", name } })),
  );
  const conversation = await ok(url, "startConversation", { key: agent, input: { title: say() } });
  const asked = await ok(url, "ask", {
    key: agent,
    input: { text: say(), conversation: conversation.id },
  });
  const { id } = asked.request;
  const texts = names.map((name) => say(name));
  const waiting = ok(url, "wait", { key: agent, input: { id, holdMs: 50_000 } });

  const replies = await Promise.all(
    racers.map(({ secret }, index) =>
      call(url, "answer", {
        key: secret,
        input: { id, answer: { text: texts[index] } },
        headers: { "earshot-via": "console" },
      }),
    ),
  );

  const winners = replies.flatMap((reply) => ("output" in reply ? [reply.output] : []));
  expect(winners).toHaveLength(1);
  const [winner] = winners as [Extract<Request, { status: "answered" }>];
  const won = replies.findIndex((reply) => "output" in reply);
  expect(winner.closedBy).toEqual({
    principal: racers[won]?.principal.id,
    name: names[won],
    via: "console",
  });
  expect(winner.answer).toEqual({ text: texts[won] });

  for (const reply of replies) {
    if (!("problem" in reply)) continue;
    expect(reply.problem).toMatchObject({
      code: "REQUEST_CLOSED",
      status: 409,
      details: { id, status: "answered", closedAt: winner.closedAt, closedBy: winner.closedBy },
    });
    expect(reply.problem.detail).toContain(`${names[won]} via console`);
  }

  expect(await waiting).toEqual({ outcome: "answered", request: winner });
  const { entries } = await ok(url, "showConversation", {
    key: agent,
    input: { id: conversation.id, limit: 100 },
  });
  const [first, ...late] = entries.items as [Request, ...Message[]];
  expect(first).toEqual(winner);
  const kept = new Map(late.map((message) => [message.text, message]));
  expect(kept.size).toBe(RACERS - 1);
  for (const [index, text] of texts.entries()) {
    if (index === won) continue;
    expect(kept.get(text)).toMatchObject({
      lateAnswerTo: id,
      from: { principal: racers[index]?.principal.id, name: names[index], via: "console" },
    });
  }
  const { history } = await ok(url, "show", { key: agent, input: { id } });
  const types = history.map((event) => event.type);
  expect(types.filter((type) => type === "request.answered")).toHaveLength(1);
  expect(types.filter((type) => type === "request.answered_late")).toHaveLength(RACERS - 1);
  expect(await ok(url, "verifyAudit", { key: operator })).toMatchObject({ intact: true });
});

test("where an answer and a cancellation race, both callers are told the same end", async () => {
  const { url, agent, operator } = await homeServer();
  const ends = new Set<string>();
  for (let round = 0; round < 30; round++) {
    const asked = await ok(url, "ask", { key: agent, input: { text: say() } });
    const { id } = asked.request;
    const answer = () =>
      call(url, "answer", { key: operator, input: { id, answer: { text: say() } } });
    const cancel = () => call(url, "cancel", { key: agent, input: { id } });
    const replies = await Promise.all(
      round % 2 === 0 ? [answer(), cancel()] : [cancel(), answer()],
    );
    const [done] = replies.flatMap((reply) => ("output" in reply ? [reply.output] : []));
    const [late] = replies.flatMap((reply) => ("problem" in reply ? [reply.problem] : []));
    expect(late).toMatchObject({ code: "REQUEST_CLOSED", details: { status: done?.status } });
    const now = await ok(url, "wait", { key: agent, input: { id } });
    expect(now.request).toEqual(done);
    ends.add(String(done?.status));
  }
  expect([...ends].sort()).toEqual(["answered", "cancelled"]);
});

test("an invalid answer never wins, and leaves the question to the others", async () => {
  const { url, agent, operator } = await homeServer();
  const form = { kind: "choice", options: ["A", "B"] };
  const asked = await ok(url, "ask", { key: agent, input: { text: say(), form } });
  const { id } = asked.request;
  const answers = Array.from({ length: 16 }, (_, index) => (index === 9 ? "B" : `C${index}`));
  const replies = await Promise.all(
    answers.map((choice) =>
      call(url, "answer", { key: operator, input: { id, answer: { choice } } }),
    ),
  );
  expect(replies.findIndex((reply) => "output" in reply)).toBe(9);
  const { request } = await ok(url, "wait", { key: agent, input: { id } });
  expect(request).toMatchObject({ status: "answered", answer: { choice: "B" } });
});

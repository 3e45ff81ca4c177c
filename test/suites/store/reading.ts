import { expect, test } from "vitest";
import { ownConversation } from "../../../src/domain/id.ts";
import type { Conversation, Message } from "../../../src/domain/requests/conversation.ts";
import type { Change, LatestQuery, Store, Write } from "../../../src/ports/store/store.ts";
import {
  anAgent,
  anId,
  anOpenRequest,
  answeredWith,
  answering,
  asking,
} from "../../../src/testing/builders.ts";
import { AT, OTHER, type StoreUnderTest } from "./store-under-test.ts";

function aConversation(more: Partial<Conversation> = {}): Conversation {
  const base = { id: anId("cnv"), workspace: "default", agent: anId("prn") };
  return { ...base, title: "Release", createdAt: AT, ...more };
}

function aMessage({ workspace, id: conversation, agent }: Conversation, text: string): Message {
  const from = { principal: agent, name: "scout", via: "cli" } as const;
  return { id: anId("msg"), workspace, conversation, from, text, salt: "s", createdAt: AT };
}

function spoken(conversation: Conversation, messages: readonly Message[]): Change {
  return {
    workspace: conversation.workspace,
    writes: [
      { type: "conversation.insert", conversation },
      ...messages.map((message): Write => ({ type: "message.insert", message })),
    ],
    events: [],
  };
}

export function readingFacts(under: StoreUnderTest): void {
  test("what was committed is read back as it was, also after a new start", async () => {
    const agent = anAgent();
    const conversation = {
      id: anId("cnv"),
      workspace: "default",
      agent: agent.id,
      title: "Release",
      createdAt: AT,
    };
    const message = {
      id: anId("msg"),
      workspace: "default",
      conversation: conversation.id,
      from: { principal: agent.id, name: agent.name, via: "http" as const },
      text: "line one\nline two ✓",
      salt: "abc",
      createdAt: AT,
      lateAnswerTo: anId("req"),
      corrects: anId("req"),
    };
    const full = anOpenRequest({
      agent: agent.id,
      conversation: conversation.id,
      to: ["ana", 'be"n'],
      expiresAt: "2026-02-01T00:00:00.000Z",
      tool: "ask_human",
      question: {
        text: "Which?",
        context: "Two are there.",
        form: {
          kind: "choices",
          options: [{ label: "a" }, { label: "b", description: "B" }],
          max: 1,
        },
        default: { choices: ["a"] },
      },
    });
    const plain = anOpenRequest({ agent: agent.id });
    const answered = answeredWith(plain, "");
    const key = {
      id: anId("key"),
      workspace: "default",
      principal: agent.id,
      scopes: ["ask" as const],
      holdMs: 0,
      createdAt: AT,
    };
    await under.store.commit([
      {
        workspace: "default",
        writes: [
          { type: "principal.insert", principal: agent },
          { type: "conversation.insert", conversation },
          { type: "message.insert", message },
          { type: "key.insert", key, secretHash: "hash" },
          { type: "request.insert", request: full },
          { type: "request.insert", request: plain },
        ],
        events: [],
      },
    ]);
    await under.store.commit([answering(answered)]);
    for (const each of ["as it is", "after a new start"]) {
      if (each === "after a new start") await under.reopen();
      expect(await under.store.findRequest("default", full.id)).toEqual(full);
      expect(await under.store.findRequest("default", plain.id)).toEqual(answered);
      expect(await under.store.findConversation("default", conversation.id)).toEqual(conversation);
      expect(await under.store.findMessage("default", message.id)).toEqual(message);
      expect(await under.store.findKeyOwner("hash")).toEqual({ key, principal: agent });
      const named = { workspace: "default", kind: "agent" as const, name: agent.name };
      expect(await under.store.findPrincipalByName(named)).toEqual(agent);
      expect(await under.store.listWorkspaces()).toEqual(["default", OTHER]);
      const { known, unknown } = await under.store.countMigrations();
      expect({ isMade: known > 0, unknown }).toEqual({ isMade: true, unknown: 0 });
    }
  });

  test("every way in which a request closes is read back as it was", async () => {
    const [one, two, three] = [anOpenRequest(), anOpenRequest(), anOpenRequest({ expiresAt: AT })];
    const by = { principal: anId("prn"), name: "ana", via: "cli" as const };
    const closed = [
      {
        ...one,
        status: "cancelled" as const,
        version: 2,
        reason: "moot",
        closedAt: AT,
        closedBy: by,
      },
      { ...two, status: "cancelled" as const, version: 2, closedAt: AT, closedBy: by },
      { ...three, status: "expired" as const, version: 2, closedAt: AT },
    ];
    await under.store.commit([one, two, three].map((request) => asking(request)));
    const writes = closed.map((request) => ({ type: "request.update" as const, request }));
    await under.store.commit([{ workspace: "default", writes, events: [] }]);
    const again = await under.reopen();
    for (const request of closed) {
      expect(await again.findRequest("default", request.id)).toEqual(request);
    }
  });

  test("requests are listed by page, order and filter", async () => {
    const agent = anId("prn");
    const conversation = anId("cnv");
    const mine = anOpenRequest({ agent });
    const elsewhere = anOpenRequest({ agent, conversation });
    const toAna = anOpenRequest({ to: ["ana"] });
    const toJoana = anOpenRequest({ to: ["joana", "ANA"] });
    const foreign = anOpenRequest({ workspace: OTHER });
    await under.store.commit(
      [mine, elsewhere, toAna, toJoana, foreign].map((each) => asking(each)),
    );
    const answered = answeredWith(mine, "x");
    await under.store.commit([answering(answered)]);
    const ids = async (query: Partial<Parameters<Store["listRequests"]>[0]>) => {
      const found = await under.store.listRequests({
        workspace: "default",
        order: "oldest",
        limit: 10,
        ...query,
      });
      return found.map(({ id }) => id);
    };
    expect(await ids({})).toEqual([mine.id, elsewhere.id, toAna.id, toJoana.id]);
    expect(await ids({ order: "newest", limit: 2 })).toEqual([toJoana.id, toAna.id]);
    expect(await ids({ order: "newest", after: toAna.id })).toEqual([elsewhere.id, mine.id]);
    expect(await ids({ after: elsewhere.id })).toEqual([toAna.id, toJoana.id]);
    expect(await ids({ status: "open" })).toEqual([elsewhere.id, toAna.id, toJoana.id]);
    expect(await ids({ status: "answered" })).toEqual([mine.id]);
    expect(await ids({ agent })).toEqual([mine.id, elsewhere.id]);
    expect(await ids({ conversation: { id: conversation, agent } })).toEqual([elsewhere.id]);
    expect(await ids({ conversation: { id: ownConversation(agent), agent } })).toEqual([mine.id]);
    expect(await ids({ askedOf: "ana" })).toEqual([mine.id, elsewhere.id, toAna.id]);
    expect(await ids({ workspace: OTHER })).toEqual([foreign.id]);
    expect(await under.store.countOpen("default")).toBe(3);
  });

  test("conversations come by what was said in them last, page by page, in their workspace alone", async () => {
    const agent = anId("prn");
    const silent = aConversation({ agent });
    const early = aConversation();
    const late = aConversation({ agent });
    const foreign = aConversation({ workspace: OTHER });
    const said = [aMessage(late, "one"), aMessage(early, "two"), aMessage(early, "three")];
    const all = [...said, aMessage(late, "four"), aMessage(foreign, "five")];
    const of = ({ id }: Conversation) => all.filter(({ conversation }) => conversation === id);
    await under.store.commit([silent, early, late, foreign].map((one) => spoken(one, of(one))));
    await under.reopen();
    const read = async (more: Partial<LatestQuery> = {}) =>
      await under.store.latestConversations({ workspace: "default", limit: 10, ...more });
    expect((await read()).map(({ id, last }) => [id, last?.text])).toEqual([
      [late.id, "four"],
      [early.id, "three"],
      [silent.id, undefined],
    ]);
    expect((await read({ agent })).map(({ id }) => id)).toEqual([late.id, silent.id]);
    const [one, two] = await read({ limit: 2 });
    if (one === undefined || two === undefined) throw new Error("unreachable");
    expect((await read({ after: one, limit: 1 })).map(({ id }) => id)).toEqual([early.id]);
    expect((await read({ after: two })).map(({ id }) => id)).toEqual([silent.id]);
  });

  test("conversations and messages are listed by page", async () => {
    const agent = anId("prn");
    const conversations = [anId("cnv"), anId("cnv"), anId("cnv")].map((id, index) => ({
      id,
      workspace: "default",
      agent: index === 1 ? anId("prn") : agent,
      title: `title ${index}`,
      createdAt: AT,
    }));
    const [first, , third] = conversations;
    if (first === undefined || third === undefined) throw new Error("unreachable");
    const messages = [anId("msg"), anId("msg")].map((id, index) => ({
      id,
      workspace: "default",
      conversation: first.id,
      from: { principal: agent, name: "scout", via: "cli" as const },
      text: `text ${index}`,
      salt: "s",
      createdAt: AT,
    }));
    await under.store.commit([
      {
        workspace: "default",
        writes: [
          ...conversations.map((conversation) => ({
            type: "conversation.insert" as const,
            conversation,
          })),
          ...messages.map((message) => ({ type: "message.insert" as const, message })),
        ],
        events: [],
      },
    ]);
    const scope = { workspace: "default", limit: 10 };
    expect(await under.store.listConversations(scope)).toEqual(conversations);
    expect(await under.store.listConversations({ ...scope, agent })).toEqual([first, third]);
    expect(await under.store.listConversations({ ...scope, after: first.id, limit: 1 })).toEqual(
      conversations.slice(1, 2),
    );
    expect(await under.store.listMessages({ ...scope, conversation: first.id })).toEqual(messages);
    const after = messages[0]?.id ?? "msg_";
    expect(await under.store.listMessages({ ...scope, conversation: first.id, after })).toEqual(
      messages.slice(1),
    );
    expect(await under.store.listMessages({ ...scope, conversation: third.id })).toEqual([]);
  });

  test("what is due is found in the order of time, across workspaces, while it is open", async () => {
    const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;
    const late = anOpenRequest({ expiresAt: at(5) });
    const soon = anOpenRequest({ expiresAt: at(3), workspace: OTHER });
    const closed = anOpenRequest({ expiresAt: at(1) });
    await under.store.commit([late, soon, closed, anOpenRequest()].map((each) => asking(each)));
    await under.store.commit([answering(answeredWith(closed, "in time"))]);
    expect(await under.store.nextExpiry()).toBe(at(3));
    const due = async (moment: string) =>
      (await under.store.dueRequests(moment, 10)).map(({ id }) => id);
    expect(await due(at(2))).toEqual([]);
    expect(await due(at(3))).toEqual([soon.id]);
    expect(await due(at(9))).toEqual([soon.id, late.id]);
    expect(await under.store.dueRequests(at(9), 1)).toHaveLength(1);
  });

  test("what belongs to one workspace is not found in another", async () => {
    const request = anOpenRequest();
    await under.store.commit([asking(request)]);
    expect(await under.store.findRequest(OTHER, request.id)).toBeUndefined();
    expect(
      await under.store.listRequests({ workspace: OTHER, order: "oldest", limit: 10 }),
    ).toEqual([]);
    expect(await under.events(OTHER)).toHaveLength(1);
  });
}

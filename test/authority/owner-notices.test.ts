import { afterEach, beforeEach, expect, test } from "vitest";
import { OPERATIONS, type Operation } from "../../src/contract/operations.ts";
import type { OperationName } from "../../src/contract/routes.ts";
import type { Link } from "../../src/domain/hub/link.ts";
import type { LinkId, PrincipalId, RequestId } from "../../src/domain/id.ts";
import type { Right } from "../../src/domain/people/principal.ts";
import { rightsOf } from "../../src/domain/people/rights.ts";
import { present } from "../../src/domain/present.ts";
import type { OpenQuestion } from "../../src/domain/requests/request.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import { type House, openHouse, refusalOf } from "../support/house.ts";
import { ownKey } from "../support/own-key.ts";
import { penOf } from "../support/pen.ts";
import { byToken } from "../support/token-caller.ts";

/*
 * Every other owner is told what one person alone changes about somebody else, about who decides,
 * or about the rules.
 */

let house: House;
let second: Earshot;
let third: Earshot;
beforeEach(async () => {
  house = await openHouse();
  second = await owner("carl");
  third = await owner("dora");
  for (const { id } of await told()) {
    await second.answer({ id, answer: { choice: SEEN } });
  }
});
afterEach(() => house.close());

const SEEN = "I have seen it";

async function owner(name: string): Promise<Earshot> {
  const { secret } = await ownKey(house.owner, { kind: "person", name, role: "owner" });
  const caller = await house.authenticate(secret);
  if (caller === undefined) throw new Error("The key is not let in.");
  return house.open(caller);
}

async function closed(): Promise<RequestId> {
  const { request } = await house.agent.ask({ text: "What of the Kestrel case?" });
  await house.owner.answer({ id: request.id, answer: { text: "Nothing." } });
  return request.id;
}

async function viewersKey() {
  return await ownKey(house.owner, { kind: "person", name: "vi", role: "viewer" });
}

/** Whoever is told looks at it. */
async function seen(): Promise<void> {
  for (const { id, to } of await told()) {
    const by = to.includes("carl") ? second : third;
    await by.answer({ id, answer: { choice: SEEN } });
  }
}

/** The notices that are open. */
async function told(): Promise<readonly OpenQuestion[]> {
  const { items } = await house.owner.list({ status: "open" });
  return items.filter(
    (item): item is OpenQuestion => item.kind === "question" && item.agentName === "earshot",
  );
}

interface Told {
  readonly what: string;
  readonly act: () => Promise<unknown>;
  readonly words: string;
}

async function aLink(operator: PrincipalId | undefined): Promise<LinkId> {
  const { workspace, id: createdBy } = house.ana.principal;
  const link: Link = {
    id: house.ctx.ids.next("lnk"),
    workspace,
    channel: "slack",
    chatId: "C1",
    name: "#ops",
    rank: 1,
    createdAt: "2026-01-01T00:00:00.000Z",
    createdBy,
    ...present({ operator }),
  };
  await house.ctx.commit({ workspace, writes: [{ type: "link.insert", link }], events: [] });
  return link.id;
}

/** All that is told, by the operation that does it. */
const TOLD: Partial<Record<OperationName, readonly Told[]>> = {
  createKey: [
    {
      what: "an invitation of a new owner",
      act: () => ownKey(house.owner, { kind: "person", name: "sock", role: "owner" }),
      words: 'has invited "sock" (owner) to a key that approves, of their own.',
    },
    {
      what: "an invitation of somebody who is known",
      act: () => ownKey(house.owner, { kind: "person", name: "ben" }),
      words: 'has invited "ben" (approver)',
    },
    {
      what: "a key for scripts",
      act: () => ownKey(house.owner, { kind: "person", name: "ben", unattended: true }),
      words: "a key for scripts, which approves",
    },
  ],
  addOperator: [
    {
      what: "an operator",
      act: () => house.owner.addOperator({ name: "zoe" }),
      words: 'has added the operator "zoe" as approver.',
    },
  ],
  acceptClock: [
    {
      what: "a jump of the clock",
      async act() {
        house.clock.set(3_600_000);
        await house.owner.acceptClock({ told: (await house.owner.clock()).told });
      },
      words: "has accepted that the server's clock jumped ahead",
    },
  ],
  createSignInLink: [
    {
      what: "a link that signs another in",
      act: () => house.owner.createSignInLink({ operator: "ben" }),
      words: 'a link that signs in as "ben"',
    },
  ],
  removeOperator: [
    {
      what: "a removal",
      act: () => house.owner.removeOperator({ id: house.ben.id }),
      words: 'has removed the operator "ben"',
    },
  ],
  revokeKey: [
    {
      what: "another person's key, revoked",
      act: async () => {
        const { key } = await viewersKey();
        await house.owner.revokeKey({ id: key.id });
      },
      words: '"ana" has revoked a key of "vi" (viewer)',
    },
  ],
  revokeWebSession: [
    {
      what: "another person's browser, signed out",
      act: async () => {
        await house.enter("ben");
        await seen();
        const { items } = await house.owner.listWebSessions();
        const bens = items.find(({ operator }) => operator === house.ben.id);
        await house.owner.revokeWebSession({ id: bens?.id ?? "key_none" });
      },
      words: '"ana" has signed "ben" (approver) out of a browser',
    },
  ],
  removeLink: [
    {
      what: "another person's link to a channel, removed",
      act: async () => house.owner.removeLink({ id: await aLink(house.ben.id) }),
      words: '"ana" has removed the link to slack of "ben"',
    },
    {
      what: "a chat of several people, removed",
      act: async () => house.owner.removeLink({ id: await aLink(undefined) }),
      words: 'the link to slack of everybody in "#ops"',
    },
  ],
  haltAgent: [
    {
      what: "an agent, halted",
      act: () => house.owner.haltAgent({ id: house.agentKey.principal.id }),
      words: '"ana" has halted the agent "scout"',
    },
  ],
  acceptRecord: [
    {
      what: "the record, accepted after it went back",
      async act() {
        const { workspace } = house.ben;
        const { seq } = await house.ctx.store.head(workspace);
        const at = "2026-01-01T00:00:00.000Z";
        const setBack = await house.ctx.store.settleLoss({
          lost: { workspace, seq: seq + 9, at, by: "checkpoint" },
          read: seq,
          at,
          nextGrantId: () => house.ctx.ids.next("grt"),
        });
        await house.owner.acceptRecord({ event: setBack?.event ?? 0 });
      },
      words: '"ana" has accepted the record after it went back',
    },
  ],
  resumeAgent: [
    {
      what: "an agent, resumed",
      act: async () => {
        await house.owner.haltAgent({ id: house.agentKey.principal.id });
        await seen();
        await house.owner.resumeAgent({ id: house.agentKey.principal.id });
      },
      words: '"ana" has resumed the agent "scout"',
    },
  ],
  tieAgent: [
    {
      what: "whose tokens an agent comes by, said",
      act: async () => {
        const { principal } = await (await byToken(house.ctx, "auth0|77")).whoami();
        await house.owner.tieAgent({ id: principal.id, person: "ben" });
      },
      words: '"ana" has said that the agent "oauth:auth0',
    },
  ],
  setSubscription: [
    {
      what: "where an agent is called",
      act: () => house.owner.setSubscription({ agent: house.agentKey.principal.id }),
      words: '"ana" has the agent "scout" called when its requests close',
    },
  ],
  rotateSubscription: [
    {
      what: "another secret for the calls to an agent",
      act: async () => {
        await house.owner.setSubscription({ agent: house.agentKey.principal.id });
        await seen();
        await house.owner.rotateSubscription({ agent: house.agentKey.principal.id });
      },
      words: '"ana" has made another secret for the calls to the agent "scout"',
    },
  ],
  removeSubscription: [
    {
      what: "the end of the calls to an agent",
      act: async () => {
        await house.owner.setSubscription({ agent: house.agentKey.principal.id });
        await seen();
        await house.owner.removeSubscription({ agent: house.agentKey.principal.id });
      },
      words: '"ana" has ended the calls to the agent "scout"',
    },
  ],
  applyPolicy: [
    {
      what: "another policy",
      act: () =>
        house.owner.applyPolicy({
          source: { version: 1, rules: [{ name: "all", decision: "allow" }] },
        }),
      words: "has put another policy in force.",
    },
  ],
  erase: [
    {
      what: "an erased request",
      act: async () => house.owner.erase({ id: await closed() }),
      words: '"ana" erases what was said, for good.',
    },
  ],
  eraseMatter: [
    {
      what: "all that names a case, erased",
      act: async () => {
        await closed();
        const erased = house.owner.eraseMatter({ about: "the Kestrel case", take: true });
        // Between two places it rests.
        const clock = setInterval(() => void house.clock.advance(100), 1);
        await erased.finally(() => clearInterval(clock));
      },
      words: '"ana" erases what was said, for good.',
    },
  ],
  changeSigners: [
    {
      what: "a signer that comes in",
      act: async () => (await penOf(house.owner)).enrol("root"),
      words: 'A new signer signs decisions in the name of "ana".',
    },
  ],
  eraseLiaison: [
    {
      what: "an erased conversation with the liaison",
      act: async () => {
        const begun = await second.beginConversation({ initial_message: "I need a report." });
        await house.owner.eraseLiaison({ conversation_id: begun.conversation_id });
      },
      words: '"ana" erases what was said, for good.',
    },
  ],
};

test.for(Object.values(TOLD).flat())(
  "$what is told to each other owner, and to nobody else",
  async ({ act, words }) => {
    await act();
    const notices = await told();
    expect(notices.map(({ to }) => to).sort()).toEqual([["carl"], ["dora"]]);
    for (const { question } of notices) expect(question.text).toContain(words);
  },
);

const OF_ONES_OWN = "it reaches nothing of another person's";
const SEEN_BY_ALL = "whoever is asked sees at the request who did what";
const TAKES_NO_POWER = "it gives nobody power and takes none; the log tells it";

/**
 * Why nobody is told about the other changes a person can make. A new operation must be in one of
 * the lists.
 */
const NOT_TOLD: Partial<Record<OperationName, string>> = {
  ...Object.fromEntries(
    [
      "answer",
      "uploadFile",
      "cancel",
      "approve",
      "reject",
      "respond",
      "askBack",
      "revoke",
      "undo",
      "assign",
      "unassign",
      "claim",
      "release",
      "separate",
      "review",
    ].map((name) => [name, SEEN_BY_ALL]),
  ),
  ...Object.fromEntries(
    (
      [
        "setPassphrase",
        "noteSent",
        "noteSeen",
        "snooze",
        "createLinkCode",
        "setAttention",
        "setReplies",
        "signOut",
        "passkeyCreation",
        "passkeyProof",
        "addPasskey",
        "removePasskey",
        "passkeyStepUp",
        "beginStatement",
        "beginConversation",
        "continueConversation",
        "begin_conversation",
        "continue_conversation",
        "createEndUserToken",
        "shareLiaison",
        "withdrawFeedback",
        "signInWithLink",
        "passkeySignInOptions",
        "signInWithPasskey",
      ] as const
    ).map((name) => [name, OF_ONES_OWN]),
  ),
  rotateKey: "what it makes is told like any key that is made",
  ...Object.fromEntries(
    (
      [
        "previewEdit",
        "previewRejection",
        "previewPermission",
        "testPolicy",
        "shouldIAsk",
        "dryRunPolicy",
        "reachAlone",
        "testRoute",
        "pinTool",
        "rotateGrantKey",
        "permit",
        "revokePermission",
        "tell",
        "startConversation",
        "send",
        "resendDelivery",
        "dropDelivery",
        "testSubscription",
        "addDevice",
        "testDevice",
        "pressNotice",
        "linkChat",
        "rankLink",
        "startSession",
        "importSessions",
        "beginSession",
        "resumeSession",
        "cancelSession",
        "runReview",
        "writeMemory",
        "deleteMemory",
        "restoreMemory",
        "sealLog",
        "stop",
      ] as const
    ).map((name) => [name, TAKES_NO_POWER]),
  ),
};

test("each operation by which a person changes something is told to owners, or says why not", () => {
  const changing = (Object.entries(OPERATIONS) as [OperationName, Operation][])
    .filter(([, { method, right }]) => method !== "GET" && mayBeAPersons(right))
    .map(([name]) => name);
  const said = [...Object.keys(TOLD), ...Object.keys(NOT_TOLD)];
  expect(changing.filter((name) => !said.includes(name))).toEqual(OF_AGENTS);
  expect(new Set(said).size).toBe(said.length);
});

/** Any key will do for them, and they refuse a person's. */
const OF_AGENTS = ["acknowledge", "taskProgress", "taskCompleted", "task_completed"];

function mayBeAPersons(right: Operation["right"]): boolean {
  return (
    right === "key" || right === "none" || rightsOf(house.ana.principal).includes(right as Right)
  );
}

test("what a person does to their own is told to nobody", async () => {
  const { secret, key } = await viewersKey();
  const caller = await house.authenticate(secret);
  if (caller === undefined) throw new Error("The key is not let in.");
  const vi = house.open(caller);
  const link = await aLink(key.principal);
  await vi.removeLink({ id: link });
  const { key: another } = await house.owner.createKey({
    kind: "person",
    name: "ana",
    scopes: ["read"],
  });
  await house.owner.revokeKey({ id: another.id });
  expect(await told()).toEqual([]);
});

test("a sole owner is told what an approver does", async () => {
  const alone = await openHouse();
  const ben = await alone.enter("ben");
  await ben.earshot.haltAgent({ id: alone.agentKey.principal.id });
  const { items } = await alone.owner.list({ status: "open" });
  const texts = items.map((item) => item.kind === "question" && item.question.text);
  expect(texts).toEqual([expect.stringContaining('"ben" has halted the agent "scout"')]);
  await alone.close();
});

test("what names a case is erased with close, and what tells another owner of it waits for them", async () => {
  await ownKey(house.owner, { kind: "person", name: "kestrel", role: "approver" });
  const { request } = await house.agent.ask({ text: "What of the kestrel case?" });
  const clock = setInterval(() => void house.clock.advance(100), 1);
  const about = { about: "kestrel" };
  const { found: seen } = await house.owner.eraseMatter(about);
  const { found } = await house.owner
    .eraseMatter({ ...about, take: true, close: true })
    .finally(() => clearInterval(clock));
  const notices = await told();
  const naming = notices.filter(({ question }) => question.text.includes("kestrel"));
  expect(naming.map(({ to }) => to).sort()).toEqual([["carl"], ["dora"]]);
  for (const { id, to } of naming) {
    const why = `it tells ${to} what was done, and only they can close it`;
    expect(seen.find((one) => one.id === id)).toMatchObject({ state: "open", why });
    expect(found.find((one) => one.id === id)).toMatchObject({ state: "open", why });
  }
  expect((await house.owner.show({ id: request.id })).request).toMatchObject({
    status: "cancelled",
    question: { text: "(erased)" },
  });
});

test("a policy that lets too much pass is told with its rules and what they let through", async () => {
  const source = { version: 1, rules: [{ name: "all", decision: "allow" }] };
  await second.applyPolicy({ source });
  const [notice] = await told();
  expect(notice?.question.context).toContain('Rules that came: "all"');
  expect(notice?.question.context).toContain("It may let too much pass, in 1 places");
});

test("who erases much in a row is told of once, and again once that was seen", async () => {
  for (let n = 0; n < 3; n++) await house.owner.erase({ id: await closed() });
  expect(await told()).toHaveLength(2);
  for (const { id, to } of await told()) {
    if (to.includes("carl")) await second.answer({ id, answer: { choice: SEEN } });
  }
  await house.owner.erase({ id: await closed() });
  expect((await told()).map(({ to }) => to).sort()).toEqual([["carl"], ["dora"]]);
  await house.clock.advance(60 * 60_000);
  await house.owner.erase({ id: await closed() });
  expect(await told()).toHaveLength(4);
});

test("nobody but its owner closes a notice: not who did it, and no agent", async () => {
  await house.owner.addOperator({ name: "sock" });
  const notice = (await told()).find(({ to }) => to.includes("carl"));
  const id = notice?.id ?? "req_none";
  const answer = { choice: SEEN };
  for (const close of [
    () => house.owner.answer({ id, answer }),
    () => third.answer({ id, answer }),
    () => house.owner.cancel({ id }),
    () => house.owner.review({ id, outcome: { do: "abandon" } }),
  ]) {
    expect(await refusalOf(close())).toBe("their_notice");
  }
  await second.answer({ id, answer });
  expect((await told()).map(({ to }) => to)).toEqual([["dora"]]);
  const agent = { kind: "agent", name: "earshot" } as const;
  await expect(house.owner.createKey(agent)).rejects.toMatchObject({ code: "INVALID_INPUT" });
});

test("a notice stays open however long nobody looks at it", async () => {
  await house.owner.addOperator({ name: "sock" });
  for (let day = 0; day < 20; day++) {
    await house.clock.advance(24 * 60 * 60_000);
    await house.owner.runReview();
  }
  expect(await told()).toHaveLength(2);
});

test("what approves nothing is told to nobody", async () => {
  await house.owner.createKey({ kind: "agent", name: "other" });
  await ownKey(house.owner, { kind: "person", name: "vi", role: "viewer" });
  await ownKey(house.owner, { kind: "person", name: "ben", scopes: ["read"] });
  await house.owner.addOperator({ name: "vera", role: "viewer" });
  expect(await told()).toEqual([]);
});

test("who is removed is told nothing more, and what they alone could close is closed with it", async () => {
  const { id: carl } = await principalOf("carl");
  await house.owner.addOperator({ name: "sock" });
  await house.owner.haltAgent({ id: house.agentKey.principal.id });
  const theirs = (await told()).filter(({ to }) => to.includes("carl"));
  expect(theirs).toHaveLength(2);
  await house.owner.removeOperator({ id: carl });
  const open = await told();
  expect(open.map(({ to }) => to)).toEqual([["dora"], ["dora"], ["dora"]]);
  expect(open.some(({ question }) => question.text.includes('removed the operator "carl"'))).toBe(
    true,
  );
  for (const { id } of theirs) {
    expect((await house.owner.show({ id })).request).toMatchObject({
      status: "cancelled",
      reason: "The owner it was for was removed.",
      closedBy: { name: "ana" },
    });
  }
  const cancelled = await house.eventsOf("request.cancelled");
  expect(cancelled.map(({ subject }) => subject).sort()).toEqual(theirs.map(({ id }) => id).sort());
});

test("an owner takes back what tells somebody whom nothing lets in any more; nobody else does", async () => {
  await house.owner.addOperator({ name: "sock" });
  const id = (await told()).find(({ to }) => to.includes("carl"))?.id ?? "req_none";
  const ben = await house.enter("ben");
  const { items } = await house.owner.listKeys();
  const carls = items.findLast(({ principal }) => principal.name === "carl");
  await house.owner.revokeKey({ id: carls?.key.id ?? "key_none" });
  await expect(ben.earshot.answer({ id, answer: { choice: SEEN } })).rejects.toMatchObject({
    code: "NOT_ALLOWED",
    message: `${id} tells carl what was done; they can no longer sign in, and only an owner can take it back.`,
  });
  expect(await third.cancel({ id, reason: "Carl is gone." })).toMatchObject({
    status: "cancelled",
    closedBy: { name: "dora" },
  });
});

async function principalOf(name: string) {
  const { items } = await house.owner.listOperators();
  const one = items.find(({ principal }) => principal.name === name);
  if (one === undefined) throw new Error(`Nobody is called ${name}.`);
  return one.principal;
}

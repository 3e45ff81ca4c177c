import { expect, test } from "vitest";
import type { PrincipalId, RequestId } from "../../../src/domain/id.ts";
import type { Claim, Split } from "../../../src/domain/inbox/inbox.ts";
import { present } from "../../../src/domain/present.ts";
import type { OpenAuthorization, Request } from "../../../src/domain/requests/request.ts";
import type { InboxQuery } from "../../../src/ports/store/inbox-reader.ts";
import type { InboxNote, Write } from "../../../src/ports/store/store.ts";
import {
  aDemand,
  anAction,
  anActor,
  anAuthorization,
  anId,
  anOpenAuthorization,
  anOpenRequest,
  answeredWith,
  approvedBy,
  aVoteFor,
} from "../../../src/testing/builders.ts";
import { AT, OTHER, type StoreUnderTest } from "./store-under-test.ts";

const NOON = "2026-01-01T12:00:00.000Z";
const EVENING = "2026-01-01T18:00:00.000Z";

function atLevel(
  level: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL",
  over: Partial<OpenAuthorization> = {},
): OpenAuthorization {
  const authorization = anAuthorization({ action: anAction({ level, toolSchemaHash: "h" }) });
  return anOpenAuthorization({ authorization, ...over });
}

function votedBy(request: OpenAuthorization, principal: PrincipalId): OpenAuthorization {
  const { authorization, version } = request;
  const votes = [aVoteFor(request, { by: anActor({ principal }) })];
  return { ...request, authorization: { ...authorization, votes }, version: version + 1 };
}

export function inboxFacts(under: StoreUnderTest): void {
  const ana: InboxQuery["operator"] = { id: anId("prn"), name: "ana", role: "owner" };
  const ben: InboxQuery["operator"] = { id: anId("prn"), name: "ben", role: "approver" };
  const change = (...writes: readonly Write[]) => ({ workspace: "default", writes, events: [] });
  const elsewhere = (write: Write) => ({ workspace: OTHER, writes: [write], events: [] });
  const make = (request: Request) => ({
    ...change({ type: "request.insert", request }),
    workspace: request.workspace,
  });
  const update = (request: Request) => change({ type: "request.update", request });
  const snooze = (request: RequestId, until?: string, operator = ana.id) =>
    change({ type: "snooze.put", request, operator, ...present({ until }) });
  const list = async (split: Split, over: Partial<InboxQuery> = {}) => {
    const query = { workspace: "default", operator: ana, split, now: NOON, limit: 50, ...over };
    return (await under.store.listInbox(query)).map(({ request: _, ...row }) => row);
  };
  const ids = async (split: Split, over: Partial<InboxQuery> = {}) =>
    (await list(split, over)).map(({ id }) => id);
  const counts = (over: Partial<Omit<InboxQuery, "split" | "limit">> = {}) =>
    under.store.countInbox({ workspace: "default", operator: ana, now: NOON, ...over });
  const note = (request: RequestId, at = AT, operator = ana): InboxNote => ({
    request,
    operator: operator.id,
    name: operator.name,
    at,
  });
  /** Reads pages of `size` until there are no more. */
  async function pages(split: Split, size: number): Promise<readonly RequestId[]> {
    const all: RequestId[] = [];
    for (let page = await list(split, { limit: size }); page.length > 0; ) {
      all.push(...page.map(({ id }) => id));
      const after = page.at(-1);
      page = await list(split, { limit: size, ...present({ after }) });
    }
    return all;
  }

  test("what needs somebody comes by level, then by its end, then by age, in pages of any size", async () => {
    const end = (hour: number) => ({ expiresAt: `2026-01-02T0${hour}:00:00.000Z` });
    const low = atLevel("LOW", end(1));
    const [open, soon, late] = [anOpenRequest(), anOpenRequest(end(1)), atLevel("MEDIUM", end(2))];
    const [first, second] = [atLevel("HIGH", end(3)), atLevel("HIGH", end(3))];
    const critical = atLevel("CRITICAL", end(4));
    const newest = anOpenRequest();
    await under.store.commit([low, open, soon, late, first, second, critical, newest].map(make));
    const expected = [critical, first, second, soon, late, open, newest, low].map(({ id }) => id);
    await under.reopen();
    for (const size of [1, 2, 3, 50]) expect(await pages("needs_me", size)).toEqual(expected);
    expect(await ids("needs_me", { workspace: OTHER })).toEqual([]);
  });

  test("a level that an edit changes changes the place", async () => {
    const [one, two] = [atLevel("LOW"), atLevel("MEDIUM")];
    await under.store.commit([one, two].map(make));
    const { authorization } = atLevel("CRITICAL");
    await under.store.commit([update({ ...one, authorization, version: 2 })]);
    expect(await ids("needs_me")).toEqual([one.id, two.id]);
    expect((await list("needs_me"))[0]?.level).toBe("CRITICAL");
  });

  test("nobody is asked again for what they have voted on, until an edit voids the vote", async () => {
    const [voted, other] = [atLevel("HIGH"), atLevel("HIGH")];
    const schema = { properties: { a: { default: { principal: ana.id } } } };
    const told = atLevel("HIGH", {
      authorization: anAuthorization({ argsSchema: schema, reason: `"principal":"${ana.id}"` }),
    });
    await under.store.commit([voted, other, told].map(make));
    const withVote = votedBy(voted, ana.id);
    await under.store.commit([update(withVote), update(votedBy(other, ben.id))]);
    expect(await ids("needs_me")).toEqual([other.id, told.id]);
    expect(await ids("needs_me", { operator: ben })).toEqual([voted.id, told.id]);
    expect((await list("needs_me", { operator: ben }))[0]).toMatchObject({ votes: 1, quorum: 1 });
    expect(await counts()).toMatchObject({ needs_me: 2 });
    const { authorization } = atLevel("HIGH");
    await under.store.commit([update({ ...withVote, authorization, version: 3 })]);
    expect(await ids("needs_me")).toContain(voted.id);
    expect(await counts()).toMatchObject({ needs_me: 3 });
  });

  test("what asks others by name does not need an operator, and what asks anybody does", async () => {
    const [all, mine] = [anOpenRequest(), anOpenRequest({ to: ["ana", "ben"] })];
    await under.store.commit([all, mine, anOpenRequest({ to: ["joana", "an"] })].map(make));
    expect(await ids("needs_me")).toEqual([all.id, mine.id]);
    expect(await counts()).toEqual({ needs_me: 2, others: 0, waiting: 0, snoozed: 0 });
  });

  test("what others decide, by name or by role, does not need an operator", async () => {
    const decidedBy = (names: readonly string[], roles: readonly ("owner" | "approver")[] = []) => {
      const demand = aDemand({ approvers: { names, roles } });
      return anOpenAuthorization({ authorization: anAuthorization({ demand }) });
    };
    const byName = decidedBy(["ben", "ana"]);
    const byRole = decidedBy(["joana"], ["owner"]);
    const byOther = decidedBy(['x"ana"', "an"], ["approver"]);
    const byNobody = decidedBy([]);
    await under.store.commit([byName, byRole, byOther, byNobody].map(make));
    expect(await ids("needs_me")).toEqual([byName.id, byRole.id, byNobody.id]);
    expect(await counts()).toMatchObject({ needs_me: 3 });
    expect(await ids("needs_me", { operator: ben })).toEqual([byName.id, byOther.id, byNobody.id]);
    expect(await counts({ operator: ben })).toMatchObject({ needs_me: 3 });
  });

  test("what somebody else has to decide stands apart: by one's own agents, or with one's vote", async () => {
    const own = atLevel("HIGH");
    const [theirs, voted, asked] = [atLevel("LOW"), atLevel("LOW"), anOpenRequest()];
    const ownQuestion = anOpenRequest({ agent: own.agent });
    const put = atLevel("LOW", { agent: own.agent });
    await under.store.commit([own, theirs, voted, asked, ownQuestion, put].map(make));
    await under.store.commit([update(votedBy(voted, ana.id)), snooze(put.id, EVENING)]);
    const ownAgents = [own.agent, anId("prn")];
    const mine = [asked.id, ownQuestion.id, theirs.id];
    expect(await ids("needs_me", { ownAgents })).toEqual(mine);
    expect(await ids("others", { ownAgents })).toEqual([own.id, voted.id]);
    expect(await counts({ ownAgents })).toEqual({ needs_me: 3, others: 2, waiting: 0, snoozed: 1 });
    const later = { ownAgents, now: EVENING };
    expect(await counts(later)).toEqual({ needs_me: 3, others: 3, waiting: 0, snoozed: 0 });
    // A sole owner decides for their own agents.
    expect(await ids("others")).toEqual([voted.id]);
    expect(await counts()).toMatchObject({ needs_me: 4, others: 1 });
    expect(await counts({ operator: ben })).toMatchObject({ needs_me: 6, others: 0 });
  });

  test("what an operator snoozes is away from their inbox alone, until then", async () => {
    const [one, two, closed] = [anOpenRequest(), anOpenRequest(), anOpenRequest()];
    await under.store.commit([one, two, closed].map(make));
    await under.store.commit([
      snooze(one.id, "2026-01-01T13:00:00.000Z"),
      snooze(one.id, EVENING),
      snooze(two.id, NOON),
      snooze(closed.id, EVENING),
      update(answeredWith(closed, "x")),
      elsewhere({ type: "snooze.put", request: two.id, operator: ana.id, until: EVENING }),
    ]);
    await under.reopen();
    expect(await ids("snoozed")).toEqual([one.id]);
    expect((await list("snoozed"))[0]?.snoozedUntil).toBe(EVENING);
    expect(await ids("needs_me")).toEqual([two.id]);
    expect(await counts()).toEqual({ needs_me: 1, others: 0, waiting: 0, snoozed: 1 });
    expect(await ids("needs_me", { operator: ben })).toEqual([one.id, two.id]);
    expect(await ids("needs_me", { now: EVENING })).toEqual([one.id, two.id]);
    expect(await counts({ now: EVENING })).toEqual({
      needs_me: 2,
      others: 0,
      waiting: 0,
      snoozed: 0,
    });
    const place = { workspace: "default", request: one.id, operator: ana.id };
    expect(await under.store.findSnooze(place)).toBe(EVENING);
    await under.store.commit([snooze(one.id), snooze(one.id)]);
    expect(await under.store.findSnooze(place)).toBeUndefined();
    expect(await ids("snoozed")).toEqual([]);
  });

  test("what has closed waits while the agent's mailbox holds it, and is done then", async () => {
    const agent = anId("prn");
    const asked = [1, 2, 3, 4].map(() => anOpenRequest({ agent }));
    const [first, second, third] = asked.map((request) => answeredWith(request, "x"));
    if (first === undefined || second === undefined || third === undefined) throw new Error("few");
    const ref = (item: RequestId) => ({ workspace: "default", agent, item });
    const message = { workspace: "default", agent, item: anId("msg"), readyAt: AT };
    await under.store.commit([
      ...asked.map((request) =>
        change(
          { type: "request.insert", request },
          { type: "mailbox.put", entry: ref(request.id) },
        ),
      ),
      change({ type: "mailbox.put", entry: message }),
      ...[first, second, third].map((request) =>
        change(
          { type: "request.update", request },
          { type: "mailbox.ready", ref: ref(request.id), readyAt: AT },
        ),
      ),
    ]);
    expect(await pages("waiting", 2)).toEqual([third.id, second.id, first.id]);
    expect(await counts()).toMatchObject({ needs_me: 1, waiting: 3 });
    await under.store.commit(
      [first, third].map(({ id }) => change({ type: "mailbox.acknowledge", ref: ref(id) })),
    );
    const approved = approvedBy(atLevel("HIGH"));
    await under.store.commit([make(approved)]);
    await under.reopen();
    expect(await ids("waiting")).toEqual([second.id]);
    expect(await pages("done", 1)).toEqual([approved.id, third.id, first.id]);
    expect(await counts()).toMatchObject({ needs_me: 1, waiting: 1 });
    expect(await counts({ workspace: OTHER })).toEqual({
      needs_me: 0,
      others: 0,
      waiting: 0,
      snoozed: 0,
    });
  });

  test("a row of the inbox tells what there is to choose by, and not the whole", async () => {
    const text = `${"😀".repeat(150)}${"ä".repeat(100)}`;
    const question = anOpenRequest({ to: ["ana"], question: { text, form: { kind: "text" } } });
    const request = atLevel("HIGH");
    const approved = approvedBy(request);
    const claim: Claim = { by: anActor(), at: AT };
    await under.store.commit([
      ...[question, approved].map(make),
      change({ type: "claim.put", request: question.id, claim }),
      change({ type: "delivery.seen", delivery: note(question.id, NOON) }),
    ]);
    const { id, agent, agentName, conversation } = question;
    const row = {
      id,
      kind: "question",
      status: "open",
      agent,
      agentName,
      conversation,
      createdAt: AT,
      to: ["ana"],
      title: `${"😀".repeat(150)}${"ä".repeat(50)}`,
      claim,
    };
    expect(await list("needs_me")).toEqual([{ ...row, seenAt: NOON }]);
    expect(await list("needs_me", { operator: { ...ben, name: "ana" } })).toEqual([row]);
    const { digest, action } = approved.authorization;
    expect(await list("done")).toEqual([
      {
        id: approved.id,
        kind: "authorization",
        status: "approved",
        agent: approved.agent,
        agentName: "scout",
        conversation: approved.conversation,
        createdAt: AT,
        to: [],
        title: "",
        level: "HIGH",
        tool: action.tool,
        decisive: {
          args: [
            { at: "/to", role: "target", value: "a@example.org", entries: 1 },
            { at: "/subject", role: "name", value: "Hello ✓" },
          ],
          more: 0,
        },
        said: approved.authorization.reason,
        digest,
        toolSchemaHash: "h",
        quorum: 1,
        votes: 1,
        expiresAt: approved.expiresAt,
        closedAt: AT,
        closedBy: approved.closedBy,
        usableUntil: approved.collectBy,
      },
    ]);
  });

  test("a request is noted as sent once, and as seen once, for each operator", async () => {
    const { id } = anOpenRequest();
    const sent = (at: string, operator = ana) =>
      change({ type: "delivery.sent", delivery: note(id, at, operator) });
    const seen = (at: string, operator = ana) =>
      change({ type: "delivery.seen", delivery: note(id, at, operator) });
    expect(
      await under.outcomes([sent(AT), sent(NOON), seen(NOON), seen(EVENING), sent(EVENING)]),
    ).toEqual(["committed", "committed", "committed", "conflict", "committed"]);
    await under.store.commit([seen(EVENING, ben)]);
    const again = await under.reopen();
    const base = { channel: "inbox", status: "seen" } as const;
    expect(await again.listDeliveries("default", id)).toEqual([
      { ...base, operator: ana.id, name: "ana", sentAt: AT, seenAt: NOON },
      { ...base, operator: ben.id, name: "ben", sentAt: EVENING, seenAt: EVENING },
    ]);
    expect(await again.listDeliveries(OTHER, id)).toEqual([]);
  });

  test("one operator holds a request, and it goes over from the one who does", async () => {
    const { id } = anOpenRequest();
    const claimOf = (operator: typeof ana): Claim => ({
      by: { principal: operator.id, name: operator.name, via: "inbox" },
      at: AT,
    });
    const put = (operator: typeof ana, former?: PrincipalId) =>
      change({ type: "claim.put", request: id, claim: claimOf(operator), ...present({ former }) });
    const remove = (by: PrincipalId) => change({ type: "claim.remove", request: id, by });
    expect(await under.outcomes([put(ben, ana.id), put(ana), put(ben), put(ben, ben.id)])).toEqual([
      "conflict",
      "committed",
      "conflict",
      "conflict",
    ]);
    expect(await under.store.findClaim("default", id)).toEqual(claimOf(ana));
    expect(await under.outcomes([put(ben, ana.id), remove(ana.id)])).toEqual([
      "committed",
      "conflict",
    ]);
    const again = await under.reopen();
    expect(await again.findClaim("default", id)).toEqual(claimOf(ben));
    expect(await again.findClaim(OTHER, id)).toBeUndefined();
    expect(await under.outcomes([remove(ben.id), remove(ben.id), put(ana)])).toEqual([
      "committed",
      "conflict",
      "committed",
    ]);
  });
}

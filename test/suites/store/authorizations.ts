import { expect, test } from "vitest";
import type { Level } from "../../../src/domain/authority/action.ts";
import { formatId, type RequestId } from "../../../src/domain/id.ts";
import { present } from "../../../src/domain/present.ts";
import type {
  AuthorizationRequest,
  OpenAuthorization,
  Request,
} from "../../../src/domain/requests/request.ts";
import { toTimestamp } from "../../../src/domain/timestamp.ts";
import type { RequestQuery } from "../../../src/ports/store/request-query.ts";
import type { Write } from "../../../src/ports/store/store.ts";
import {
  aDemand,
  anAction,
  anActor,
  anAuthorization,
  anId,
  anOpenAuthorization,
  anOpenRequest,
  answeredWith,
  answering,
  approvedBy,
  asking,
  aVoteFor,
} from "../../../src/testing/builders.ts";
import { AT, OTHER, type StoreUnderTest } from "./store-under-test.ts";

const HOUR_MS = 3_600_000;

/** What becomes of an open authorization that somebody approves but others must approve too. */
function votedOn(request: OpenAuthorization): OpenAuthorization {
  const { authorization } = request;
  const votes = [...authorization.votes, aVoteFor(request)];
  return { ...request, authorization: { ...authorization, votes }, version: request.version + 1 };
}

/** Each way in which an authorization can end, with all optional parts and with none. */
function endsOf(make: () => OpenAuthorization): readonly AuthorizationRequest[] {
  const next = () => ({ ...make(), version: 2, closedAt: AT });
  const by = { closedBy: anActor() };
  const permission = { kind: "permission", permission: anId("per") } as const;
  const rule = { kind: "rule", rule: "reading is free" } as const;
  const people = { kind: "people" } as const;
  return [
    approvedBy(make()),
    { ...next(), status: "approved", basis: permission, collectBy: AT, ...by },
    { ...next(), status: "approved", basis: rule, collectBy: AT },
    { ...next(), status: "rejected", basis: people, reason: "Not today.", ...by },
    { ...next(), status: "rejected", basis: rule },
    { ...next(), status: "cancelled", reason: "moot", ...by },
    { ...next(), status: "cancelled", ...by },
    { ...next(), status: "expired" },
  ];
}

/** With every part that an authorization can have. */
function aFullOne(): OpenAuthorization {
  const action = anAction({
    session: "run-1",
    toolSchemaHash: "a".repeat(64),
    args: { zebra: 1, 'a"b': [null, true, { deep: "✓" }], token: { $secret: "x" } },
    resources: [{ uri: "file:///a", sha256: "b".repeat(64) }],
    level: "CRITICAL",
  });
  const request = anOpenAuthorization({
    agent: action.agent,
    to: ["ana"],
    authorization: anAuthorization({
      action,
      onBehalfOf: "ben",
      argsSchema: { type: "object" },
      secrets: ["/token"],
      toolChanged: true,
      edit: {
        by: anActor(),
        at: AT,
        args: { zebra: 2 },
        digest: "c".repeat(64),
        patch: [{ op: "replace", path: "/zebra", value: 1 }],
      },
    }),
  });
  const proofs = { hand: "unattended", soleOperator: true, steppedUp: true } as const;
  const votes = [aVoteFor(request, proofs)];
  return { ...request, authorization: { ...request.authorization, votes } };
}

export function authorizationFacts(under: StoreUnderTest): void {
  const change = (...writes: readonly Write[]) => ({ workspace: "default", writes, events: [] });
  const update = (request: Request) => change({ type: "request.update", request });
  const find = (request: Request) => under.store.findRequest(request.workspace, request.id);
  const make = (request: Request, sealed?: string) =>
    change({ type: "request.insert", request, ...present({ sealed }) });
  const ids = async (query: Partial<RequestQuery>) => {
    const all = { workspace: "default", order: "oldest", limit: 10 } as const;
    return (await under.store.listRequests({ ...all, ...query })).map(({ id }) => id);
  };

  test("an authorization is read back as it was, open or however it ended", async () => {
    const open = [anOpenAuthorization(), aFullOne()];
    const ends = [...endsOf(anOpenAuthorization), ...endsOf(aFullOne)];
    await under.store.commit([...open, ...ends].map((request) => make(request)));
    const again = await under.reopen();
    for (const request of [...open, ...ends]) {
      expect(await again.findRequest("default", request.id)).toEqual(request);
    }
    const listed = await again.listRequests({ workspace: "default", order: "oldest", limit: 100 });
    const all = [...open, ...ends].sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(listed).toEqual(all);
  });

  test("an authorization that ends later is read back as it ended", async () => {
    const begun = new Map<string, OpenAuthorization>();
    const ends = endsOf(() => {
      const request = aFullOne();
      begun.set(request.id, request);
      return request;
    });
    await under.store.commit([...begun.values()].map((request) => make(request)));
    const inTime = ends.filter(({ status }) => status !== "expired");
    expect(await under.outcomes(inTime.map(update))).toEqual(inTime.map(() => "committed"));
    const expired = ends.filter(({ status }) => status === "expired");
    for (const request of expired) {
      await under.at(request.expiresAt ?? AT);
      expect(await under.outcomes([update(request)])).toEqual(["committed"]);
    }
    await under.reopen();
    for (const request of ends) expect(await find(request)).toEqual(request);
  });

  test("the names of an action's arguments come back in their order", async () => {
    const request = aFullOne();
    await under.store.commit([make(request)]);
    const found = await (await under.reopen()).findRequest("default", request.id);
    if (found?.kind !== "authorization") throw new Error("It is no authorization any more.");
    const text = (of: AuthorizationRequest) => JSON.stringify(of.authorization.action);
    expect(text(found)).toBe(text(request));
  });

  test("of two votes on one version one counts, also within one batch", async () => {
    const request = anOpenAuthorization();
    await under.store.commit([make(request)]);
    const [first, second] = [votedOn(request), votedOn(request)];
    expect(await under.outcomes([update(first), update(second)])).toEqual([
      "committed",
      "conflict",
    ]);
    expect(await under.outcomes([update(second)])).toEqual(["conflict"]);
    await under.reopen();
    expect(await find(request)).toEqual(first);
    const last = approvedBy(first);
    expect(await under.outcomes([update(last)])).toEqual(["committed"]);
    expect(await find(request)).toEqual(last);
  });

  test("an edit replaces the action and voids the votes", async () => {
    const request = votedOn(anOpenAuthorization());
    await under.store.commit([make(request)]);
    const { authorization } = aFullOne();
    const edited = { ...request, authorization, version: request.version + 1 };
    expect(await under.outcomes([update(edited)])).toEqual(["committed"]);
    await under.reopen();
    expect(await find(request)).toEqual(edited);
  });

  test("where a request was asked is read by itself, and stays when the request changes", async () => {
    const [request, other] = [anOpenAuthorization(), anOpenAuthorization()];
    const trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    const insert = change({ type: "request.insert", request, trace });
    await under.store.commit([insert, make(other)]);
    await under.store.commit([update(approvedBy(request))]);
    await under.reopen();
    expect(await under.store.findTrace("default", request.id)).toBe(trace);
    expect(await under.store.findTrace("default", other.id)).toBeUndefined();
    expect(await under.store.findTrace(OTHER, request.id)).toBeUndefined();
  });

  test("what was sealed is read by itself, and stays when the request changes", async () => {
    const [request, other] = [anOpenAuthorization(), anOpenAuthorization()];
    await under.store.commit([make(request, "sealed text"), make(other)]);
    await under.store.commit([update(approvedBy(request))]);
    await under.reopen();
    expect(await under.store.findSealed("default", request.id)).toBe("sealed text");
    expect(await under.store.findSealed("default", other.id)).toBeUndefined();
    expect(await under.store.findSealed(OTHER, request.id)).toBeUndefined();
  });

  test("requests are listed by kind, by rule and by age", async () => {
    const agent = anId("prn");
    const at = (hour: number) => `2026-01-01T0${hour}:00:00.000Z`;
    const by = (rule: string, hour: number) => {
      const authorization = anAuthorization({ demand: aDemand({ rule }) });
      return anOpenAuthorization({ agent, authorization, createdAt: at(hour) });
    };
    const question = anOpenRequest({ agent, createdAt: at(1) });
    const [early, late, other] = [by("small", 2), by("small", 4), by("large", 5)];
    const foreign = anOpenAuthorization({ workspace: OTHER });
    await under.store.commit([question, early, late, other].map((each) => make(each)));
    await under.store.commit([asking(foreign), update(approvedBy(late))]);
    expect(await ids({ kind: "question" })).toEqual([question.id]);
    expect(await ids({ kind: "authorization" })).toEqual([early.id, late.id, other.id]);
    expect(await ids({ kind: "authorization", status: "open" })).toEqual([early.id, other.id]);
    expect(await ids({ rule: "small" })).toEqual([early.id, late.id]);
    expect(await ids({ rule: "small", agent, since: at(4) })).toEqual([late.id]);
    expect(await ids({ since: at(2), agent: anId("prn") })).toEqual([]);
    const sought = { kind: "authorization", agent, since: at(2) } as const;
    expect(await ids({ ...sought, order: "newest", limit: 2 })).toEqual([other.id, late.id]);
    expect(await ids({ ...sought, order: "newest", after: late.id })).toEqual([early.id]);
    expect(await ids({ ...sought, after: early.id })).toEqual([late.id, other.id]);
  });

  test("requests are listed by when they were asked, a page at a time", async () => {
    const agent = anId("prn");
    const begin = Date.UTC(2026, 2, 1);
    const asked = Array.from({ length: 6 }, (_, index) =>
      anOpenRequest({
        agent,
        createdAt: toTimestamp(begin + index * HOUR_MS),
        id: formatId("req", begin + index * HOUR_MS, { high: 0, low: index }),
      }),
    );
    await under.store.commit(asked.map((each) => make(each)));
    await under.store.commit(
      asked.slice(0, 3).map((each) => answering(answeredWith(each, "Yes."))),
    );
    const [, first, second, third, last] = asked.map(({ id }) => id);
    const span = { from: toTimestamp(begin + HOUR_MS), before: toTimestamp(begin + 5 * HOUR_MS) };
    expect(await ids({ span })).toEqual([first, second, third, last]);
    expect(await ids({ span, agent, limit: 2 })).toEqual([first, second]);
    expect(await ids({ span, agent, limit: 2, after: second as RequestId })).toEqual([third, last]);
    expect(await ids({ span, status: "answered", order: "newest" })).toEqual([second, first]);
    expect(await ids({ span, status: "open", kind: "question" })).toEqual([third, last]);
    expect(await ids({ span: { from: span.before } })).toEqual([asked[5]?.id]);
    expect(await ids({ span: { before: span.from }, kind: "question", agent })).toEqual([
      asked[0]?.id,
    ]);
  });

  test("open authorizations are counted, of all agents and of one", async () => {
    const agent = anId("prn");
    const [one, two] = [anOpenAuthorization({ agent }), anOpenAuthorization({ agent })];
    await under.store.commit([
      ...[one, two, anOpenAuthorization(), anOpenRequest({ agent })].map((each) => make(each)),
      asking(anOpenAuthorization({ workspace: OTHER, agent })),
      update(approvedBy(two)),
    ]);
    expect(await under.store.countOpenAuthorizations("default")).toBe(2);
    expect(await under.store.countOpenAuthorizations("default", agent)).toBe(1);
    expect(await under.store.countOpenAuthorizations(OTHER)).toBe(1);
    expect(await under.store.countOpen("default")).toBe(3);
  });

  test("the oldest open authorization of each level is told, and of no level that has none", async () => {
    const of = (level: Level, createdAt: string) => {
      const asked = anAuthorization({ action: anAction({ level }) });
      const authorization = { ...asked, demand: { ...asked.demand, level } };
      return anOpenAuthorization({ createdAt, authorization });
    };
    const at = (day: number) => `2026-01-0${day}T00:00:00.000Z`;
    const gone = of("HIGH", at(1));
    await under.store.commit([
      ...[of("LOW", at(4)), gone, of("HIGH", at(3)), of("HIGH", at(2))].map((one) => make(one)),
      make(anOpenRequest({ createdAt: at(1) })),
      update(approvedBy(gone)),
    ]);
    expect([...(await under.store.oldestAuthorizations("default"))].sort()).toEqual([
      ["HIGH", at(2)],
      ["LOW", at(4)],
    ]);
    expect(await under.store.oldestAuthorizations(OTHER)).toEqual(new Map());
  });

  test("erasing an authorization puts what is given in the place of its content", async () => {
    const request = approvedBy(aFullOne());
    await under.store.commit([make(request, "sealed text")]);
    const { digest, demand } = request.authorization;
    const action = { ...request.authorization.action, args: {}, resources: [] };
    const erased: Request = {
      ...request,
      authorization: { action, digest, demand, reason: "", secrets: [], votes: [] },
      version: request.version + 1,
      erasedAt: AT,
    };
    const erase = change({ type: "request.erase", request: erased });
    expect(await under.outcomes([erase, erase])).toEqual(["committed", "conflict"]);
    for (const each of ["as it is", "after a new start"]) {
      if (each === "after a new start") await under.reopen();
      expect(await find(request)).toEqual(erased);
      expect(await under.store.findSealed("default", request.id)).toBeUndefined();
    }
  });

  test("erasing a question puts what is given in the place of its content", async () => {
    const question = anOpenRequest({ to: ["ana"] });
    const answered = answeredWith(question, "a secret");
    await under.store.commit([asking(question), answering(answered)]);
    const erased: Request = {
      ...answered,
      to: [],
      question: { text: "Erased.", form: { kind: "text" } },
      answer: { text: "" },
      version: answered.version + 1,
      erasedAt: AT,
    };
    const erase = change({ type: "request.erase", request: erased });
    expect(await under.outcomes([erase, erase])).toEqual(["committed", "conflict"]);
    await under.reopen();
    expect(await find(question)).toEqual(erased);
  });
}

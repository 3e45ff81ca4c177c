import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type InboxSearch, parseInboxQuery } from "../../src/domain/inbox-query.ts";
import type { OpenQuestion, Request } from "../../src/domain/request.ts";
import { toTimestamp } from "../../src/domain/timestamp.ts";
import type { InboxReader } from "../../src/ports/inbox-reader.ts";
import type { Store, Write } from "../../src/ports/store.ts";
import { createDirectInboxReader } from "../../src/store/sqlite/direct-inbox-reader.ts";
import { createInboxReader } from "../../src/store/sqlite/inbox-reader.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import {
  anAction,
  anActor,
  anAuthorization,
  anId,
  anOpenAuthorization,
  anOpenRequest,
  answeredWith,
  approvedBy,
} from "../../src/testing/builders.ts";

/* What is read beside the serving thread: the same in a thread of its own and in this one. */

const BEGIN = Date.UTC(2026, 0, 1);
const AT = toTimestamp(BEGIN);
const NOW = toTimestamp(BEGIN + 1_800_000);
const ana = anActor({ name: "ana" });

interface Opened {
  readonly store: Store;
  readonly reader: InboxReader;
}

const onFatal = (error: unknown) => {
  throw error;
};
const clock = { now: () => BEGIN };
let folder: string;

const READERS: Readonly<Record<string, () => Promise<Opened>>> = {
  "in a thread": async () => {
    const path = join(folder, "earshot.db");
    const store = await openSqliteStore({ path, clock, onFatal });
    return { store, reader: createInboxReader(path) };
  },
  "on the store's connection": async () => {
    const database = new DatabaseSync(":memory:");
    const store = await openSqliteStore({ path: database, clock, onFatal });
    return { store, reader: createDirectInboxReader(database) };
  },
};

const asked = (text: string, over: Partial<OpenQuestion> = {}) =>
  anOpenRequest({ question: { text, form: { kind: "text" } }, ...over });
const call = (tool: string, args: Record<string, number | string>, agent = anId("prn")) =>
  anOpenAuthorization({
    agent,
    authorization: anAuthorization({ action: anAction({ tool, args, level: "HIGH" }) }),
  });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "earshot-inbox-reader-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe.each(Object.entries(READERS))("the inbox read %s", (_, open) => {
  let store: Store;
  let reader: InboxReader;

  beforeEach(async () => {
    ({ store, reader } = await open());
    await write({ type: "workspace.insert", id: "default", createdAt: AT });
  });
  afterEach(async () => {
    await reader.close();
    await store.close();
  });

  const write = (...writes: readonly Write[]) =>
    store.commit([{ workspace: "default", writes, events: [] }]);
  const make = (...requests: readonly Request[]) =>
    write(...requests.map((request): Write => ({ type: "request.insert", request })));
  const base = { workspace: "default", operator: ana.principal, now: NOW };
  const search = (query: string | InboxSearch, over = {}) =>
    reader.search({
      ...{ ...base, limit: 10, ...over },
      search: typeof query === "string" ? parseInboxQuery(query) : query,
    });
  const found = async (query: string, over = {}) =>
    (await search(query, over)).items.map(({ id }) => id);
  const similar = async (request: Request, limit = 5) =>
    (await reader.similar({ workspace: "default", id: request.id, limit })).map(
      ({ request: { id }, similarity }) => [id, similarity],
    );

  test("words are found wherever they stand, and no sign in them means more than itself", async () => {
    const signs = asked('Is 100% of "a_b" in C:\\temp done!');
    const plain = asked("Is 100 of axb done?");
    const large = asked("ÄRGER mit Größe");
    const pay = call("transfer", { to: "Kim", amount: 12 });
    await make(signs, plain, large, pay);
    for (const word of ["100%", "a_b", '"of ""', "c:\\temp", "done!"]) {
      const words = [word.toLowerCase().replaceAll(/^"|"$/g, "")];
      const ids = (await search({ ...parseInboxQuery(""), words })).items.map(({ id }) => id);
      expect(ids).toEqual([signs.id]);
    }
    expect(await found("DONE 100")).toEqual([plain.id, signs.id]);
    expect(await found("ärger größe")).toEqual([large.id]);
    expect(await found("kim 12 transfer")).toEqual([pay.id]);
    expect(await found("text")).toEqual([]);
    expect(await found("")).toEqual([pay.id, large.id, plain.id, signs.id]);
  });

  test("filters narrow, and pages go on behind the last one", async () => {
    const [one, two] = [asked("Deploy one?"), asked("Deploy two?", { agentName: "ci" })];
    const approved = approvedBy(call("deploy", { to: "x" }), ana);
    await make(one, two, approved);
    await write(
      { type: "claim.put", request: one.id, claim: { by: ana, at: AT } },
      {
        type: "delivery.seen",
        delivery: { request: two.id, operator: ana.principal, name: "ana", at: AT },
      },
      {
        type: "snooze.put",
        request: two.id,
        operator: ana.principal,
        until: toTimestamp(BEGIN * 2),
      },
    );
    expect(await found("deploy kind:question")).toEqual([two.id, one.id]);
    expect(await found("deploy agent:CI")).toEqual([two.id]);
    expect(await found("level:high status:approved by:ANA tool:deploy")).toEqual([approved.id]);
    expect(await found("level:medium")).toEqual([]);
    expect(await found("is:claimed")).toEqual([one.id]);
    expect(await found("is:unseen status:open")).toEqual([one.id]);
    expect(await found("is:snoozed")).toEqual([two.id]);
    expect(await found("deploy", { limit: 1 })).toEqual([approved.id]);
    expect(await found("deploy", { limit: 1, after: approved.id })).toEqual([two.id]);
    expect(await found("deploy", { workspace: "other" })).toEqual([]);
    expect((await search("is:claimed")).items[0]).toMatchObject({
      ...{ title: "Deploy one?", claim: { by: ana, at: AT } },
    });
  });

  test("similar are earlier ones that people have decided, the same and the agent's own first", async () => {
    const agent = anId("prn");
    const foreign = answeredWith(asked("Which database?"), "staging");
    const own = answeredWith(asked("which  database?", { agent }), "production");
    const alike = answeredWith(asked("Which database now?", { agent }), "x");
    const other = answeredWith(asked("Shall I stop?", { agent }), "no");
    const open = asked("Which database?", { agent });
    const asking = asked("Which database?", { agent });
    const later = answeredWith(asked("Which database?"), "later");
    await make(foreign, own, alike, other, open, asking, later);
    expect(await similar(asking)).toEqual([
      ...[
        [own.id, 1],
        [foreign.id, 1],
      ],
      [alike.id, 0.8],
    ]);
    expect(await similar(asking, 1)).toEqual([[own.id, 1]]);
    expect(await similar({ ...asking, id: anId("req") })).toEqual([]);
  });

  test("of authorizations those of the same tool are similar, but not what a rule has decided", async () => {
    const same = approvedBy(call("pay", { to: "kim", amount: 1 }));
    const near = approvedBy(call("pay", { to: "kim", amount: 2 }));
    const other = approvedBy(call("mail", { to: "kim", amount: 1 }));
    const byRule: Request = {
      ...approvedBy(call("pay", { to: "kim", amount: 1 })),
      basis: { kind: "rule", rule: "small" },
    };
    const asking = call("pay", { to: "kim", amount: 1 });
    await make(same, near, other, byRule, asking);
    expect(await similar(asking)).toEqual([
      [same.id, 1],
      [near.id, 1 / 3],
    ]);
  });

  test("insights count what was decided, by whom, and how soon", async () => {
    const closedAt = toTimestamp(BEGIN + 5_000);
    const answered = { ...answeredWith(asked("Which?"), "x"), closedAt, closedBy: ana };
    const approved = { ...approvedBy(call("pay", { to: "kim" }), ana), closedAt };
    const edited = {
      ...approved,
      id: anId("req"),
      authorization: {
        ...approved.authorization,
        edit: { by: ana, at: AT, args: {}, digest: "d", patch: [] },
      },
    };
    const byRule: Request = {
      ...approvedBy(call("read", { to: "kim" })),
      basis: { kind: "rule", rule: "small" },
    };
    const { closedBy: _closedBy, collectBy: _collectBy, basis: _basis, ...rest } = approved;
    const expired: Request = { ...rest, id: anId("req"), status: "expired" };
    const old = asked("Old?", { createdAt: toTimestamp(BEGIN - 1) });
    await make(answered, approved, edited, byRule, expired, old);
    const seenAt = toTimestamp(BEGIN + 4_000);
    const delivery = { operator: ana.principal, name: "ana", at: seenAt };
    await write({ type: "delivery.seen", delivery: { ...delivery, request: answered.id } });
    const insights = await reader.insights({ workspace: "default", since: AT });
    const none = { answered: 0, approved: 0, edited: 0, rejected: 0, expired: 0, cancelled: 0 };
    expect(insights.outcomes).toEqual([
      { ...none, tool: "pay", level: "HIGH", approved: 2, edited: 1, expired: 1 },
      { ...none, tool: "question", level: "QUESTION", answered: 1 },
      { ...none, tool: "read", level: "HIGH", approved: 1 },
    ]);
    expect(insights.answerTimes.map(({ level, count, ms }) => [level, count, ms.at(50)])).toEqual([
      ["QUESTION", 1, 5_000],
      ["HIGH", 2, 5_000],
    ]);
    expect(insights.interruptions).toEqual([{ at: AT, count: 4 }]);
    expect(insights.dwell).toMatchObject({ decided: 1, underTwoSeconds: 1 });
  });
});

test("a search that ends before all was looked at says where it goes on", async () => {
  const database = new DatabaseSync(":memory:");
  const store = await openSqliteStore({ path: database, clock, onFatal });
  const reader = createDirectInboxReader(database, 2);
  const requests = ["Old one?", "Or this?", "Or that?", "Old two?"].map((text) => asked(text));
  const inserts = requests.map((request): Write => ({ type: "request.insert", request }));
  const workspace: Write = { type: "workspace.insert", id: "default", createdAt: AT };
  await store.commit([{ workspace: "default", writes: [workspace, ...inserts], events: [] }]);
  const [one, , third, two] = requests.map(({ id }) => id);
  const base = { workspace: "default", operator: ana.principal, now: NOW, limit: 2 };
  const search = parseInboxQuery("old");
  const page = async (after?: typeof one) => {
    const { items, lookedTo } = await reader.search({
      ...{ ...base, search },
      ...(after === undefined ? {} : { after }),
    });
    return { ids: items.map(({ id }) => id), lookedTo };
  };
  expect(await page()).toEqual({ ids: [two], lookedTo: third });
  expect(await page(third)).toEqual({ ids: [one], lookedTo: undefined });
  await reader.close();
  await store.close();
});

test("a read that fails says so, and the next one begins anew", async () => {
  const path = join(folder, "later.db");
  const reader = createInboxReader(path);
  const look = () => reader.insights({ workspace: "default", since: AT });
  await expect(look()).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  expect(existsSync(path)).toBe(false);
  const store = await openSqliteStore({ path, clock, onFatal });
  expect((await look()).outcomes).toEqual([]);
  await reader.close();
  await expect(look()).rejects.toMatchObject({ code: "SHUTTING_DOWN" });
  await store.close();
});

test("a read that is under way when it closes is told", async () => {
  const path = join(folder, "earshot.db");
  const store = await openSqliteStore({ path, clock, onFatal });
  const reader = createInboxReader(path);
  const under = expect(reader.insights({ workspace: "default", since: AT })).rejects.toMatchObject({
    code: "STORE_UNAVAILABLE",
  });
  await reader.close();
  await under;
  await store.close();
});

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { formatId } from "../../src/domain/id.ts";
import { type InboxSearch, parseInboxQuery } from "../../src/domain/inbox/inbox-query.ts";
import type {
  OpenAuthorization,
  OpenQuestion,
  Request,
} from "../../src/domain/requests/request.ts";
import { toTimestamp } from "../../src/domain/timestamp.ts";
import type { InboxReader } from "../../src/ports/store/inbox-reader.ts";
import type { Store, Write } from "../../src/ports/store/store.ts";
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

/* What is read of the inbox beside the serving thread: the same over every store. */

export const BEGIN = Date.UTC(2026, 0, 1);
export const AT = toTimestamp(BEGIN);
export const NOW = toTimestamp(BEGIN + 1_800_000);
export const ana = anActor({ name: "ana" });

export interface OpenedReader {
  readonly store: Store;
  readonly reader: InboxReader;
  /** Of both. */
  close(): Promise<void>;
}

export const asked = (text: string, over: Partial<OpenQuestion> = {}) =>
  anOpenRequest({ question: { text, form: { kind: "text" } }, ...over });
const call = (tool: string, args: Record<string, number | string>, agent = anId("prn")) =>
  anOpenAuthorization({
    agent,
    authorization: anAuthorization({ action: anAction({ tool, args, level: "HIGH" }) }),
  });

export function describeInboxReader(name: string, open: () => Promise<OpenedReader>): void {
  describe(`the inbox read ${name}`, () => {
    let opened: OpenedReader;
    let store: Store;
    let reader: InboxReader;

    beforeEach(async () => {
      opened = await open();
      ({ store, reader } = opened);
      await write({ type: "workspace.insert", id: "default", createdAt: AT });
    });
    afterEach(() => opened.close());

    const write = (...writes: readonly Write[]) =>
      store.commit([{ workspace: "default", writes, events: [] }]);
    const make = (...requests: readonly Request[]) =>
      write(...requests.map((request): Write => ({ type: "request.insert", request })));
    const base = { workspace: "default", operator: ana.principal, now: NOW };
    const parse = (query: string) => parseInboxQuery(query, { now: NOW });
    const search = (query: string | InboxSearch, over = {}) =>
      reader.search({
        ...base,
        limit: 10,
        ...over,
        search: typeof query === "string" ? parse(query) : query,
      });
    const found = async (query: string, over = {}) =>
      (await search(query, over)).items.map(({ id }) => id);
    const similar = async (request: Request, limit = 5) =>
      (await reader.similar({ workspace: "default", id: request.id, limit })).similar.map(
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
        const ids = (await search({ ...parse(""), words })).items.map(({ id }) => id);
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
        title: "Deploy one?",
        claim: { by: ana, at: AT },
      });
    });

    test("what was asked in a time is looked for there alone", async () => {
      const hours = Array.from({ length: 5 }, (_, index) => {
        const ms = BEGIN - (5 - index) * 3_600_000;
        const id = formatId("req", ms, { high: 0, low: index });
        return asked("Deploy?", { id, createdAt: toTimestamp(ms) });
      });
      await make(...hours);
      const [first, , third, fourth] = hours.map(({ id }) => id);
      const middle = "deploy since:2025-12-31T21:00 until:2025-12-31T22:30";
      expect(await search(middle)).toMatchObject({ items: [{ id: fourth }, { id: third }] });
      expect(await search(middle)).not.toHaveProperty("lookedTo");
      expect(await found(middle, { after: fourth })).toEqual([third]);
      expect(await found(middle, { after: first })).toEqual([]);
      expect(await found("since:today")).toEqual([]);
      expect(await found("deploy until:2025-12-31 since:2025-12-31", { limit: 1 })).toEqual([
        hours[4]?.id,
      ]);
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
        [own.id, 1],
        [foreign.id, 1],
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

    test("another command, statement or text is like none, and the same one is", async () => {
      const read = approvedBy(call("run_sql", { db: "shop", sql: "SELECT 1" }), ana);
      const asking = call("run_sql", { db: "shop", sql: "UPDATE orders SET a = 1" });
      const again = call("run_sql", { db: "stage", sql: "SELECT 1" });
      await make(read, asking, again);
      expect(await similar(asking)).toEqual([]);
      expect(await similar(again)).toEqual([[read.id, 1 / 3]]);
    });

    test("the one by which the same was approved is found, however many came since", async () => {
      const first = approvedBy(call("refund", { order: "8841", amount: 300 }), ana);
      const since = Array.from({ length: 120 }, (_, n) =>
        approvedBy(call("refund", { order: `1${n}`, amount: n }), ana),
      );
      const asking = call("refund", { order: "8841", amount: 20 });
      await make(first, ...since, asking);
      const { already } = await reader.similar({
        workspace: "default",
        id: asking.id,
        limit: 1,
      });
      expect(already?.request.id).toBe(first.id);
      expect(already?.subjects).toEqual(["/order"]);
    });

    test("earlier are the last of its agent and tool that people have decided, newest first", async () => {
      const agent = anId("prn");
      const own = Array.from({ length: 7 }, (_, n) =>
        approvedBy(call("pay", { amount: n }, agent)),
      );
      const others = [
        approvedBy(call("pay", { amount: 1 })),
        approvedBy(call("mail", { amount: 1 }, agent)),
      ];
      const asking = call("pay", { amount: 9 }, agent);
      await make(...own, ...others, asking);
      const { earlier } = await reader.similar({ workspace: "default", id: asking.id, limit: 1 });
      expect(earlier.map(({ id }) => id)).toEqual(
        own
          .toReversed()
          .slice(0, 5)
          .map(({ id }) => id),
      );
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
      const me = { workspace: "default", since: AT, person: ana.principal } as const;
      const insights = await reader.insights(me);
      const none = {
        answered: 0,
        approved: 0,
        edited: 0,
        rejected: 0,
        responded: 0,
        expired: 0,
        cancelled: 0,
      };
      expect(insights.outcomes).toEqual([
        { ...none, tool: "pay", level: "HIGH", approved: 2, edited: 1, expired: 1 },
        { ...none, tool: "question", level: "QUESTION", answered: 1 },
        { ...none, tool: "read", level: "HIGH", approved: 1 },
      ]);
      expect(insights.answerTimes.map(({ level, count, ms }) => [level, count, ms.at(50)])).toEqual(
        [
          ["QUESTION", 1, 5_000],
          ["HIGH", 2, 5_000],
        ],
      );
      expect(insights.interruptions).toEqual([{ at: AT, count: 4 }]);
      expect(insights.dwell).toMatchObject({ decided: 1, underTwoSeconds: 1 });
      const own = { name: "QUESTION", decided: 1, underTwoSeconds: 1 };
      expect(insights.mine.byLevel).toEqual([own]);
      expect(insights.mine.byAgent).toEqual([{ ...own, name: answered.agentName }]);
      expect((await reader.insights({ ...me, person: anId("prn") })).mine.byLevel).toEqual([]);
      const { agent } = approved;
      const of = await reader.insights({ ...me, agent });
      expect(of.outcomes.map(({ tool }) => tool)).toEqual(["pay"]);
    });

    const refused = (request: OpenAuthorization, reason: string): Request => {
      const { collectBy: _collectBy, ...rest } = approvedBy(request, ana);
      return { ...rest, status: "rejected", reason };
    };

    test("words are found in why something was refused, as they stand there", async () => {
      const said = refused(call("pay", { to: "kim" }), 'Not "today", use C:\\till');
      const odd = refused(call("pay", { to: "kim" }), 'half of a "NUL" \0');
      await make(said, odd);
      expect(await found('"today"')).toEqual([said.id]);
      for (const words of [['"today"'], ["c:\\till"]]) {
        const { items } = await search({ ...parse(""), words });
        expect(items.map(({ id }) => id)).toEqual([said.id]);
      }
      expect(await found("half kim")).toEqual([odd.id]);
    });

    test("text that is no Unicode is found, compared and counted like any other", async () => {
      const agent = anId("prn");
      const text = "Which \ud800 of \0 these?";
      const earlier = answeredWith(asked(text, { agent, agentName: "sc\0ut" }), "x\udfff");
      const args = { to: "a\0b", back: "\\u0000", half: "\udc00" };
      const pay = approvedBy(call("pay", args, agent), ana);
      const again = call("pay", args, agent);
      const asking = asked(text, { agent });
      await make(earlier, pay, again, asking);
      expect(await found("these")).toEqual([asking.id, earlier.id]);
      expect(await found(text)).toEqual([asking.id, earlier.id]);
      expect(await found('agent:"sc\0ut"')).toEqual([earlier.id]);
      expect(await found("u0000")).toEqual([again.id, pay.id]);
      expect(await similar(asking)).toEqual([[earlier.id, 1]]);
      expect(await similar(again)).toEqual([[pay.id, 1]]);
      const { outcomes } = await reader.insights({
        workspace: "default",
        since: AT,
        person: ana.principal,
      });
      expect(outcomes.map(({ tool }) => tool)).toEqual(["pay", "question"]);
    });

    test("what lies beyond one page is looked at as well", async () => {
      const many = Array.from({ length: 1_130 }, (_, n) =>
        n % 3 === 0 ? answeredWith(asked("Which one?"), "x") : asked(`Number ${n}?`),
      );
      const asking = asked("Which one?");
      await make(...many, asking);
      const first = many[0];
      if (first === undefined) throw new Error("There is none.");
      const which = (await found("which one", { limit: 2_000 })).toReversed();
      expect(which).toHaveLength(378);
      expect(which[0]).toBe(first.id);
      expect(await found("number", { limit: 2_000 })).toHaveLength(753);
      expect(await similar(asking, 1_000)).toHaveLength(377);
    });
  });
}

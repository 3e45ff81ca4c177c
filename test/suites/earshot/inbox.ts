import { describe, expect, test } from "vitest";
import { present } from "../../../src/domain/present.ts";
import { asAuthorization } from "../../../src/domain/requests/request.ts";
import type { InboxInput } from "../../../src/ports/earshot/inbox.ts";
import type { AskInput, ListInput } from "../../../src/ports/earshot/requests.ts";
import { codeOf, collect, type Part, type WorldUnderTest } from "./world.ts";

/** How an operator's inbox is split, paged and searched. */
export function inboxFacts(under: WorldUnderTest): void {
  const as = (part: Part) => under.world.as(part);
  const ask = async (text: string, over: Partial<AskInput> = {}) =>
    (await as("scout").ask({ text, ...over })).request;
  const seek = async (tool: string) =>
    asAuthorization((await as("scout").authorize({ tool, args: {}, reason: "Why." })).request);
  const idsOf = async (part: Part, input?: InboxInput) =>
    (await as(part).inbox(input)).items.map(({ id }) => id);

  describe("the inbox", () => {
    test("shows what needs the operator, the highest level and the nearest end first", async () => {
      const rule = { name: "harmless", tools: ["read_file"], level: "LOW" };
      await as("owner").applyPolicy({ source: { version: 1, rules: [rule] } });
      const calm = await ask("Which colour?");
      const soon = await ask("Which colour, soon?", { expiresInMs: 60_000 });
      const high = await seek("delete_user_data");
      const low = await seek("read_file");
      const page = await as("approver").inbox();
      expect(page.items.map(({ id }) => id)).toEqual([high.id, soon.id, calm.id, low.id]);
      expect(page.items[0]).toMatchObject({
        kind: "authorization",
        tool: "delete_user_data",
        level: "HIGH",
        title: "",
        digest: high.authorization.digest,
        quorum: 1,
        votes: 0,
        agentName: "scout",
      });
      expect(page.items[1]).toMatchObject({ kind: "question", title: "Which colour, soon?" });
      expect(page.counts).toEqual({ needs_me: 4, others: 0, waiting: 0, snoozed: 0 });
    });

    test("tells authorizations of one tool apart by what says most, cut, without secrets", async () => {
      const args = { user: "ana\u202e", password: "hunter2", note: "x".repeat(500) };
      await as("scout").authorize({
        tool: "pay",
        args,
        secrets: ["/password"],
        reason: "Why.",
      });
      await seek("restart");
      const { items } = await as("approver").inbox({ split: "needs_me" });
      const found = await as("approver").inbox({ query: "tool:pay" });
      const pay = items.find(({ tool }) => tool === "pay");
      expect(pay?.said).toBe("Why.");
      expect(pay?.decisive?.args.map(({ at }) => at)).toEqual(["/user", "/password", "/note"]);
      expect(pay?.decisive?.args[2]).toMatchObject({ left: 500 - 48 });
      expect(JSON.stringify(pay?.decisive)).not.toMatch(/hunter2|\$secret/);
      expect(found.items.map(({ decisive, said }) => ({ decisive, said }))).toEqual([
        { decisive: pay?.decisive, said: "Why." },
      ]);
      expect(items.find(({ tool }) => tool === "restart")).not.toHaveProperty("decisive");
    });

    test("names the newest event it knows of, behind which nothing is missed", async () => {
      await ask("First?");
      const { seq } = await as("approver").inbox();
      expect(seq).toBe((await as("approver").lastEvent()).seq);
      const { id } = await ask("Second?");
      const later = await collect(as("approver").events({ after: seq }));
      expect(later.map(({ subject }) => subject)).toContain(id);
    });

    test("is the operator's own: what asks another is not in it, nor what they voted on", async () => {
      await ask("Only the owner knows?", { to: ["owner"] });
      expect(await idsOf("approver")).toEqual([]);
      expect(await idsOf("owner")).toHaveLength(1);
      const source = { version: 1, rules: [{ name: "two", quorum: 2 }] };
      await as("owner").applyPolicy({ source });
      const { id, authorization } = await seek("deploy");
      await as("approver").approve({ id, digest: authorization.digest });
      expect(await idsOf("approver")).toEqual([]);
      // The agent is the owner's own, and there is somebody else who decides.
      expect(await idsOf("owner", { split: "others" })).toEqual([id]);
      const { items, counts } = await as("approver").inbox({ split: "others" });
      expect(items).toMatchObject([{ id, forOthers: { deciders: [] } }]);
      expect(counts.others).toBe(1);
    });

    test("a search keeps what is mine to decide apart from what waits for others, page by page", async () => {
      const mine = await ask("Deploy for all?");
      const theirs = [];
      for (const place of ["eu", "us", "asia"]) {
        theirs.push((await seek(`deploy_${place}`)).id);
      }
      const source = {
        version: 1,
        rules: [{ name: "owners", approvers: { roles: ["approver"] } }],
      };
      await as("owner").applyPolicy({ source });
      const found = (query: string, more: object = {}) => idsOf("owner", { query, ...more });
      expect(await found("deploy")).toHaveLength(4);
      expect(await found("deploy is:mine", { limit: 1 })).toEqual([mine.id]);
      expect(await found("deploy is:others")).toEqual(theirs.toReversed());
      expect(await found("deploy is:others kind:question")).toEqual([]);
      expect(await found("deploy is:mine is:others")).toHaveLength(4);
      const first = await as("owner").inbox({ query: "deploy is:others", limit: 2 });
      const rest = await as("owner").inbox({
        query: "deploy is:others",
        limit: 2,
        cursor: first.next ?? "",
      });
      expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(theirs.toReversed());
      await as("owner").cancel({ id: mine.id });
      expect(await found("is:mine deploy")).toEqual([]);
    });

    test("and the list give what was asked since a day and until one, as whoever looks counts days", async () => {
      const first = await ask("Deploy the first?");
      const at = new Date(under.world.clock.now()).toISOString();
      await under.world.clock.advance(3 * 86_400_000);
      const second = await ask("Deploy the second?");
      const listed = async (input: ListInput) =>
        (await as("approver").list(input)).items.map(({ id }) => id);
      for (const [span, ids] of [
        [{ since: "1d" }, [second.id]],
        [{ until: "1d" }, [first.id]],
        [{ since: at, until: "today" }, [second.id, first.id]],
        [{ since: "today", timeZone: "Asia/Kolkata" }, [second.id]],
        [{ until: at }, []],
      ] as const) {
        expect(await listed(span), JSON.stringify(span)).toEqual(ids);
        const { timeZone, ...days } = { timeZone: undefined, ...span };
        const words = Object.entries(days).map(([name, value]) => `${name}:${value}`);
        const query = ["deploy", ...words].join(" ");
        const sought = { query, ...present({ timeZone }) };
        expect(await idsOf("approver", sought), query).toEqual(ids);
      }
    });

    test("has days begin where the caller's attention says that they are", async () => {
      const { id } = await ask("Which?");
      const day = new Date(under.world.clock.now());
      const [today = ""] = day.toISOString().split("T");
      const since = `${today} ${String(day.getUTCHours()).padStart(2, "0")}:00`;
      expect(await idsOf("approver", { query: `since:"${since}"` })).toEqual([id]);
      await as("approver").setAttention({ timeZone: "Etc/GMT+12" });
      expect(await idsOf("approver", { query: `since:"${since}"` })).toEqual([]);
      expect(await idsOf("approver", { query: `since:"${since}"`, timeZone: "UTC" })).toEqual([id]);
      expect((await as("approver").list({ since })).items).toEqual([]);
    });

    test("refuses what is no day, no zone, and an end before the beginning", async () => {
      for (const wrong of [
        { since: "2026-02-30" },
        { until: "soon" },
        { since: "today", until: "yesterday" },
        { since: "today", timeZone: "Mars" },
        { timeZone: "Mars" },
      ]) {
        expect(await codeOf(as("approver").list(wrong)), JSON.stringify(wrong)).toBe(
          "INVALID_INPUT",
        );
      }
      expect(await codeOf(as("approver").inbox({ query: "since:2026-02-30" }))).toBe(
        "INVALID_INPUT",
      );
    });

    test("keeps what was decided under waiting until the agent has taken it up, then under done", async () => {
      const { id } = await ask("Go on?", { tool: "ask_operator" });
      await as("approver").answer({ id, answer: { text: "Yes." } });
      expect(await idsOf("approver", { split: "waiting" })).toEqual([id]);
      expect(await idsOf("approver", { split: "done" })).toEqual([]);
      await as("scout").acknowledge({ ids: [id] });
      expect(await idsOf("approver", { split: "waiting" })).toEqual([]);
      const [done] = (await as("approver").inbox({ split: "done" })).items;
      expect(done).toMatchObject({ id, status: "answered", closedBy: { name: "approver" } });
    });

    test.each(["needs_me", "done"] as const)(
      "gives %s page by page, each request once",
      async (split) => {
        for (const text of ["One?", "Two?", "Three?"]) {
          const { id } = await ask(text, text === "Two?" ? { expiresInMs: 60_000 } : {});
          if (split === "done") await as("scout").cancel({ id });
        }
        const whole = await idsOf("approver", { split });
        const first = await as("approver").inbox({ split, limit: 2 });
        const cursor = first.next ?? "";
        const second = await as("approver").inbox({ split, limit: 2, cursor });
        expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(whole);
        expect(second.next).toBeUndefined();
        const other = as("approver").inbox({ split: "snoozed", cursor });
        expect(await codeOf(other)).toBe("INVALID_INPUT");
      },
    );

    test.each(["x", "req_01", "bmVlZHNfbWUgeCAtIC0", "*"])(
      "refuses the cursor %j, which it has not given",
      async (cursor) => {
        expect(await codeOf(as("approver").inbox({ cursor }))).toBe("INVALID_INPUT");
      },
    );

    test("finds by words and filters, in every part and page by page", async () => {
      const open = await ask("Which database for staging?");
      const closed = await ask("Which database for production?");
      await as("scout").cancel({ id: closed.id });
      await ask("Which colour?");
      await seek("transfer_money");
      expect(await idsOf("approver", { query: "database" })).toEqual([closed.id, open.id]);
      expect(await idsOf("approver", { query: "database status:open" })).toEqual([open.id]);
      expect(await idsOf("approver", { query: "kind:authorization" })).toHaveLength(1);
      const first = await as("approver").inbox({ query: "database", limit: 1 });
      const rest = { query: "database", limit: 1, cursor: first.next ?? "" };
      expect(await idsOf("approver", rest)).toEqual([open.id]);
      expect(await codeOf(as("approver").inbox({ query: "colour:red" }))).toBe("INVALID_INPUT");
    });

    test.each<Part>(["scout", "service", "stranger"])("is not for %s", async (part) => {
      const { id } = await ask("Who are you?");
      const calls = [
        as(part).inbox(),
        as(part).inboxItem({ id }),
        as(part).noteSent({ ids: [id] }),
        as(part).noteSeen({ id }),
        as(part).claim({ id }),
        as(part).release({ id }),
        as(part).snooze({ id }),
        as(part).insights(),
        as(part).listAgents(),
        as(part).listRuns(),
      ];
      const codes = await Promise.all(calls.map(codeOf));
      expect(new Set(codes)).toEqual(new Set(["NOT_ALLOWED"]));
    });

    test("of one workspace holds nothing of another, and finds nothing there", async () => {
      const { id } = await ask("Whose is it?");
      expect(await idsOf("outsider")).toEqual([]);
      expect(await idsOf("outsider", { query: "whose" })).toEqual([]);
      const outsider = as("outsider");
      for (const call of [
        () => outsider.inboxItem({ id }),
        () => outsider.noteSeen({ id }),
        () => outsider.claim({ id }),
        () => outsider.release({ id }),
        () => outsider.snooze({ id }),
      ]) {
        expect(await codeOf(call())).toBe("NOT_FOUND");
      }
      expect(await outsider.noteSent({ ids: [id] })).toEqual({ noted: 0 });
    });

    test("tells how people answered, for 1 to 90 days", async () => {
      const { id } = await ask("Which colour?");
      await under.world.clock.advance(5_000);
      await as("approver").answer({ id, answer: { text: "Blue." } });
      const insights = await as("viewer").insights();
      const asked = insights.outcomes.find(({ tool }) => tool === "question");
      expect(asked).toMatchObject({ level: "QUESTION", answered: 1 });
      for (const days of [0, 91, 1.5]) {
        expect(await codeOf(as("viewer").insights({ days }))).toBe("INVALID_INPUT");
      }
    });
  });
}

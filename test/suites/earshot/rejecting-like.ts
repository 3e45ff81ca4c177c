import { describe, expect, test } from "vitest";
import type { InboxItem } from "../../../src/domain/inbox/inbox.ts";
import type { JsonObject } from "../../../src/domain/json.ts";
import { asAuthorization } from "../../../src/domain/requests/request.ts";
import type {
  AuthorizeInput,
  PreviewRejectionInput,
  RejectInput,
} from "../../../src/ports/earshot/authority.ts";
import type { InboxPage } from "../../../src/ports/earshot/inbox.ts";
import { applyRules, codeOf, collect, type Part, type WorldUnderTest } from "./world.ts";

const HOUR_MS = 60 * 60_000;

/** A rejection that also covers similar requests, and near-equal requests in one row. */
export function rejectingLikeFacts(under: WorldUnderTest): void {
  const as = (part: Part) => under.world.as(part);
  const pay = (note: string, more: JsonObject = {}) => ({ to: "ana", amount: 5, note, ...more });
  const seek = async (args: JsonObject, over: Partial<AuthorizeInput> = {}, part: Part = "scout") =>
    asAuthorization(
      (await as(part).authorize({ tool: "pay", args, reason: "Due.", ...over })).request,
    );
  const reject = async (args: JsonObject, over: Partial<RejectInput> = {}) => {
    const { id } = await seek(args);
    return await as("approver").reject({ id, reason: "Not now.", covers: "like", ...over });
  };
  const settled = async (...of: Parameters<typeof seek>) => (await seek(...of)).status;
  const apply = (...rules: JsonObject[]) => applyRules(as("owner"), rules);
  const standing = async () =>
    (await as("owner").listPermissions()).items.filter(({ scope }) => scope === "reject");

  describe("a rejection that covers what is like it", () => {
    test("rejects what differs in padding alone at once, says who, why and until when, and is counted", async () => {
      const first = await reject(pay("Rent for May"));
      expect(first).toMatchObject({ status: "rejected", basis: { kind: "people" } });
      const [permission] = await standing();
      expect(permission).toMatchObject({ scope: "reject", request: first.id, uses: 0 });
      for (const note of ["Rent for May ", "RENT  for\u200b May.", "Rent for Mayyy"]) {
        const again = await seek(pay(note));
        expect(again).toMatchObject({
          status: "rejected",
          basis: { kind: "permission", permission: permission?.id },
          closedBy: { name: permission?.givenBy.name },
        });
        expect(again).toHaveProperty("reason", expect.stringContaining("Not now."));
        expect(again).toHaveProperty("reason", expect.stringContaining(permission?.until ?? "-"));
      }
      expect((await standing())[0]?.uses).toBe(3);
      const { items } = await as("approver").inbox();
      expect(items).toEqual([]);
    });

    test("leaves what differs in anything else to people", async () => {
      await reject(pay("Rent 1"));
      expect(await settled(pay("Rent 11"))).toBe("open");
      expect(await settled(pay("Rent 1", { amount: 6 }))).toBe("open");
      expect(await settled(pay("Rent 1", { to: "ben" }))).toBe("open");
      expect(await settled(pay("Rent 1", { urgent: true }))).toBe("open");
      expect(await settled(pay("Rent 1"), { tool: "pay_all" })).toBe("open");
      expect(await settled(pay("Rent 1"), {}, "rival")).toBe("open");
      expect(await settled(pay("Rent 1"), { session: "another", reason: "Please!" })).toBe(
        "rejected",
      );
    });

    test("leaves out what its person said may be anything", async () => {
      await reject(pay("Rent"), { anyAt: ["/note"] });
      expect(await settled(pay("Completely other words"))).toBe("rejected");
      expect(await settled(pay("Rent", { amount: 6 }))).toBe("open");
    });

    test("ends by itself, and when it is revoked", async () => {
      await reject(pay("Rent"), { forMs: HOUR_MS });
      await reject(pay("Lunch"));
      const lunch = (await standing())[0];
      expect(await settled(pay("Lunch "))).toBe("rejected");
      await as("approver").revokePermission({ id: lunch?.id ?? "per_none" });
      expect(await settled(pay("Lunch  "))).toBe("open");
      expect(await settled(pay("Rent "))).toBe("rejected");
      await under.world.clock.advance(HOUR_MS);
      expect(await settled(pay("Rent  "))).toBe("open");
    });

    test("wins over a standing permission and a rule that allows, and never over one that denies", async () => {
      const { id } = await seek(pay("Rent"));
      await as("approver").permit({ scope: "target", like: id });
      expect(await settled(pay("Rent"), { joinKey: "permitted" })).toBe("approved");
      await as("approver").reject({ id, reason: "Not now.", covers: "like" });
      expect(await settled(pay("Rent"), { joinKey: "rejected" })).toBe("rejected");
      await apply({ name: "free", tools: ["pay"], decision: "allow", level: "MEDIUM" });
      const free = await seek(pay("Rent"), { redeemIfAllowed: false, joinKey: "free" });
      expect(free).toMatchObject({ status: "rejected", basis: { kind: "permission" } });
      await apply({ name: "never", tools: ["pay"], decision: "deny", why: "Never." });
      const never = await seek(pay("Rent"), { joinKey: "never" });
      expect(never).toMatchObject({ status: "rejected", basis: { kind: "rule", rule: "never" } });
    });

    test("is taken from people alone, for a bounded time, and never asked for as a permission", async () => {
      const { id } = await seek(pay("Rent"));
      const like: RejectInput = { id, reason: "Not now.", covers: "like" };
      expect(await codeOf(as("script").reject(like))).toBe("NOT_ALLOWED");
      expect(await codeOf(as("viewer").reject(like))).toBe("NOT_ALLOWED");
      for (const wrong of [
        { forMs: 25 * HOUR_MS },
        { forMs: 0 },
        { anyAt: [""] },
        { anyAt: ["/nothing"] },
        { anyAt: ["note"] },
        { covers: "this", anyAt: ["/note"] },
      ] as const) {
        expect(await codeOf(as("approver").reject({ ...like, ...wrong }))).toBe("INVALID_INPUT");
      }
      expect((await as("owner").show({ id })).request.status).toBe("open");
      expect(await codeOf(as("approver").permit({ scope: "reject" as "target", like: id }))).toBe(
        "INVALID_INPUT",
      );
      expect(await standing()).toEqual([]);
    });

    test("tells what it would reach of what is open, and rejects nothing by that", async () => {
      const [first, second, third] = [
        await seek(pay("tmp1")),
        await seek(pay("tmp2")),
        await seek(pay("tmp30")),
      ];
      const other = await seek(pay("log1"));
      const dearer = await seek(pay("tmp1", { amount: 6 }));
      await seek(pay("tmp1"), {}, "rival");
      const preview = (input: Omit<PreviewRejectionInput, "id"> = {}) =>
        as("approver").previewRejection({ id: first.id, ...input });
      const near = [second.id, third.id];
      expect(await preview()).toEqual({
        digitsAt: ["/amount", "/note"],
        ids: [...near, dearer.id],
        left: 0,
      });
      expect(await preview({ digitsAt: ["/note"] })).toEqual({
        digitsAt: ["/note"],
        ids: near,
        left: 0,
      });
      expect(await preview({ digitsAt: [] })).toEqual({ digitsAt: [], ids: [], left: 0 });
      expect(await preview({ anyAt: ["/note"], digitsAt: [] })).toMatchObject({
        ids: [...near, other.id],
      });
      for (const { id } of [first, second, third, other, dearer]) {
        expect((await as("owner").show({ id })).request.status).toBe("open");
      }
      expect(await codeOf(as("viewer").previewRejection({ id: first.id }))).toBe("NOT_ALLOWED");
      expect(await codeOf(as("scout").previewRejection({ id: first.id }))).toBe("NOT_ALLOWED");
      expect(await codeOf(as("stranger").previewRejection({ id: first.id }))).not.toBeUndefined();
    });

    test("leaves out the digits that its person said may be any, and no others", async () => {
      await reject(pay("tmp1"), { digitsAt: ["/note"] });
      expect((await standing())[0]).toMatchObject({ digitsAt: ["/note"] });
      expect(await settled(pay("tmp2"))).toBe("rejected");
      expect(await settled(pay("log2"))).toBe("open");
      expect(await settled(pay("tmp2", { amount: 6 }))).toBe("open");
      expect(await codeOf(reject(pay("x"), { digitsAt: ["/nothing"] }))).toBe("INVALID_INPUT");
      expect(await codeOf(reject(pay("y"), { digitsAt: [""] }))).toBe("INVALID_INPUT");
    });

    test("reaches by what is secret as well, which nobody is shown", async () => {
      const secret = (pin: string) =>
        seek(pay("Rent", { pin }), { secrets: ["/pin"], joinKey: `with ${pin.length}` });
      const first = await secret("5550012");
      const other = await secret("55500123");
      expect(await as("approver").previewRejection({ id: first.id })).toEqual({
        digitsAt: [],
        ids: [],
        left: 0,
      });
      await as("approver").reject({ id: first.id, reason: "No.", covers: "like" });
      expect((await as("owner").show({ id: other.id })).request.status).toBe("open");
    });

    test("holds against as many as come at the same moment, and each is counted", async () => {
      await reject(pay("Rent"));
      const all = Array.from({ length: 30 }, (_, n) => seek(pay(`Rent${" ".repeat(n)}`)));
      const statuses = (await Promise.all(all)).map(({ status }) => status);
      expect(new Set(statuses)).toEqual(new Set(["rejected"]));
      expect((await standing())[0]?.uses).toBe(30);
      const used = (await collect(as("owner").events())).filter(
        ({ type }) => type === "permission.used",
      );
      expect(used).toHaveLength(30);
    });
  });

  const pagesOf = async (limit: number) => {
    const pages: (readonly InboxItem[])[] = [];
    let next: { readonly cursor?: string } | undefined = {};
    while (next !== undefined) {
      const page: InboxPage = await as("approver").inbox({ limit, ...next });
      pages.push(page.items);
      next = page.next === undefined ? undefined : { cursor: page.next };
    }
    return pages;
  };

  describe("the inbox", () => {
    test("shows what one agent asks again and again in one row, with what differs", async () => {
      const other = await seek({ to: "ben", amount: 5, note: "Rent" });
      const ids: string[] = [];
      for (let n = 0; n < 120; n++) ids.push((await seek(pay(`Rent${" ".repeat(n)}`))).id);
      const rival = await seek(pay("Rent"), {}, "rival");
      const { items, counts, next } = await as("approver").inbox({ limit: 5 });
      expect(items.map(({ id }) => id)).toEqual([other.id, ids[0], rival.id]);
      expect(items[1]?.fold).toEqual({
        ids,
        differs: [{ pointer: "/note", count: 120, values: expect.any(Array) }],
      });
      const values = items[1]?.fold?.differs[0]?.values ?? [];
      expect([values.length, values[2]]).toEqual([120, '"Rent  "']);
      expect(items[0]).not.toHaveProperty("fold");
      expect(next).toBeUndefined();
      expect(counts.needs_me).toBe(122);
    });

    test("shows each of what shares a row on its own, also where the first has closed", async () => {
      const sought = [];
      for (let n = 1; n <= 4; n++) sought.push(await seek(pay(`tmp${n}`, { amount: n })));
      const [first, ...others] = sought;
      if (first === undefined) throw new Error("Nothing was sought.");
      await seek({ to: "ben", amount: 5, note: "Rent" });
      await seek(pay("tmp9"), {}, "rival");
      const each = async () => (await as("approver").inbox({ alike: first.id, limit: 1 })).items;
      expect((await each()).map(({ id, fold }) => [id, fold])).toEqual(
        sought.map(({ id }) => [id, undefined]),
      );
      await as("approver").reject({ id: first.id, reason: "No." });
      expect((await each()).map(({ id }) => id)).toEqual(others.map(({ id }) => id));
      expect(await codeOf(as("outsider").inbox({ alike: first.id }))).toBe("NOT_FOUND");
    });

    test("shows in one row what counts, and a list by agent each of its own", async () => {
      const ids = [];
      for (let n = 1; n <= 4; n++) ids.push((await seek(pay(`tmp${n}`, { amount: n }))).id);
      const rival = await seek(pay("tmp9"), {}, "rival");
      const { items } = await as("approver").inbox();
      expect(items.map(({ id, fold }) => [id, fold?.ids])).toEqual([
        [ids[0], ids],
        [rival.id, undefined],
      ]);
      expect(items[0]?.fold?.differs).toEqual([
        { pointer: "/amount", count: 4, values: ["1", "2", "3", "4"] },
        { pointer: "/note", count: 4, values: ['"tmp1"', '"tmp2"', '"tmp3"', '"tmp4"'] },
      ]);
      const { agent } = rival;
      const listed = await as("approver").list({ agent, status: "open" });
      expect(listed.items.map(({ id }) => id)).toEqual([rival.id]);
      expect(await codeOf(as("scout").list({ agent }))).toBe("NOT_ALLOWED");
    });

    test("lets a decision on a row decide the one whose digest was shown, and no other", async () => {
      const first = await seek(pay("Rent"));
      const second = await seek(pay("Rent "));
      const { digest } = first.authorization;
      await as("approver").approve({ id: first.id, digest });
      expect(await codeOf(as("approver").approve({ id: second.id, digest }))).toBe(
        "DIGEST_MISMATCH",
      );
      const { items } = await as("approver").inbox();
      expect(items.map(({ id, fold }) => [id, fold])).toEqual([[second.id, undefined]]);
    });

    test("goes on behind a row of many without losing any", async () => {
      const ids: string[] = [];
      for (let n = 0; n < 6; n++) {
        ids.push((await seek(pay(`Rent${" ".repeat(n)}`))).id);
        ids.push((await seek(pay(`Bill ${"abcdef"[n]}`))).id);
      }
      const pages = await pagesOf(2);
      for (const { length } of pages) expect(length).toBeLessThanOrEqual(2);
      const seen = pages.flat().flatMap(({ id, fold }) => fold?.ids ?? [id]);
      expect(seen.toSorted()).toEqual(ids.toSorted());
    });
  });
}

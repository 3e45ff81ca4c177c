import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/domain/json.ts";
import { asAuthorization } from "../../../src/domain/requests/request.ts";
import { applyRules, codeOf, collect, type Part, type WorldUnderTest } from "./world.ts";

const DIGEST = "A".repeat(43);

/** What a person sees of one request in the inbox. */
export function inboxItemFacts(under: WorldUnderTest): void {
  const as = (part: Part) => under.world.as(part);
  const seek = async (tool = "deploy", args: JsonObject = {}, part: Part = "scout") =>
    asAuthorization((await as(part).authorize({ tool, args, reason: "Why." })).request);
  const needsOf = async (part: Part, { id }: { readonly id: `req_${string}` }) =>
    (await as(part).inboxItem({ id })).needs;
  const apply = (...rules: JsonObject[]) => applyRules(as("owner"), rules);

  describe("a request in the inbox", () => {
    test("comes with its history, and with the rule that asks today or asked last, as it was written then", async () => {
      const rule = { name: "ships", tools: ["deploy"], why: "It goes out." };
      await apply(rule);
      const request = await seek();
      const itemOf = async ({ id }: typeof request) => await as("viewer").inboxItem({ id });
      const item = await itemOf(request);
      expect(item).toMatchObject({ request, rule, deliveries: [], similar: [] });
      expect(item.history.map(({ type }) => type)).toEqual(["request.created"]);
      await apply({ name: "other" });
      expect((await itemOf(request)).rule).toMatchObject({ name: "other" });
      const { id, authorization } = request;
      await as("approver").approve({ id, digest: authorization.digest });
      await apply();
      expect((await itemOf(request)).rule).toMatchObject({ name: "other" });
      const builtIn = await seek("post");
      expect((await as("viewer").inboxItem({ id: builtIn.id })).rule).toBeUndefined();
    });

    test("has expired where its time is over, also before anybody else has noticed", async () => {
      const { id } = await seek();
      await under.world.clock.advance(60 * 60_000);
      const { request, needs } = await as("viewer").inboxItem({ id });
      expect(request.status).toBe("expired");
      expect(needs).toBeUndefined();
    });

    test("tells the last ten tool calls of its agent before it asked, oldest first", async () => {
      const record = async (call: string, part: Part = "scout") => {
        await as(part).recordToolCall({ tool: "read_file", call, argsDigest: DIGEST });
      };
      for (let call = 1; call <= 12; call++) await record(`c${call}`);
      await record("rival's", "rival");
      const { id } = await seek();
      await record("later");
      const { steps } = await as("viewer").inboxItem({ id });
      const last = Array.from({ length: 10 }, (_, index) => `call:c${index + 3}`);
      expect(steps.map(({ subject }) => subject)).toEqual(last);
    });

    test("shows how a like one was decided", async () => {
      const former = await seek("deploy", { to: "staging" });
      const { digest } = former.authorization;
      await as("approver").approve({ id: former.id, digest });
      const again = await as("scout").authorize({
        tool: "deploy",
        args: { to: "staging" },
        reason: "Again.",
        joinKey: "again",
      });
      const { similar } = await as("viewer").inboxItem({ id: again.request.id });
      expect(similar).toMatchObject([
        { similarity: 1, request: { id: former.id, status: "approved" } },
      ]);
      const seenBy = async (role: "approver" | "viewer") =>
        (await as(role).inboxItem({ id: again.request.id })).precedent;
      const said = { count: 1, approved: 1, edited: 0, rejected: 0, differs: [] };
      expect(await seenBy("approver")).toEqual({ ...said, own: 1 });
      expect(await seenBy("viewer")).toEqual({ ...said, own: 0 });
      expect((await as("viewer").inboxItem({ id: former.id })).precedent).toBeUndefined();
    });
  });

  describe("what an approval takes", () => {
    const NOTHING = { typed: false, passphrase: false, passkey: "none" };

    test("is nothing for MEDIUM, and a passkey for HIGH away from a terminal", async () => {
      expect(await needsOf("approver", await seek())).toEqual(NOTHING);
      const high = await seek("delete_user_data");
      const needs = { typed: false, passphrase: false, passkey: "required", missing: "passkey" };
      expect(await needsOf("approver", high)).toEqual(needs);
    });

    test("cannot be had by whoever may not decide, and says why", async () => {
      const request = await seek();
      const refused = { ...NOTHING, refusalCode: "NOT_ALLOWED" };
      const may = { ...refused, refusal: expect.stringContaining("decide") };
      expect(await needsOf("viewer", request)).toMatchObject(may);
      const own = { ...refused, refusal: expect.stringContaining("agent of their own") };
      expect(await needsOf("owner", request)).toMatchObject(own);
    });

    test("is refused to whoever has voted", async () => {
      await apply({ name: "two", quorum: 2 });
      const request = await seek();
      const { id, authorization } = request;
      await as("approver").approve({ id, digest: authorization.digest });
      expect((await needsOf("approver", request))?.refusal).toContain("approved");
    });
  });

  describe("a preview of an edit", () => {
    test("has the digest that an approval of it carries, and decides nothing", async () => {
      await apply({ name: "deploys", edits: { narrow: { "/count": "lower" } } });
      const { id } = await seek("deploy", { to: "staging", count: 2 });
      const args = { to: "staging", count: 1 };
      const preview = await as("approver").previewEdit({ id, args });
      expect(preview.patch).toEqual([{ op: "replace", path: "/count", value: 1 }]);
      expect((await as("approver").show({ id })).request.status).toBe("open");
      const { digest } = preview;
      expect(await as("approver").approve({ id, digest, args })).toMatchObject({
        status: "approved",
        authorization: { digest, action: { args }, edit: { patch: preview.patch } },
      });
    });

    test("of the same arguments is the action as it stands", async () => {
      const { id, authorization } = await seek("deploy", { to: "staging" });
      const preview = await as("approver").previewEdit({ id, args: { to: "staging" } });
      expect(preview).toEqual({ digest: authorization.digest, patch: [] });
    });

    test("is refused where the approval would be", async () => {
      await apply({ name: "no", args: { "/to": { equals: "moon" } }, decision: "deny" });
      const { id } = await seek("deploy", { to: "staging" });
      const edit = (part: Part, to: string) => codeOf(as(part).previewEdit({ id, args: { to } }));
      expect(await edit("approver", "moon")).toBe("INVALID_INPUT");
      expect(await edit("owner", "mars")).toBe("NOT_ALLOWED");
      expect(await edit("viewer", "mars")).toBe("NOT_ALLOWED");
      expect(await edit("outsider", "mars")).toBe("NOT_FOUND");
      await as("approver").reject({ id, reason: "No." });
      expect(await edit("approver", "mars")).toBe("REQUEST_CLOSED");
      const { request } = await as("scout").ask({ text: "Well?" });
      const question = as("approver").previewEdit({ id: request.id, args: {} });
      expect(await codeOf(question)).toBe("INVALID_INPUT");
    });
  });

  describe("a dry run of a policy", () => {
    const dryRun = (...rules: JsonObject[]) =>
      as("viewer").dryRunPolicy({ source: { version: 1, rules } });

    test("tells what it would have treated otherwise, the newest first, and applies nothing", async () => {
      const before = await as("viewer").policy();
      const mail = await seek("mail");
      const first = await seek("deploy", { to: "staging" });
      const second = await seek("deploy", { to: "production" });
      const result = await dryRun({ name: "no", tools: ["deploy"], decision: "deny" });
      expect(result).toMatchObject({ examined: 3, unjudged: 0, loosened: 0, tightened: 2 });
      expect(result.examples.map(({ request }) => request)).toEqual([second.id, first.id]);
      expect(result.examples[0]).toMatchObject({
        agentName: "scout",
        tool: "deploy",
        at: second.createdAt,
        change: "tightened",
        before: { outcome: "ask" },
        after: { outcome: "deny", demand: { rule: "no" } },
      });
      expect((await as("viewer").show({ id: mail.id })).request.status).toBe("open");
      expect(await as("viewer").policy()).toEqual(before);
    });

    test("changes nothing where only names of rules are others, and looks back 30 days", async () => {
      await seek();
      expect(await dryRun({ name: "asks" })).toEqual({
        examined: 1,
        unjudged: 0,
        loosened: 0,
        tightened: 0,
        examples: [],
        tests: [],
        warnings: [],
      });
      expect(await dryRun({ name: "two", quorum: 2 })).toMatchObject({ tightened: 1 });
      await under.world.clock.advance(30 * 24 * 60 * 60_000 + 1);
      expect(await dryRun({ name: "two", quorum: 2 })).toMatchObject({ examined: 0 });
    });

    test("leaves budgets out of account", async () => {
      await apply({ name: "free", decision: "allow", budget: { per: "1h", calls: 1 } });
      await seek("mail", { n: 1 });
      await seek("mail", { n: 2 });
      expect(await dryRun({ name: "free", decision: "allow" })).toMatchObject({
        examined: 2,
        loosened: 0,
        tightened: 0,
      });
    });

    test("counts what was erased as not judged, and what needs less as loosened", async () => {
      await apply({ name: "two", quorum: 2 });
      const { id } = await seek("mail");
      await seek("deploy");
      await as("owner").cancel({ id });
      await as("owner").erase({ id });
      const result = await dryRun({ name: "one", tools: ["deploy"] });
      expect(result).toMatchObject({ examined: 1, unjudged: 1, loosened: 1, tightened: 0 });
      expect(result.examples[0]).toMatchObject({ tool: "deploy", change: "loosened" });
    });

    test("goes on behind a request that is named, and refuses a name that is none", async () => {
      await seek("mail");
      const { id: cursor } = await seek("deploy");
      const source = { version: 1, rules: [] };
      expect(await as("viewer").dryRunPolicy({ source, cursor })).toMatchObject({ examined: 1 });
      const unknown = as("viewer").dryRunPolicy({ source, cursor: "behind" });
      expect(await codeOf(unknown)).toBe("INVALID_INPUT");
    });

    test("says what each person brings about alone, by the rules in force and by others", async () => {
      const { items } = await as("viewer").reachAlone();
      expect(items.map(({ name }) => name)).toContain("owner");
      const source = { version: 1, rules: [{ name: "no", tools: ["x"], decision: "deny" }] };
      const [viewer] = (await as("viewer").reachAlone({ person: "viewer", source })).items;
      expect(viewer?.reach).toContainEqual(
        expect.objectContaining({ tool: "x", args: {}, power: "nothing", steps: [] }),
      );
      expect(await codeOf(as("viewer").reachAlone({ person: "nobody" }))).toBe("NOT_FOUND");
      expect(await codeOf(as("scout").reachAlone())).toBe("NOT_ALLOWED");
    });

    test("refuses what is no policy, and agents, who would find the way around it", async () => {
      expect(await codeOf(dryRun({ decision: "maybe" }))).toBe("INVALID_INPUT");
      const source = { version: 1, rules: [] };
      expect(await codeOf(as("scout").dryRunPolicy({ source }))).toBe("NOT_ALLOWED");
      expect(await collect(as("owner").events())).not.toContainEqual(
        expect.objectContaining({ type: "policy.changed" }),
      );
    });
  });
}

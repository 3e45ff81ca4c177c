import { describe, expect, test } from "vitest";
import type { RequestId } from "../../../src/domain/id.ts";
import type { JsonObject } from "../../../src/domain/json.ts";
import { present } from "../../../src/domain/present.ts";
import { asAuthorization } from "../../../src/domain/requests/request.ts";
import type { AuthorizeInput, RedeemInput } from "../../../src/ports/earshot/authority.ts";
import { applyRules, codeOf, collect, type Part, type WorldUnderTest } from "./world.ts";

const ARGS = { user: "user123", amount: 10 };

/** How an approval becomes one run of one action. */
export function redeemingFacts(under: WorldUnderTest): void {
  const as = (part: Part) => under.world.as(part);
  const approved = async (over: Partial<AuthorizeInput> = {}) => {
    const input = { tool: "pay", args: ARGS, reason: "An invoice.", ...over };
    const request = asAuthorization((await as("scout").authorize(input)).request);
    const { digest } = request.authorization;
    await as("approver").approve({ id: request.id, digest });
    return request;
  };
  const seekPay = async () =>
    asAuthorization(
      (await as("scout").authorize({ tool: "pay", args: ARGS, reason: "An invoice." })).request,
    );
  const collected = async (over: Partial<AuthorizeInput> = {}) =>
    await as("scout").collect({ id: (await approved(over)).id });
  const redeem = (grant: string, over: Partial<RedeemInput> = {}, part: Part = "scout") =>
    as(part).redeem({ grant, tool: "pay", args: ARGS, ...over });
  const refusal = async (call: Promise<unknown>): Promise<unknown> => {
    try {
      await call;
      return undefined;
    } catch (error) {
      return (error as { details?: { reason?: string } }).details?.reason;
    }
  };
  const apply = (...rules: JsonObject[]) => applyRules(as("owner"), rules);

  describe("a grant", () => {
    test("is good for the action that was approved, once", async () => {
      const { grant, id, args } = await collected();
      expect(args).toEqual(ARGS);
      expect(await redeem(grant)).toMatchObject({ id, request: { status: "approved" } });
      expect(await refusal(redeem(grant))).toBe("used");
      const events = await collect(as("scout").events());
      expect(events.map(({ type }) => type)).toEqual(
        expect.arrayContaining(["grant.minted", "grant.redeemed", "grant.refused"]),
      );
    });

    test("of arguments that nobody could be shown is good where a rule allows them", async () => {
      await apply({ name: "writing", tools: ["write"], decision: "allow" });
      const args = { path: "a.txt", content: "é".repeat(1_000_000), note: "n".repeat(300_000) };
      const seek = (over: Partial<AuthorizeInput> = {}) =>
        as("scout").authorize({ tool: "write", args, reason: "A file.", ...over });
      const request = asAuthorization((await seek()).request);
      const { action, secrets } = request.authorization;
      expect(request.status).toBe("approved");
      expect(secrets).toEqual(["/content", "/note"]);
      expect(JSON.stringify(action).length).toBeLessThan(2_000);
      const { grant, args: whole } = await as("scout").collect({ id: request.id });
      expect(whole).toEqual(args);
      const other = { ...args, content: `${args.content.slice(1)}x` };
      expect(await refusal(redeem(grant, { tool: "write", args: other }))).toBe("other_action");
      await redeem(grant, { tool: "write", args });
      expect((await seek({ redeemIfAllowed: true })).redeemed?.args).toEqual(args);
      await expect(seek({ tool: "send" })).rejects.toMatchObject({
        code: "INVALID_INPUT",
        message: expect.stringContaining("no rule or permission allows them"),
      });
      const most = { ...args, content: "é".repeat(2_200_000) };
      await expect(seek({ args: most })).rejects.toThrow(/at most 4194304 fit/);
    });

    test("takes the arguments in whatever order their names stand", async () => {
      const { grant } = await collected();
      await redeem(grant, { args: { amount: 10, user: "user123" } });
    });

    test.each<[string, Partial<RedeemInput>]>([
      ["another argument", { args: { user: "user124", amount: 10 } }],
      ["an argument more", { args: { ...ARGS, note: "" } }],
      ["one less", { args: { user: "user123" } }],
      ["a number as text", { args: { user: "user123", amount: "10" } }],
      ["another tool", { tool: "pay_all" }],
      ["another session", { session: "other" }],
      ["another definition of the tool", { toolSchemaHash: "0".repeat(64) }],
      ["a resource", { resources: [{ uri: "file:///a", sha256: "0".repeat(64) }] }],
    ])("is refused for %s, and good for the right one afterwards", async (_, over) => {
      const { grant } = await collected();
      expect(await refusal(redeem(grant, over))).toBe("other_action");
      await redeem(grant);
    });

    test("is refused after its life, and a new one can be collected", async () => {
      const request = await approved();
      const { grant } = await as("scout").collect({ id: request.id });
      await under.world.clock.advance(5 * 60_000);
      expect(await refusal(redeem(grant))).toBe("expired");
      await redeem((await as("scout").collect({ id: request.id })).grant);
    });

    test("is void when a later one is collected", async () => {
      const request = await approved();
      const first = await as("scout").collect({ id: request.id });
      const second = await as("scout").collect({ id: request.id });
      expect(await refusal(redeem(first.grant))).toBe("replaced");
      await redeem(second.grant);
      expect(await codeOf(as("scout").collect({ id: request.id }))).toBe("GRANT_REFUSED");
    });

    test("is for its agent, in its workspace; a service may redeem what agents hand it", async () => {
      const { grant } = await collected();
      expect(await refusal(redeem(grant, {}, "rival"))).toBe("other_agent");
      expect(await refusal(redeem(grant, {}, "stranger"))).toBe("not_ours");
      expect(await codeOf(redeem(grant, {}, "approver"))).toBe("NOT_ALLOWED");
      expect(await refusal(redeem(`${grant}x`))).toBe("not_ours");
      await redeem(grant, {}, "service");
    });

    test("is collected by the agent that asked, and by nobody else", async () => {
      const { id } = await approved();
      expect(await codeOf(as("rival").collect({ id }))).toBe("NOT_FOUND");
      expect(await codeOf(as("owner").collect({ id }))).toBe("NOT_ALLOWED");
    });

    test("of two redemptions at once goes to one", async () => {
      const { grant } = await collected();
      const results = await Promise.allSettled(Array.from({ length: 16 }, () => redeem(grant)));
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    });

    test("stays good when the policy changes, unless that denies or demands more", async () => {
      const same = await collected();
      await apply({ name: "asks", decision: "ask" });
      await redeem(same.grant);
      const denied = await collected({ joinKey: "b" });
      await apply({ name: "denies", decision: "deny" });
      expect(await refusal(redeem(denied.grant))).toBe("denied_now");
      await apply({ name: "asks two", quorum: 2 });
      expect(await refusal(redeem(denied.grant))).toBe("demands_more");
    });

    test("is refused where who approved may no longer decide", async () => {
      const { grant } = await collected();
      const { items } = await as("owner").listKeys();
      for (const { key, principal } of items) {
        if (principal.name === "approver") await as("owner").revokeKey({ id: key.id });
      }
      const redeemed = redeem(grant);
      expect(await refusal(redeemed)).toBe("approver_gone");
      await expect(redeemed).rejects.toThrow(
        "The grant is refused: the people who approved it may no longer decide. Seek the approval again.",
      );
    });
  });

  describe("an approval of one's own", () => {
    const use = (request: RequestId, over: Partial<RedeemInput> = {}, part: Part = "scout") =>
      as(part).redeem({ request, tool: "pay", args: ARGS, ...over });

    test("is collected and redeemed in one step, once, and the log tells both", async () => {
      const { id } = await approved();
      const results = await Promise.allSettled(Array.from({ length: 16 }, () => use(id)));
      const won = results.filter((result) => result.status === "fulfilled");
      expect(won).toHaveLength(1);
      expect(won[0]?.value.request).toMatchObject({ id, status: "approved" });
      const events = (await collect(as("scout").events())).filter(({ subject }) => subject === id);
      const often = (wanted: string) => events.filter(({ type }) => type === wanted).length;
      expect([often("grant.minted"), often("grant.redeemed"), often("grant.refused")]).toEqual([
        1, 1, 15,
      ]);
      expect((await as("owner").verifyAudit()).intact).toBe(true);
    });

    test("is refused for anything else than was approved, and good for that afterwards", async () => {
      const { id } = await approved();
      expect(await refusal(use(id, { args: { ...ARGS, amount: 11 } }))).toBe("other_action");
      expect(await codeOf(use(id, {}, "rival"))).toBe("NOT_FOUND");
      expect(await codeOf(use(id, {}, "service"))).toBe("NOT_ALLOWED");
      expect(await codeOf(use(id, { grant: "a.b.c" }))).toBe("INVALID_INPUT");
      await use(id);
    });

    test("voids the grant that was collected for it", async () => {
      const request = await approved();
      const { grant } = await as("scout").collect({ id: request.id });
      await use(request.id);
      expect(await refusal(redeem(grant))).toBe("replaced");
    });

    test("on a standing permission ends with that", async () => {
      await as("approver").permit({ scope: "pattern", agent: "scout", tool: "pay" });
      const seek = { tool: "pay", args: ARGS, reason: "An invoice." };
      const [first, second] = [
        await as("scout").authorize({ ...seek, joinKey: "one" }),
        await as("scout").authorize({ ...seek, joinKey: "two" }),
      ];
      expect(first.request).toMatchObject({ basis: { kind: "permission" } });
      await use(first.request.id);
      const { items } = await as("owner").listPermissions();
      await as("owner").revokePermission({ id: items[0]?.id ?? ("per_" as never) });
      expect(await refusal(use(second.request.id))).toBe("approver_gone");
    });
  });

  test("a vote goes with the key that it came by, and another approval can be sought", async () => {
    const request = await seekPay();
    const { digest } = request.authorization;
    await as("script").approve({ id: request.id, digest });
    const { grant } = await as("scout").collect({ id: request.id });
    const { items } = await as("owner").listKeys();
    const script = items.find(({ key }) => key.unattended === true);
    await as("owner").revokeKey({ id: script?.key.id ?? "key_" });
    expect(await refusal(redeem(grant))).toBe("approver_gone");
    expect((await seekPay()).id).not.toBe(request.id);
  });

  test("a key that may not redeem cannot have the server do it", async () => {
    await apply({ name: "free", decision: "allow" });
    const input = { tool: "pay", args: ARGS, reason: "An invoice.", redeemIfAllowed: true };
    expect(await codeOf(as("approver").authorize(input))).toBe("NOT_ALLOWED");
    const first = await as("scout").authorize(input, { idempotencyKey: "one" });
    expect(first.redeemed).not.toHaveProperty("repeated");
    expect(await as("scout").authorize(input, { idempotencyKey: "one" })).toEqual({
      ...first,
      redeemed: { ...first.redeemed, repeated: true },
    });
  });

  test.each(["grant", "request"] as const)(
    "a repeat of a redemption by its %s says that it is one, and a first one does not",
    async (by) => {
      const request = await seekPay();
      await as("approver").approve({ id: request.id, digest: request.authorization.digest });
      const { grant } = await as("scout").collect({ id: request.id });
      const what = by === "grant" ? { grant } : { request: request.id };
      const use = () =>
        as("scout").redeem({ ...what, tool: "pay", args: ARGS }, { idempotencyKey: `by-${by}` });
      const first = await use();
      expect(first).not.toHaveProperty("repeated");
      for (let again = 0; again < 2; again++)
        expect(await use()).toEqual({ ...first, repeated: true });
    },
  );

  describe("a rule", () => {
    test("that allows approves at once, and can redeem in the same step", async () => {
      await apply({ name: "free", tools: ["pay"], decision: "allow" });
      const input = { tool: "pay", args: ARGS, reason: "An invoice." };
      const allowed = await as("scout").authorize(input);
      expect(allowed).toMatchObject({
        outcome: "approved",
        request: { basis: { kind: "rule", rule: "free" } },
      });
      const both = await as("scout").authorize({ ...input, redeemIfAllowed: true });
      expect(both.redeemed).toMatchObject({ args: ARGS });
      expect(await codeOf(as("scout").collect({ id: both.request.id }))).toBe("GRANT_REFUSED");
    });

    test("that denies rejects at once, and says why", async () => {
      await apply({ name: "closed", decision: "deny", why: "Ask the board." });
      const input = { tool: "pay", args: ARGS, reason: "An invoice." };
      expect(await as("scout").authorize(input)).toMatchObject({
        outcome: "rejected",
        request: { reason: "Ask the board.", basis: { kind: "rule", rule: "closed" } },
      });
    });

    test("with a budget lets pass as much as that, in however small parts", async () => {
      const budget = { per: "1h", sum: { "/amount": 25 } };
      await apply({ name: "small", tools: ["pay"], decision: "allow", budget });
      const outcomes: string[] = [];
      for (let part = 0; part < 4; part++) {
        const input = { tool: "pay", args: { ...ARGS, part }, reason: "A part." };
        outcomes.push((await as("scout").authorize(input)).outcome);
      }
      expect(outcomes).toEqual(["approved", "approved", "pending", "pending"]);
    });

    test("with a budget for all together counts the calls of every agent", async () => {
      const budget = { per: "1h", by: "all", calls: 2 };
      await apply({ name: "few", tools: ["pay"], decision: "allow", budget });
      const seek = (who: Part, part: number) =>
        as(who).authorize({ tool: "pay", args: { ...ARGS, part }, reason: "A part." });
      const got = await Promise.all([
        seek("scout", 0),
        seek("rival", 0),
        seek("scout", 1),
        seek("rival", 1),
      ]);
      const outcomes = got.map(({ outcome }) => outcome);
      expect(outcomes.toSorted()).toEqual(["approved", "approved", "pending", "pending"]);
    });

    test("with a budget for each target and each session has room for the others", async () => {
      const budget = [
        { per: "1h", by: "/user", calls: 1 },
        { per: "1h", by: "session", calls: 2 },
      ];
      await apply({ name: "one each", tools: ["pay"], decision: "allow", budget });
      const seek = async (user: string, session?: string) =>
        (
          await as("scout").authorize({
            tool: "pay",
            args: { ...ARGS, user },
            reason: "A part.",
            ...present({ session }),
          })
        ).outcome;
      expect([
        await seek("ana", "s1"),
        await seek("Ana ", "s1"),
        await seek("ben", "s1"),
        await seek("cleo", "s1"),
        await seek("cleo", "s2"),
        await seek("dan"),
      ]).toEqual(["approved", "pending", "approved", "pending", "approved", "pending"]);
    });

    test("that asks within a budget is decided as it was asked, though it has drawn on that itself", async () => {
      await apply(
        { name: "one person", tools: ["pay"], budget: { per: "1h", calls: 1 } },
        { name: "two people", tools: ["pay"], quorum: 2 },
      );
      const seek = async (part: number) =>
        asAuthorization(
          (
            await as("scout").authorize({
              tool: "pay",
              args: { ...ARGS, part },
              reason: "A part.",
            })
          ).request,
        );
      const [first, second] = [await seek(0), await seek(1)];
      const statusOf = async ({ id, authorization: { digest } }: typeof first) =>
        (await as("approver").approve({ id, digest })).status;
      expect([await statusOf(first), await statusOf(second)]).toEqual(["approved", "open"]);
    });

    test("that asks within a budget leaves the rest to a stricter one, and nothing to a weaker", async () => {
      await apply(
        {
          name: "one person",
          tools: ["pay"],
          level: "HIGH",
          budget: { per: "1h", sum: { "/amount": 25 } },
        },
        { name: "two people", tools: ["pay"], args: { "/amount": { over: 5 } }, quorum: 2 },
        { name: "free", tools: ["pay"], decision: "allow" },
      );
      const seek = async (part: number, amount: unknown) => {
        const args = { user: "u", part, amount } as JsonObject;
        const { request } = await as("scout").authorize({ tool: "pay", args, reason: "A part." });
        const { status, authorization } = asAuthorization(request);
        return [status, authorization.demand.level, authorization.demand.quorum];
      };
      expect([await seek(0, 20), await seek(1, 20), await seek(2, 5.5), await seek(3, 5)]).toEqual([
        ["open", "HIGH", 1],
        ["open", "HIGH", 2],
        ["open", "HIGH", 2],
        ["open", "HIGH", 1],
      ]);
      expect(await seek(4, "1")).toEqual(["open", "HIGH", 2]);
      expect(await seek(5, 1)).toEqual(["open", "HIGH", 1]);
    });
  });

  test("a budget is drawn on by all tools of its rule, also at the same moment", async () => {
    const budget = { per: "1h", calls: 1 };
    await apply({ name: "one", tools: ["pay", "transfer"], decision: "allow", budget });
    const seek = (tool: string) => as("scout").authorize({ tool, args: ARGS, reason: "A part." });
    const outcomes = (await Promise.all([seek("pay"), seek("transfer")])).map((got) => got.outcome);
    expect(outcomes.toSorted()).toEqual(["approved", "pending"]);
  });

  test("a secret argument is shown to nobody, and binds all the same", async () => {
    const args = { user: "user123", password: "hunter2hunter2" };
    const input = { args, secrets: ["/password"] };
    const request = await approved(input);
    const shown = JSON.stringify(await as("owner").show({ id: request.id }));
    expect(shown).not.toContain("hunter2hunter2");
    const { grant, args: approvedArgs } = await as("scout").collect({ id: request.id });
    expect(approvedArgs).toEqual(args);
    expect(await refusal(redeem(grant, { args: { ...args, password: "hunter3" } }))).toBe(
      "other_action",
    );
    await redeem(grant, { args });
  });

  test("what is erased is gone, and the log still holds", async () => {
    const request = await approved();
    const erased = await as("owner").erase({ id: request.id });
    expect(JSON.stringify(erased)).not.toContain("user123");
    expect(await as("owner").show({ id: request.id })).toMatchObject({ request: erased });
    expect(await codeOf(as("scout").collect({ id: request.id }))).toBe("NOT_APPROVED");
    expect((await as("owner").verifyAudit()).intact).toBe(true);
  });
}

import { describe, expect, test } from "vitest";
import { MAX_EVIDENCE, MAX_EVIDENCE_BYTES } from "../../../src/domain/limits.ts";
import { asAuthorization, asQuestion } from "../../../src/domain/requests/request.ts";
import type { AuthorizeInput, RedeemInput } from "../../../src/ports/earshot/authority.ts";
import type { EvidenceInput, GivenContent } from "../../../src/ports/earshot/evidence.ts";
import { digest } from "../../../src/system/digest.ts";
import { applyRules, codeOf, type Part, type WorldUnderTest } from "./world.ts";

const of = (text: string) => digest.bytes(Buffer.from(text));
const ARGS = { path: "src/a.ts" };
const CHANGE: EvidenceInput & { kind: "file" } = {
  kind: "file",
  name: "src/a.ts",
  before: { text: "one\n" },
  after: { text: "two\n" },
};
const PAY = { amount: 14_900, currency: "EUR", recipient: "Acme GmbH" };
const PAYMENT: EvidenceInput & { kind: "payment" } = {
  kind: "payment",
  name: "invoice 4711",
  amount: 14_900,
  currency: "EUR",
  payee: "Acme GmbH",
};
const PNG = Buffer.from("89504e470d0a1a0a0000", "hex").toString("base64");

/** What an agent lays before people beside its words. */
export function evidenceFacts(under: WorldUnderTest): void {
  const as = (part: Part) => under.world.as(part);
  const seek = async (evidence: readonly EvidenceInput[], over: Partial<AuthorizeInput> = {}) => {
    const input = { tool: "write", args: ARGS, reason: "A change.", evidence, ...over };
    return asAuthorization((await as("scout").authorize(input)).request);
  };
  const approved = async (
    evidence: readonly EvidenceInput[],
    over: Partial<AuthorizeInput> = {},
  ) => {
    const request = await seek(evidence, over);
    await as("approver").approve({ id: request.id, digest: request.authorization.digest });
    return request;
  };
  const redeem = async (
    { id: request }: { readonly id: RedeemInput["request"] & {} },
    evidence?: readonly EvidenceInput[],
    over: Partial<RedeemInput> = {},
  ) => {
    const input = { request, tool: "write", args: ARGS, ...over };
    try {
      await as("scout").redeem(evidence === undefined ? input : { ...input, evidence });
      return "redeemed";
    } catch (error) {
      return (error as { details?: { reason?: string } }).details?.reason;
    }
  };

  describe("evidence of an action", () => {
    test("stands in it by digests, and an action without any is as it was", async () => {
      const { action } = (await seek([CHANGE])).authorization;
      expect(action).toMatchObject({
        v: 2,
        evidence: [{ kind: "file", name: "src/a.ts", before: of("one\n"), after: of("two\n") }],
      });
      const bare = (await seek([], { args: { path: "b" } })).authorization.action;
      expect(bare.v).toBe(1);
      expect("evidence" in bare).toBe(false);
    });

    test("is part of what is approved: no other evidence redeems it, and none does not either", async () => {
      const changed: EvidenceInput = { ...CHANGE, after: { text: "twO\n" } };
      const renamed: EvidenceInput = { ...CHANGE, name: "src/b.ts" };
      const request = await approved([CHANGE]);
      for (const evidence of [undefined, [], [changed], [renamed], [CHANGE, CHANGE]]) {
        expect(await redeem(request, evidence)).toBe("other_action");
      }
      const byDigests: EvidenceInput = { ...CHANGE, before: of("one\n"), after: of("two\n") };
      expect(await redeem(request, [byDigests])).toBe("redeemed");
    });

    test("cannot be added to an action that was approved without any", async () => {
      const request = await approved([]);
      expect(await redeem(request, [CHANGE])).toBe("other_action");
      expect(await redeem(request)).toBe("redeemed");
    });

    test("makes another request of the same call", async () => {
      const first = await seek([CHANGE]);
      expect((await seek([CHANGE])).id).toBe(first.id);
      expect((await seek([{ ...CHANGE, after: null }])).id).not.toBe(first.id);
      expect((await seek([])).id).not.toBe(first.id);
    });

    test("is read byte for byte by who may read the request, and by nobody else", async () => {
      const { id } = await seek([CHANGE]);
      const other = await seek([], { args: { path: "other" } });
      for (const part of ["scout", "viewer"] as const) {
        const file = await as(part).readFile({ id, digest: of("one\n") });
        expect(file).toMatchObject({ name: "a.ts", media_type: "text/plain", size: 4 });
        expect(Buffer.from(file.bytes).toString()).toBe("one\n");
      }
      for (const part of ["rival", "outsider", "stranger"] as const) {
        expect(await codeOf(as(part).readFile({ id, digest: of("one\n") }))).toBe("NOT_FOUND");
      }
      expect(await codeOf(as("viewer").readFile({ id: other.id, digest: of("one\n") }))).toBe(
        "NOT_FOUND",
      );
      expect((await as("viewer").verifyAudit()).intact).toBe(true);
    });

    test("is drawn of its bytes for who may read the request", async () => {
      const { id } = await seek([CHANGE]);
      const { items } = await as("viewer").showEvidence({ id });
      expect(items).toEqual([
        {
          kind: "file",
          name: "src/a.ts",
          heading: "Change src/a.ts · +1 −1",
          warnings: [],
          facts: [],
          lines: [
            { sign: "#", text: "line 1" },
            { sign: "-", text: "one" },
            { sign: "+", text: "two" },
          ],
          more: 0,
          files: [
            {
              role: "before",
              name: "a.ts",
              media_type: "text/plain",
              size: 4,
              digest: of("one\n"),
            },
            { role: "after", name: "a.ts", media_type: "text/plain", size: 4, digest: of("two\n") },
          ],
        },
      ]);
      expect(await codeOf(as("outsider").showEvidence({ id }))).toBe("NOT_FOUND");
    });

    test("is kept where a rule decides at once", async () => {
      await applyRules(as("owner"), [{ name: "writing", tools: ["write"], decision: "allow" }]);
      const { id, status } = await seek([CHANGE]);
      expect(status).toBe("approved");
      expect((await as("viewer").readFile({ id, digest: of("two\n") })).size).toBe(4);
    });

    test("goes with its request, and the digest of the action stays", async () => {
      const request = await approved([CHANGE]);
      await redeem(request, [CHANGE]);
      await as("owner").erase({ id: request.id });
      const shown = asAuthorization((await as("viewer").show({ id: request.id })).request);
      expect(shown.authorization.digest).toBe(request.authorization.digest);
      expect(shown.authorization.action.evidence).toBeUndefined();
      expect(await codeOf(as("viewer").readFile({ id: request.id, digest: of("one\n") }))).toBe(
        "NOT_FOUND",
      );
      expect((await as("viewer").verifyAudit()).intact).toBe(true);
    });

    test("that shows the arguments lets nobody edit them", async () => {
      const { id } = await seek([CHANGE]);
      const args = { path: "elsewhere" };
      await expect(as("approver").previewEdit({ id, args })).rejects.toThrow(/as the agent sought/);
    });
  });

  describe("an edit of arguments that evidence shows", () => {
    const SQL = "delete from t where id = $1";
    const QUERY = { sql: SQL, params: [7], database: "shop" };
    const query = (text: string, params: number[]): EvidenceInput => {
      return { kind: "sql", name: "tidy.sql", content: { text }, params };
    };
    const over = { tool: "query", args: QUERY };

    test("takes parameters along that an argument holds, and what was shown before does not redeem", async () => {
      const edits = { narrow: { "/params/0": "lower" } };
      await applyRules(as("owner"), [{ name: "query", tools: ["query"], edits }]);
      const { id } = await seek([query(SQL, [7])], over);
      const args = { ...QUERY, params: [6] };
      const { digest: edited, evidence } = await as("approver").previewEdit({ id, args });
      expect(JSON.stringify(evidence)).toMatch(/\$1.*6/);
      await as("approver").approve({ id, digest: edited, args });
      const request = asAuthorization((await as("viewer").show({ id })).request);
      expect(request.authorization.action.evidence).toMatchObject([
        { digest: of(SQL), params: [6] },
      ]);
      const live = { tool: "query", args };
      expect(await redeem(request, [query(SQL, [7])], live)).toBe("other_action");
      expect(await redeem(request, [query(SQL, [7])], over)).toBe("other_action");
      expect(await redeem(request, [query(SQL, [6])], live)).toBe("redeemed");
      expect((await as("viewer").verifyAudit()).intact).toBe(true);
    });

    test("is refused where another argument changes, and says which may", async () => {
      const { id } = await seek([query(SQL, [7])], over);
      const args = { ...QUERY, database: "bank" };
      await expect(as("approver").previewEdit({ id, args })).rejects.toThrow(
        /"tidy\.sql" beside it .* Only \/sql, \/params can change/,
      );
    });

    test("is refused beside a plan, and says what to do", async () => {
      const plan: EvidenceInput = { kind: "plan", name: "plan.json", content: { text: "{}" } };
      const { id } = await seek([plan], { args: { plan: "{}" } });
      const edit = as("approver").previewEdit({ id, args: { plan: "{ }" } });
      await expect(edit).rejects.toThrow(/"plan\.json" .* say what should be different/);
    });
  });

  describe("a payment", () => {
    test("is that of the arguments, and nobody is asked about another", async () => {
      const over = { tool: "pay", args: PAY };
      const { action } = (await seek([PAYMENT], over)).authorization;
      expect(action.evidence).toEqual([
        {
          kind: "payment",
          name: "invoice 4711",
          amount: { at: "/amount", value: 14_900 },
          currency: { at: "/currency", value: "EUR" },
          payee: { at: "/recipient", value: "Acme GmbH" },
        },
      ]);
      for (const said of [{ amount: 1_490 }, { currency: "USD" }, { payee: "Acme Ltd" }]) {
        await expect(seek([{ ...PAYMENT, ...said }], over)).rejects.toThrow(/the evidence says/);
      }
    });

    test("follows an edit of the arguments", async () => {
      const edits = { narrow: { "/amount": "lower" } };
      await applyRules(as("owner"), [{ name: "pay", tools: ["pay"], edits }]);
      const { id } = await seek([PAYMENT], { tool: "pay", args: PAY });
      const args = { ...PAY, amount: 100 };
      const { digest: edited } = await as("approver").previewEdit({ id, args });
      await as("approver").approve({ id, digest: edited, args });
      const request = asAuthorization((await as("viewer").show({ id })).request);
      expect(request.authorization.action.evidence).toMatchObject([{ amount: { value: 100 } }]);
    });
  });

  describe("evidence is refused before anybody is asked", () => {
    const tooMany = Array.from({ length: MAX_EVIDENCE + 1 }, () => CHANGE);
    const half = { text: "x".repeat(MAX_EVIDENCE_BYTES / 2 - 10) };
    const plain = (name: string, content: GivenContent): EvidenceInput => ({
      kind: "attachment",
      name,
      content,
    });
    test.each<[string, readonly EvidenceInput[], RegExp]>([
      ["by its digest alone", [{ ...CHANGE, after: of("two\n") }], /by its digest alone/],
      ["too many pieces", tooMany, /20|Too big/],
      ["too many bytes", [plain("a", half), plain("b", half), plain("c", half)], /8 MiB/],
      [
        "an image that is none",
        [{ kind: "image", name: "a.png", content: { text: "<svg/>" } }],
        /no PNG/,
      ],
      ["no base64", [plain("a", { base64: "%%" })], /base64/],
      ["a file that never was", [{ ...CHANGE, before: null, after: null }], /neither/],
    ])("%s", async (_, evidence, why) => {
      await expect(seek(evidence)).rejects.toThrow(why);
    });

    test("where a secret stands in it", async () => {
      const args = { ...ARGS, token: "hunter2hunter2" };
      const over = { args, secrets: ["/token"] };
      const leak: EvidenceInput = { ...CHANGE, after: { text: "hunter2hunter2" } };
      await expect(seek([leak], over)).rejects.toThrow(/readable in the evidence/);
    });
  });

  test("a question has evidence too, which stays when it is answered", async () => {
    const evidence: EvidenceInput[] = [
      { kind: "image", name: "shot.png", content: { base64: PNG } },
    ];
    const { request } = await as("scout").ask({ text: "Does it look right?", evidence });
    const [shown] = asQuestion(request).question.evidence ?? [];
    const { id } = request;
    await as("approver").answer({ id, answer: { text: "Yes." } });
    const named = digest.bytes(Buffer.from(PNG, "base64"));
    expect(shown).toEqual({ kind: "image", name: "shot.png", digest: named });
    const file = await as("viewer").readFile({ id, digest: named });
    expect(file).toMatchObject({ name: "shot.png", media_type: "image/png", size: 10 });
    expect((await as("viewer").verifyAudit()).intact).toBe(true);
  });
}

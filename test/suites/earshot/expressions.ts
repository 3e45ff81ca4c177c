import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/domain/json.ts";
import { asAuthorization } from "../../../src/domain/requests/request.ts";
import type { AuthorizeInput } from "../../../src/ports/earshot/authority.ts";
import { digest } from "../../../src/system/digest.ts";
import { applyPolicy, codeOf, type Part, type WorldUnderTest } from "./world.ts";

/** What a policy of version 2 lets agents do. */
export function expressionFacts(under: WorldUnderTest): void {
  const as = (part: Part) => under.world.as(part);
  const apply = (...rules: JsonObject[]) => applyPolicy(as("owner"), { version: 2, rules });
  const seek = async (args: JsonObject) =>
    asAuthorization(
      (await as("scout").authorize({ tool: "pay", args, reason: "It is due." })).request,
    );

  const seekPay = async (
    args: JsonObject,
    told: Pick<AuthorizeInput, "toolDefinition" | "toolSchemaHash">,
  ) => {
    const content = { tool: "pay", args, reason: "It is due.", joinKey: crypto.randomUUID() };
    return asAuthorization((await as("scout").authorize({ ...content, ...told })).request);
  };

  describe("a policy of version 2", () => {
    test("allows by a condition on exact amounts, and only what it names", async () => {
      const when = 'args.currency == "EUR" && decimal(args.amount) <= decimal("12.50")';
      await apply({ name: "small", tools: ["pay"], when, decision: "allow" });
      const small = { currency: "EUR", amount: "12.50" };
      expect(await seek(small)).toMatchObject({ status: "approved" });
      expect(await seek({ ...small, amount: "12.51" })).toMatchObject({ status: "open" });
      expect(await seek({ ...small, payee: "eve" })).toMatchObject({ status: "open" });
    });

    test("lets nobody reach a weaker rule by an argument that cannot be compared", async () => {
      const weaker = { name: "others", decision: "allow", other_args: "any" };
      await apply({ name: "large", when: "args.amount > 1000", decision: "deny" }, weaker);
      expect(await seek({ amount: "1000000" })).toMatchObject({ status: "rejected" });
      expect(await seek({ amount: 5 })).toMatchObject({ status: "approved" });
    });

    test("is asked again when the action is to run", async () => {
      await apply({ name: "large", when: "args.amount > 1000", level: "LOW" });
      const request = await seek({ amount: 5_000 });
      const { digest } = request.authorization;
      await as("approver").approve({ id: request.id, digest });
      await apply({ name: "none", when: "args.amount > 4000", decision: "deny" });
      expect(await codeOf(as("scout").collect({ id: request.id }))).toBe("GRANT_REFUSED");
    });

    test("tells the people why a request was asked, by the policy and arguments of that time", async () => {
      const small = {
        name: "small",
        when: "args.amount < 100",
        decision: "allow",
        other_args: "any",
      };
      const { revision } = await apply(small, { name: "large", level: "HIGH" });
      const { id } = await seek({ amount: 500 });
      await apply({ name: "none", decision: "deny" });
      const told = await as("viewer").explainRequest({ id });
      expect(told).toMatchObject({ outcome: "ask", rule: "large", revision, isInForce: false });
      expect(told.rules).toMatchObject([
        { rule: "small", found: "does_not_match", why: { parts: [{ text: "args.amount < 100" }] } },
        { rule: "large", found: "matches" },
      ]);
      expect(told.anew).toBeUndefined();
      expect(await codeOf(as("scout").explainRequest({ id }))).toBe("NOT_ALLOWED");
      const refused = await seek({ amount: 500 });
      expect(await as("approver").explainRequest({ id: refused.id })).toMatchObject({
        outcome: "deny",
        rule: "none",
        isInForce: true,
      });
    });

    test("tells nobody a secret by why, and of what was erased that it was", async () => {
      await apply({ name: "key", when: 'args.key == "a"', decision: "deny" }, { name: "rest" });
      const { request } = await as("scout").authorize({
        tool: "pay",
        args: { key: "hunter2" },
        secrets: ["/key"],
        reason: "It is due.",
      });
      const { id } = request;
      const told = await as("owner").explainRequest({ id });
      expect(told.rules).toMatchObject([
        { found: "does_not_match", why: { parts: [{ values: [{ isSecret: true }] }] } },
        { rule: "rest", found: "matches" },
      ]);
      expect(JSON.stringify(told)).not.toContain("hunter2");
      await as("approver").reject({ id });
      await as("owner").erase({ id });
      expect(await as("owner").explainRequest({ id })).toMatchObject({
        unknown: "erased",
        rule: "rest",
        rules: [],
      });
    });

    test("is counted by its rules, also by those that are gone, for people alone", async () => {
      await apply({ name: "was", decision: "deny" });
      await seek({ n: 1 });
      const { revision } = await apply({ name: "is", tools: ["pay"] }, { name: "idle" });
      await seek({ n: 2 });
      await seek({ n: 3 });
      const counted = await as("viewer").policyCoverage();
      expect(counted).toMatchObject({ revision, examined: 3, tests: [] });
      expect(counted.rules).toMatchObject([
        { rule: "is", requests: 2, last: expect.any(String) },
        { rule: "idle", requests: 0 },
      ]);
      expect(counted.others).toMatchObject([{ rule: "was", requests: 1 }]);
      expect(await codeOf(as("scout").policyCoverage())).toBe("NOT_ALLOWED");
      expect(await codeOf(as("owner").policyCoverage({ cursor: "behind" }))).toBe("INVALID_INPUT");
    });

    test("counts a budget as the record has it", async () => {
      const budget = { per: "1h", calls: 1 };
      const few = { name: "few", decision: "allow", other_args: "any", budget };
      await apply(few, { name: "rest" });
      const first = await seek({ n: 1 });
      const second = await seek({ n: 2 });
      expect((await as("owner").explainRequest({ id: first.id })).rules).toMatchObject([
        { rule: "few", found: "matches" },
      ]);
      expect((await as("owner").explainRequest({ id: second.id })).rules).toMatchObject([
        { rule: "few", found: "spent" },
        { rule: "rest", found: "matches" },
      ]);
    });

    test("is refused where a failure would not be heard of, and warned of in a dry run", async () => {
      const of = (when: string) => ({
        source: { version: 2, rules: [{ name: "r", when, decision: "allow" }] },
      });
      const unheard = of("args.a == 1 || args.b == 2");
      const refusal = {
        message: expect.stringContaining("rules[0].when, line 1, column 1: args.a"),
      };
      await expect(as("owner").applyPolicy(unheard)).rejects.toMatchObject(refusal);
      await expect(as("owner").dryRunPolicy(unheard)).rejects.toMatchObject(refusal);
      const { warnings } = await as("owner").dryRunPolicy(of('args.to.endsWith("our.org")'));
      expect(warnings).toMatchObject([{ rule: "r", place: "rules[0].when, line 1, column 1" }]);
    });

    test("is refused where a tool does not have what it names, and one in force outlives a change of it", async () => {
      const schemaOf = (...names: readonly string[]) => ({
        type: "object",
        properties: Object.fromEntries(names.map((name) => [name, { type: "number" }])),
      });
      const offer = async (...names: readonly string[]) => {
        const inputSchema = schemaOf(...names);
        const definition = { name: "pay", description: null, inputSchema, server: "bank" };
        const hash = digest.tool(definition);
        await as("scout").offerTools({
          server: "bank",
          tools: [{ tool: "pay", hash, definition }],
        });
        return { toolDefinition: definition, toolSchemaHash: hash };
      };
      const sourceOf = (when: string) => ({
        version: 2,
        rules: [{ name: "small", tools: ["pay"], when, decision: "allow" }],
      });
      const was = await offer("amount");
      const refusal = {
        code: "INVALID_INPUT",
        message: expect.stringContaining(
          "rules[0].when, line 1, column 1: The tool pay of scout has no argument args.amont. Did you mean amount?",
        ),
      };
      const wrong = sourceOf("args.amont <= 5");
      await expect(as("owner").applyPolicy({ source: wrong })).rejects.toMatchObject(refusal);
      await expect(as("owner").dryRunPolicy({ source: wrong })).rejects.toMatchObject(refusal);
      const source = sourceOf("args.amount <= 5");
      const { revision } = await as("owner").applyPolicy({ source });
      const request = await seekPay({ amount: 5 }, was);
      expect(request).toMatchObject({ status: "approved" });
      const is = await offer("amounts");
      const changed = await seekPay({ amount: 5 }, is);
      expect(changed).toMatchObject({ status: "open" });
      await as("approver").pinTool({ id: changed.id, hash: is.toolSchemaHash });
      expect(await as("owner").applyPolicy({ source })).toMatchObject({ revision });
      expect(await seekPay({ amounts: 5 }, is)).toMatchObject({ status: "open" });
      expect(await codeOf(as("owner").dryRunPolicy({ source }))).toBe("INVALID_INPUT");
    });

    test("is not held up by an agent whom people have halted", async () => {
      const inputSchema = { type: "object", properties: {}, additionalProperties: false };
      const definition = { name: "pay", description: null, inputSchema, server: "bank" };
      const hash = digest.tool(definition);
      await as("scout").offerTools({ server: "bank", tools: [{ tool: "pay", hash, definition }] });
      const no = { name: "no", tools: ["pay"], when: "args.amount > 5", decision: "deny" };
      expect(await codeOf(apply(no))).toBe("INVALID_INPUT");
      const { items } = await as("owner").listAgents();
      for (const { principal } of items) {
        if (principal.name === "scout") await as("owner").haltAgent({ id: principal.id });
      }
      expect(await codeOf(apply(no))).toBeUndefined();
    });

    test("is refused where an expression cannot be read, and the one in force stays", async () => {
      const before = await apply({ name: "all", decision: "deny" });
      const refused = as("owner").applyPolicy({
        source: { version: 2, rules: [{ name: "typo", when: "arg.amount > 5" }] },
      });
      await expect(refused).rejects.toMatchObject({
        code: "INVALID_INPUT",
        message: expect.stringContaining("rules[0].when, line 1, column 1: "),
      });
      expect((await as("owner").policy()).revision).toBe(before.revision);
    });
  });
}

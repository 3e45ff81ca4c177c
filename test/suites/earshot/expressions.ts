import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/domain/json.ts";
import { asAuthorization } from "../../../src/domain/requests/request.ts";
import { applyPolicy, codeOf, type Part, type WorldUnderTest } from "./world.ts";

/** What a policy of version 2 lets agents do. */
export function expressionFacts(under: WorldUnderTest): void {
  const as = (part: Part) => under.world.as(part);
  const apply = (...rules: JsonObject[]) => applyPolicy(as("owner"), { version: 2, rules });
  const seek = async (args: JsonObject) =>
    asAuthorization(
      (await as("scout").authorize({ tool: "pay", args, reason: "It is due." })).request,
    );

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

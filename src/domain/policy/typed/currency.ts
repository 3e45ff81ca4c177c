import { isJsonObject } from "../../json-equal.ts";
import { pointerParts } from "../../json-pointer.ts";
import type { CompiledRule } from "../compile-rule.ts";
import type { CompiledPolicy } from "../decide.ts";
import type { Term } from "../expressions/expression.ts";
import { namedPaths } from "../expressions/named-paths.ts";
import { partsOfTerm } from "../expressions/terms.ts";
import type { Rule } from "../policy.ts";
import type { PinnedTool } from "./check-typed.ts";
import { shapeOf } from "./schema-shape.ts";

/** A sum in which amounts of several currencies are one number. */
export interface MixedSum {
  readonly rule: Rule;
  readonly place: string;
  /** The argument that says which currency it is. */
  readonly currency: string;
}

const CURRENCY = /currency|^(?:ccy|curr?)$/i;

/**
 * Sums of rules that let several currencies pass: a rule or the schema of a tool names an argument for the
 * currency, the rule does not say which one, and the budget does not count each by itself.
 */
export function mixedSums(
  { policy, rules }: CompiledPolicy,
  pinned: readonly PinnedTool[],
): readonly MixedSum[] {
  return rules.flatMap((compiled, index) => {
    const { rule } = compiled;
    const mixed = (rule.budgets ?? []).some(
      ({ sum, by = "agent" }) => sum !== undefined && !CURRENCY.test(lastOf(by)),
    );
    if (!mixed || isFixed(compiled)) return [];
    const isClosed = policy.version === 2 && rule.decision === "allow" && rule.otherArgs !== "any";
    const others = isClosed
      ? []
      : [
          ...rules.filter((one) => isAboutSame(one.rule, rule)).flatMap(namesIn),
          ...pinned
            .filter(({ agent, tool }) => compiled.isNamed({ tool, agentName: agent }))
            .flatMap(({ inputSchema }) => fieldsOf(inputSchema)),
        ];
    const currency = [...namesIn(compiled), ...others].find((name) => CURRENCY.test(name));
    return currency === undefined ? [] : [{ rule, place: `rules[${index}].budget`, currency }];
  });
}

function lastOf(pointer: string): string {
  return pointer.split("/").at(-1) ?? "";
}

function isAboutSame({ tools = [] }: Rule, rule: Rule): boolean {
  return tools.some((tool) => rule.tools?.includes(tool));
}

function namesIn({ rule, expression }: CompiledRule): readonly string[] {
  const pointed = Object.keys(rule.args ?? {}).map((pointer) => pointerParts(pointer).at(-1));
  const named = expression === undefined ? [] : namedPaths(expression.term);
  return [...pointed, ...named.map(({ parts }) => parts.at(-1))].filter(
    (name) => typeof name === "string",
  );
}

function fieldsOf(inputSchema: PinnedTool["inputSchema"]): readonly string[] {
  const properties = shapeOf(inputSchema)?.["properties"];
  return properties !== undefined && isJsonObject(properties) ? Object.keys(properties) : [];
}

/** Whether its conditions leave one currency. */
function isFixed({ rule, expression }: CompiledRule): boolean {
  const isShort = Object.entries(rule.args ?? {}).some(
    ([pointer, { equals, in: values }]) =>
      CURRENCY.test(lastOf(pointer)) && (equals !== undefined || values?.length === 1),
  );
  return isShort || (expression !== undefined && isFixedBy(expression.term));
}

function isFixedBy(term: Term): boolean {
  if (term.kind !== "call") return false;
  if (term.name === "&&") return partsOfTerm(term).some(isFixedBy);
  const [left, right] = term.args;
  if (left === undefined || right === undefined) return false;
  if (term.name === "in")
    return isCurrency(left) && right.kind === "list" && right.items.length === 1;
  const isOne = isCurrency(left) ? right.kind === "constant" : left.kind === "constant";
  return term.name === "==" && isOne && (isCurrency(left) || isCurrency(right));
}

function isCurrency(term: Term): boolean {
  const last = namedPaths(term)[0]?.parts.at(-1);
  return typeof last === "string" && CURRENCY.test(last);
}

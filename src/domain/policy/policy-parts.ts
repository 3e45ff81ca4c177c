import type { Json, JsonObject } from "../json.ts";
import { isJsonObject, isSameJson } from "../json-equal.ts";

/** A part of a policy that is changed by itself: one rule, the order of the rules, any other key. */
export interface PolicyPart {
  readonly kind: "rule" | "order" | "key";
  /** Of a rule or a key. */
  readonly name: string;
  /** Of the order: the names of the rules, first to last. */
  readonly value: Json;
}

/** A part that two policies do not share; `null` where one lacks it. */
export interface PolicyDifference extends Omit<PolicyPart, "value"> {
  readonly from: Json;
  readonly to: Json;
}

const ORDER = "rules";

/** The parts of a policy in the form of the file; rules first, in their order. */
export function partsOf(source: JsonObject | undefined): readonly PolicyPart[] {
  if (source === undefined) return [];
  const rules = rulesOf(source);
  const others = Object.keys(source).filter((key) => key !== "rules" && key !== "version");
  return [
    ...rules.map((value) => ({ kind: "rule", name: nameOf(value), value }) as const),
    ...(rules.length > 1
      ? [{ kind: "order", name: ORDER, value: rules.map(nameOf) } as const]
      : []),
    ...others.map((name) => ({ kind: "key", name, value: source[name] ?? null }) as const),
  ];
}

/**
 * Whether a policy says the same of this part. Rules that come and go are parts of their own, so the
 * order is the same as long as those that both have come in one order.
 */
export function saysTheSame(part: PolicyPart, source: JsonObject | undefined): boolean {
  const other = partsOf(source).find((one) => one.kind === part.kind && one.name === part.name);
  if (part.kind !== "order") return other !== undefined && isSameJson(part.value, other.value);
  const [names, others] = [namesIn(part.value), rulesOf(source ?? {}).map(nameOf)];
  const stayed = names.filter((name) => others.includes(name));
  return isSameJson(
    stayed,
    others.filter((name) => names.includes(name)),
  );
}

/** Everything in which two policies differ; `from` is absent where there was none before. */
export function policyDifference(
  from: JsonObject | undefined,
  to: JsonObject,
): readonly PolicyDifference[] {
  const [old, now] = [partsOf(from), partsOf(to)];
  const valueIn = (parts: readonly PolicyPart[], { kind, name }: PolicyPart) =>
    parts.find((part) => part.kind === kind && part.name === name)?.value ?? null;
  const isOther = (part: PolicyPart) =>
    part.kind === "order"
      ? from !== undefined && !saysTheSame(part, from)
      : !saysTheSame(part, from);
  const gone = old.filter((part) => part.kind !== "order" && !now.some((one) => isPart(one, part)));
  return [
    ...gone.map(({ kind, name, value }) => ({ kind, name, from: value, to: null })),
    ...now.filter(isOther).map((part) => {
      const { kind, name, value } = part;
      return { kind, name, from: valueIn(old, part), to: value };
    }),
  ];
}

function isPart(one: PolicyPart, other: PolicyPart): boolean {
  return one.kind === other.kind && one.name === other.name;
}

function rulesOf(source: JsonObject): readonly JsonObject[] {
  const rules = source["rules"];
  return Array.isArray(rules) ? (rules as readonly Json[]).filter(isJsonObject) : [];
}

function nameOf(rule: JsonObject): string {
  return String(rule["name"]);
}

function namesIn(value: Json): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

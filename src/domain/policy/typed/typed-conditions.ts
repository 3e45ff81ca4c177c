import type { Json } from "../../json.ts";
import type { Condition } from "../policy.ts";
import { type Kind, kindOfJson, kindsOf, type Shape } from "./schema-shape.ts";

/** What of a condition can never be judged of the values that a schema admits, as the end of a sentence. */
export function mistypedCondition(condition: Condition, shape: Shape): string | undefined {
  const kinds = kindsOf(shape);
  if (kinds === undefined) return undefined;
  const { equals, in: values, matches, over, under } = condition;
  const compared: readonly Kind[] = [
    ...kindsOfValues(equals === undefined ? (values ?? []) : [equals]),
    ...(matches === undefined ? [] : ["text" as const]),
    ...(over === undefined && under === undefined ? [] : ["a number" as const]),
  ];
  const other = compared.find((kind) => !kinds.has(kind));
  return other === undefined
    ? undefined
    : `has ${[...kinds].join(" or ")} there, and it is compared with ${other}.`;
}

function kindsOfValues(values: readonly Json[]): readonly Kind[] {
  return values.filter((value) => value !== null).map(kindOfJson);
}

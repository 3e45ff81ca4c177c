import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json-equal.ts";
import { pointerParts } from "../json-pointer.ts";
import { compileCondition } from "./conditions.ts";
import type { PolicyFacts } from "./decide.ts";
import type { Condition, Rule } from "./policy.ts";

const ANYTHING = "x";
const MAX_CALLS = 16;

/** A text that a pattern matches, with `filling` in place of its first `*`. */
export function textLike(pattern: string, filling = ANYTHING): string {
  return pattern.replace("*", () => filling).replaceAll(/[*?]/g, ANYTHING);
}

/** A value that meets a condition; undefined if none was found. */
export function valueFor(condition: Condition): Json | undefined {
  const { equals, in: values = [], matches, over, under } = condition;
  const guesses: readonly (Json | undefined)[] = [
    equals,
    ...values,
    matches === undefined ? undefined : textLike(matches),
    over !== undefined && under !== undefined ? (over + under) / 2 : undefined,
    over === undefined ? undefined : over + 1,
    under === undefined ? undefined : under - 1,
    condition.exists === true ? ANYTHING : undefined,
  ];
  const fits = compileCondition(condition, "fails");
  return guesses.find((guess) => guess !== undefined && fits(guess));
}

/** How a call should differ from one that a rule simply matches. */
export interface Otherwise {
  /** Instead of the rule's own. */
  readonly tools?: readonly string[];
  readonly agents?: readonly string[];
  /** The pointer whose condition is ignored, and the value to use there. */
  readonly at?: {
    readonly pointer: string;
    readonly parts: readonly string[];
    readonly value: Json;
  };
}

/** Calls that meet all conditions of a rule but one; none if they cannot be found. */
export function callsFor(
  { tools, agents, args = {} }: Rule,
  otherwise: Otherwise = {},
): readonly PolicyFacts[] {
  const { at } = otherwise;
  let made: JsonObject = {};
  for (const [pointer, condition] of Object.entries(args)) {
    if (pointer === at?.pointer || condition.exists === false) continue;
    const value = valueFor(condition);
    if (value === undefined || pointer === "") return [];
    made = placed(made, pointerParts(pointer), value) as JsonObject;
  }
  if (at !== undefined) {
    if (at.parts.length === 0) return [];
    made = placed(made, at.parts, at.value) as JsonObject;
  }
  const names = otherwise.tools ?? tools?.map((tool) => textLike(tool)) ?? ["any_tool"];
  const agentNames = otherwise.agents ?? agents?.map((agent) => textLike(agent)) ?? [""];
  return names
    .flatMap((tool) => agentNames.map((agentName) => ({ tool, agentName, args: made })))
    .slice(0, MAX_CALLS);
}

/** The value with another one put at a place, creating the parents that it needs. */
function placed(at: Json | undefined, parts: readonly string[], value: Json): Json {
  const [part, ...rest] = parts;
  if (part === undefined) return value;
  const isIndex = /^\d$/.test(part);
  if (isIndex && (at === undefined || Array.isArray(at))) {
    const list = at ?? [];
    const index = Number(part);
    const filled = Array.from(
      { length: Math.max(list.length, index + 1) },
      (_, n) => list[n] ?? null,
    );
    return filled.with(index, placed(list[index], rest, value));
  }
  const object = at !== undefined && isJsonObject(at) ? at : {};
  const former = Object.hasOwn(object, part) ? object[part] : undefined;
  return { ...object, [part]: placed(former, rest, value) };
}

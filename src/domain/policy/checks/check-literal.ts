import type { Json } from "../../json.ts";
import { pointerParts } from "../../json-pointer.ts";
import { quoted } from "../form-fields.ts";
import type { Condition, Rule } from "../policy.ts";
import { callsFor, textLike, valueFor } from "../sample.ts";
import type { Suspicion } from "./suspicion.ts";

/*
 * Finds text that looks like a pattern or an expression but is taken literally. A rule that asks or
 * denies then misses what it was written for and fails open; one that allows only fails to allow.
 */

/** Signs of an expression beyond `*` and `?`, which a policy's patterns know. */
const EXPRESSION =
  /^\^|\$$|^\.\*.|\\[dDwWsSbB.]|\.\+|\([^()]*\|[^()]*\)|\[\^?(?:a-z|A-Z|0-9)|\{[^{}]*,[^{}]*\}|^!|^\/.+\/[gimsuy]*$/;

const INDEXED = /^(.+)\[(?:\d+|\*)\]$/;

export function literalSuspicions(rule: Rule): readonly Suspicion[] {
  const conditions = Object.entries(rule.args ?? {});
  return [
    ...conditions.flatMap(([pointer, condition]) => pointerSuspicions(rule, pointer, condition)),
    ...(rule.decision === "allow"
      ? []
      : [
          ...conditions.flatMap(([pointer, condition]) => textSuspicions(rule, pointer, condition)),
          ...nameSuspicions(rule),
        ]),
  ];
}

function pointerSuspicions(
  rule: Rule,
  pointer: string,
  condition: Condition,
): readonly Suspicion[] {
  const parts = pointerParts(pointer);
  const meant = parts.flatMap(meantKeys);
  if (meant.join("/") === parts.join("/")) return [];
  const value = condition.exists === false ? "x" : valueFor(condition);
  if (value === undefined) return [];
  return [
    {
      place: argsPlace(pointer),
      calls: callsFor(rule, { at: { pointer, parts: meant, value } }),
      what: `${quoted(pointer)} names a key that is written just so; in a pointer nothing stands for any key or element.`,
      instead: `Write one condition for each place, as ${quoted(`/${meant.join("/")}`)}, or put the whole tool under a rule that asks or denies.`,
    },
  ];
}

/** The keys that the author means. `-` is after the last element, where there is nothing. */
function meantKeys(part: string): readonly string[] {
  if (part === "*" || part === "**" || part === "-") return ["0"];
  if (part === "$") return [];
  const [, key] = INDEXED.exec(part) ?? [];
  if (key !== undefined) return [key, "0"];
  return part.includes("*") ? [part.replaceAll("*", "x")] : [part];
}

function textSuspicions(rule: Rule, pointer: string, condition: Condition): readonly Suspicion[] {
  const { equals, in: values = [], matches } = condition;
  const found: [key: string, written: string, meant: string, what: string][] = [];
  if (matches !== undefined && EXPRESSION.test(matches)) {
    const what = `looks like a regular expression; in a pattern only * and ? stand for others.`;
    found.push(["matches", matches, likeExpression(matches), what]);
  }
  const listed: [string, Json][] = [
    ...(equals === undefined ? [] : [["equals", equals] as [string, Json]]),
    ...values.map((value, index): [string, Json] => [`in[${index}]`, value]),
  ];
  for (const [key, value] of listed) {
    if (typeof value !== "string" || !/[^*]\*|\*[^*]/.test(value)) continue;
    const what = "is compared as it is written: only matches takes patterns.";
    found.push([key, value, textLike(value), what]);
  }
  return found.map(([key, written, meant, what]) => ({
    place: `${argsPlace(pointer)}.${key}`,
    calls: callsFor(rule, { at: { pointer, parts: pointerParts(pointer), value: meant } }),
    what: `${JSON.stringify(written)} ${what}`,
    instead: `Write a pattern, as { matches: ${JSON.stringify(patternFor(written))} }, or list what may pass (in) before it and put the whole tool under this rule.`,
  }));
}

function nameSuspicions(rule: Rule): readonly Suspicion[] {
  return (["tools", "agents"] as const).flatMap((key) =>
    (rule[key] ?? []).flatMap((written, index) =>
      EXPRESSION.test(written) || /[_-]\.\*|,/.test(written)
        ? [
            {
              place: `${key}[${index}]`,
              calls: callsFor(rule, { [key]: [likeExpression(written)] }),
              what: `${JSON.stringify(written)} looks like an expression or a list; in a name only * and ? stand for others.`,
              instead: `Write names and patterns one by one, as [${JSON.stringify(patternFor(written))}].`,
            },
          ]
        : [],
    ),
  );
}

/** A text that the author of such an expression means; the reading need not be perfect. */
function likeExpression(written: string): string {
  if (written.startsWith("!")) return "other";
  return written
    .replace(/^\/(.+)\/[gimsuy]*$/, "$1")
    .replaceAll(/^\^|\$$/g, "")
    .replaceAll(/\((?:\?:)?([^()|]*)(?:\|[^()]*)?\)[*+?]?/g, "$1")
    .replaceAll(/\{([^{},]*),[^{}]*\}/g, "$1")
    .replaceAll(/\[\^?0-9\][*+?]?|\\d[*+?]?/g, "1")
    .replaceAll(/\[[^\]]*\][*+?]?|\\[wDS][*+?]?/g, "a")
    .replaceAll(/\\s[*+?]?/g, " ")
    .replaceAll(/\\[bB]/g, "")
    .replaceAll(/\\(.)/g, "$1")
    .replaceAll(/\.[*+]|\*/g, "x")
    .replace(/[,|].*$/, "")
    .trim();
}

/** The nearest pattern of a policy. */
function patternFor(written: string): string {
  const inner = written.replace(/^!/, "").replace(/^\/(.+)\/[gimsuy]*$/, "$1");
  const isOpenBefore = EXPRESSION.test(inner) && !inner.startsWith("^");
  const isOpenBehind = EXPRESSION.test(inner) && !inner.endsWith("$");
  const text = inner
    .replaceAll(/^\^|\$$/g, "")
    .replaceAll(/\((?:\?:)?([^()|]*)(?:\|[^()]*)?\)/g, "$1")
    .replaceAll(/\{([^{},]*),[^{}]*\}/g, "$1")
    .replaceAll(/\[[^\]]*\][*+?]?|\\[dDwWsSbB][*+?]?|\.[*+]/g, "*")
    .replaceAll(/\\(.)/g, "$1")
    .replace(/[,|].*$/, "");
  return `${isOpenBefore ? "*" : ""}${text}${isOpenBehind ? "*" : ""}`.replaceAll(/\*+/g, "*");
}

function argsPlace(pointer: string): string {
  return `args[${quoted(pointer)}]`;
}

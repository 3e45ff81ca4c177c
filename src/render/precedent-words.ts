import { type ArgRole, roleOfKey } from "../domain/authority/arg-roles.ts";
import type { Difference } from "../domain/inbox/fold.ts";
import type { Precedent } from "../domain/inbox/precedent.ts";
import { pointerParts } from "../domain/json-pointer.ts";
import { oneLine, visibleText } from "./visible-text.ts";

/* "Same as the last 5 of this agent and tool, except amount: 14,900, was 100." */

const SENTENCES = {
  same: "Same as the last {count} of this agent and tool.",
  sameOne: "Same as the last one of this agent and tool.",
  except: "Same as the last {count} of this agent and tool, except {differs}.",
  exceptOne: "Same as the last one of this agent and tool, except {differs}.",
} as const;
const DIFFERS = "{where}: {now}, was {before}";
const SECRET = "{where}: secret, and not compared";
const MORE_VALUES = "{first} and {count} others";

const MOST_BEFORE = 2;
const WIDTH = 60;
const COUNTED: ReadonlySet<ArgRole> = new Set(["amount", "count"]);

/** What it is like and where it differs, as one sentence. */
export function precedentWords(precedent: Precedent, locale?: string): string {
  const { count, differs } = precedent;
  const isOne = count === 1;
  const sentence =
    differs.length === 0
      ? isOne
        ? SENTENCES.sameOne
        : SENTENCES.same
      : isOne
        ? SENTENCES.exceptOne
        : SENTENCES.except;
  const where = differs.map((one) => differenceWords(one, locale)).join("; ");
  return sentence.replace("{count}", String(count)).replace("{differs}", () => where);
}

/** How those were decided: "approved 4, rejected 1; 2 by you". */
export function decidedWords({ approved, edited, rejected, own, count }: Precedent): string {
  const parts = [
    ...(approved - edited > 0 ? [`approved ${approved - edited}`] : []),
    ...(edited > 0 ? [`approved with other arguments ${edited}`] : []),
    ...(rejected > 0 ? [`rejected ${rejected}`] : []),
  ];
  const by = own === 0 ? "none by you" : own === count ? "all by you" : `${own} by you`;
  return `${parts.join(", ")}; ${count === 1 && own === 1 ? "by you" : by}`;
}

function differenceWords({ pointer, values }: Difference, locale: string | undefined): string {
  const where = oneLine(pointerParts(pointer).join(".") || pointer, WIDTH);
  const [now = "", ...before] = values;
  if (values.length === 0) return SECRET.replace("{where}", () => where);
  const say = (json: string) => valueWords(json, pointer, locale);
  const others = [...new Set(before)].filter((one) => one !== now);
  const first = others.slice(0, MOST_BEFORE).map(say).join(" or ");
  const left = others.length - MOST_BEFORE;
  const was =
    left > 0 ? MORE_VALUES.replace("{first}", () => first).replace("{count}", String(left)) : first;
  return DIFFERS.replace("{where}", () => where)
    .replace("{now}", () => say(now))
    .replace("{before}", () => was);
}

function valueWords(json: string, pointer: string, locale: string | undefined): string {
  const key = pointerParts(pointer).at(-1) ?? "";
  const value = Number(json);
  if (json !== "" && Number.isSafeInteger(value) && COUNTED.has(roleOfKey(key, value).role)) {
    return new Intl.NumberFormat(locale).format(value);
  }
  return oneLine(visibleText(json, { keepLines: false }), WIDTH);
}

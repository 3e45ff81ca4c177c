import { type ArgRole, roleOfKey } from "../domain/authority/arg-roles.ts";
import type { Difference } from "../domain/inbox/fold.ts";
import type { Precedent } from "../domain/inbox/precedent.ts";
import { pointerParts } from "../domain/json-pointer.ts";
import type { RenderMessages } from "./messages/messages.ts";
import { oneLine, visibleText } from "./visible-text.ts";
import { commaWords, orWords } from "./words/listed.ts";
import type { Reader } from "./words/reader.ts";

/* "Same as the last 5 of this agent and tool, except amount: 14,900, was 100." */

const MOST_BEFORE = 2;
const WIDTH = 60;
const COUNTED: ReadonlySet<ArgRole> = new Set(["amount", "count"]);

type For = Pick<Reader, "words" | "locale">;

/** What it is like and where it differs, as one sentence. */
export function precedentWords({ count, differs }: Precedent, reader: For): string {
  const { words } = reader;
  if (differs.length === 0) return words.say("same.last", { count });
  const where = differs.map((one) => differenceWords(one, reader)).join("; ");
  return words.say("same.except", { count, differs: where });
}

/** How those were decided: "approved 4, rejected 1; 2 by you". */
export function decidedWords(precedent: Precedent, words: RenderMessages): string {
  const { approved, edited, rejected, own, count } = precedent;
  const plain = approved - edited;
  const parts = [
    ...(plain > 0 ? [words.say("decided.approved", { count: plain })] : []),
    ...(edited > 0 ? [words.say("decided.edited", { count: edited })] : []),
    ...(rejected > 0 ? [words.say("decided.rejected", { count: rejected })] : []),
  ];
  const decided = parts.length === 0 ? "" : commaWords(parts, words);
  if (own === 0) return words.say("decided.by_none", { decided });
  if (own < count) return words.say("decided.by_some", { decided, own });
  return words.say(count === 1 ? "decided.by_you" : "decided.by_all", { decided });
}

function differenceWords({ pointer, values }: Difference, { words, locale }: For): string {
  const where = oneLine(pointerParts(pointer).join(".") || pointer, WIDTH);
  const [now = "", ...before] = values;
  if (values.length === 0) return words.say("same.secret", { where });
  const say = (json: string) => valueWords(json, pointer, locale);
  const others = [...new Set(before)].filter((one) => one !== now);
  const first = orWords(others.slice(0, MOST_BEFORE).map(say), words);
  const left = others.length - MOST_BEFORE;
  const was = left > 0 ? words.say("same.others", { first, count: left }) : first;
  return words.say("same.differs", { where, now: say(now), before: was });
}

function valueWords(json: string, pointer: string, locale: string | undefined): string {
  const key = pointerParts(pointer).at(-1) ?? "";
  const value = Number(json);
  if (json !== "" && Number.isSafeInteger(value) && COUNTED.has(roleOfKey(key, value).role)) {
    return new Intl.NumberFormat(locale).format(value);
  }
  return oneLine(visibleText(json, { keepLines: false }), WIDTH);
}

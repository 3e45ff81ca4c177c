import type { ArgRole } from "../domain/authority/arg-roles.ts";
import type { Decisive, DecisiveArg } from "../domain/authority/decisive-args.ts";
import { pointerParts } from "../domain/json-pointer.ts";
import type { RenderMessages } from "./messages/messages.ts";
import { SECRET, shownText } from "./shown-json.ts";
import { revealed } from "./visible-text.ts";
import { commaWords } from "./words/listed.ts";

/*
 * The heading of an action in words: "Run admin_reset_system on production, 14,900 €". It is Earshot's
 * own sentence: a text of the agent stands in it bare only if it is one plain word, and in quotation
 * marks otherwise, so that no value passes for another argument.
 */

/** A piece of the heading; `own` are Earshot's words. */
export interface HeadingPart {
  readonly kind: "own" | "tool" | "key" | "value";
  readonly text: string;
}

/** An amount under one of these names needs no name beside its currency. */
const PLAIN_AMOUNTS: ReadonlySet<string> = new Set(["amount", "sum", "total"]);
const PLAIN_KEY = /^[A-Za-z_$][\w$-]*$/;
const PLAIN_WORD = /^[\p{L}\p{N}/~@][\p{L}\p{N}._@:/~+-]*$/u;
/** Without quotation marks these would be values of another type. */
const LITERAL = /^(?:true|false|null|-?[\d.]+(?:e[+-]?\d+)?)$/i;
/** Particles of Japanese, which could make one word pass for two. */
const HIRAGANA = /\p{Script=Hiragana}/u;
/** Beyond these, digits could be wrong or endless. */
const MOST_NUMBER = 1e15;

export interface Wording {
  readonly words: RenderMessages;
  /** Of numbers and money; the one of the machine if absent. */
  readonly locale?: string | undefined;
  /** For a row: `+2` for two more arguments. */
  readonly isShort?: boolean;
}

const MOST_SAID = 4;

/** The heading in pieces, for whoever shows them apart. It tells how many arguments it leaves out. */
export function headingParts(
  { tool, decisive = NONE }: { readonly tool: string; readonly decisive?: Decisive | undefined },
  wording: Wording,
): readonly HeadingPart[] {
  const { words, isShort = false } = wording;
  const { args, more } = saidOf(decisive);
  const place = args.find(isPlace);
  const others = args.filter((arg) => arg !== place);
  const isAlone = args.filter(({ role }) => role === "amount").length === 1;
  const told: readonly HeadingPart[][] = [
    ...others.map((arg) => argParts(arg, { ...wording, isAlone })),
    ...(more === 0
      ? []
      : [
          [
            {
              kind: "key",
              text: isShort ? `+${more}` : words.say("run.more", { count: more }),
            } as const,
          ],
        ]),
  ];
  return sentenceOf(words, place !== undefined, told.length > 0)
    .split(/(\{\w+\})/)
    .flatMap((piece): readonly HeadingPart[] => {
      switch (piece) {
        case "":
          return [];
        case "{tool}":
          return [{ kind: "tool", text: wordOf(tool) }];
        case "{place}":
          return place === undefined ? [] : [{ kind: "value", text: valueWords(place, wording) }];
        case "{args}":
          return listed(told, words);
        default:
          return [{ kind: "own", text: piece }];
      }
    });
}
const NONE: Decisive = { args: [], more: 0 };

/** The places stay, since each is filled with pieces. */
function sentenceOf(words: RenderMessages, hasPlace: boolean, hasArgs: boolean): string {
  const [tool, place, args] = ["{tool}", "{place}", "{args}"];
  if (!hasArgs) {
    return hasPlace ? words.say("run.at", { tool, place }) : words.say("run.bare", { tool });
  }
  return hasPlace
    ? words.say("run.at_with", { tool, place, args })
    : words.say("run.with", { tool, args });
}

/** Long texts and ids say nothing beside what does; they are counted then. */
function saidOf({ args, more }: Decisive): Decisive {
  const telling = args.filter(({ role }) => !QUIET.has(role));
  const isTold = telling.some(({ role }) => role !== "flag" && role !== "plain");
  const said = (isTold ? telling : args).slice(0, MOST_SAID);
  return { args: said, more: more + args.length - said.length };
}
const QUIET: ReadonlySet<ArgRole> = new Set(["text", "id", "compound"]);

/** Its arguments alone, on one line: `environment production, amount 14,900 €, to ACME`. */
export function decisiveWords({ args, more }: Decisive, wording: Wording): string {
  const { words } = wording;
  const parts = args.map((arg) => textOf(argParts(arg, wording)));
  const all = [...parts, ...(more === 0 ? [] : [words.say("run.more", { count: more })])];
  return all.length === 0 ? "" : commaWords(all, words);
}

export function textOf(parts: readonly HeadingPart[]): string {
  return parts.map(({ text }) => text).join("");
}

/** A place that one word names. */
function isPlace(arg: DecisiveArg): boolean {
  const { role, value, left, entries } = arg;
  if (role !== "place" || left !== undefined || entries !== undefined) return false;
  return typeof value === "string" && value !== "";
}

function listed(
  all: readonly (readonly HeadingPart[])[],
  words: RenderMessages,
): readonly HeadingPart[] {
  const comma = { kind: "own", text: words.say("list.comma", { first: "", last: "" }) } as const;
  return all.flatMap((parts, index) => (index === 0 ? parts : [comma, ...parts]));
}

function argParts(
  arg: DecisiveArg,
  { isAlone = false, ...wording }: Wording & { readonly isAlone?: boolean },
): HeadingPart[] {
  const value = { kind: "value", text: valueWords(arg, wording) } as const;
  if (isAlone && arg.currency !== undefined && PLAIN_AMOUNTS.has(lastKey(arg))) return [value];
  return [{ kind: "key", text: keyWords(arg) }, { kind: "own", text: " " }, value];
}

function lastKey({ at }: DecisiveArg): string {
  return pointerParts(at).at(-1) ?? "";
}

/** `payment.amount`; a key that is no plain word in quotation marks. */
function keyWords({ at }: DecisiveArg): string {
  return pointerParts(at)
    .map((key) => (PLAIN_KEY.test(key) ? key : revealed(JSON.stringify(key))))
    .join(".");
}

function valueWords(arg: DecisiveArg, { words, locale }: Wording): string {
  if (arg.isSecret === true) return SECRET;
  const first = scalarWords(arg, locale);
  const { entries } = arg;
  if (entries === undefined) return first;
  if (entries < 2 && "value" in arg) return first;
  if (!("value" in arg)) return `[${entries}]`;
  return words.say("more", { first, count: entries - 1 });
}

function scalarWords(arg: DecisiveArg, locale: string | undefined): string {
  const { value, role, currency } = arg;
  if (value === undefined) return "{…}";
  if (typeof value === "string") return textWords(value, arg);
  const isCounted = role === "amount" || role === "count" || currency !== undefined;
  if (typeof value === "number" && isCounted && Math.abs(value) < MOST_NUMBER) {
    return inNumbers(value, currency, locale);
  }
  return JSON.stringify(value);
}

/** Every digit after the point stays. */
function inNumbers(
  value: number,
  currency: string | undefined,
  locale: string | undefined,
): string {
  const money = currency === undefined ? {} : ({ style: "currency", currency } as const);
  return new Intl.NumberFormat(locale, {
    ...money,
    maximumFractionDigits: 20,
    ...(Number.isInteger(value) && { minimumFractionDigits: 0 }),
  }).format(value);
}

function textWords(text: string, { end = "", left }: DecisiveArg): string {
  if (left !== undefined) {
    const quoted = `${JSON.stringify(text).slice(0, -1)}`;
    const tail = JSON.stringify(end).slice(1);
    return `${revealed(quoted)}⟨×${left} characters⟩${revealed(tail)}`;
  }
  return wordOf(text);
}

/** Bare if it is one plain word that nothing hides in. */
function wordOf(text: string): string {
  const plain = shownText(text);
  const isPlain = PLAIN_WORD.test(text) && !LITERAL.test(text) && !HIRAGANA.test(text);
  if (plain === text && isPlain) return text;
  return revealed(JSON.stringify(text));
}

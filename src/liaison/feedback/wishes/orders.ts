import { alternatives } from "../../phrases/phrase-pattern.ts";
import lists from "./orders.json" with { type: "json" };

/** How people of one language say what is to be done, beyond the phrases that every request has. */
export interface Orders {
  /** "Sign it Dave", "Chiedi un incontro": it begins with what is to be done. */
  readonly isOrder: (text: string) => boolean;
  /** "No exclamation marks", "niente avvocato". */
  readonly isBan: (text: string) => boolean;
  /** It reminds of what was asked for before. */
  readonly isReminder: (text: string) => boolean;
  /** It is for another time, or only if whoever does it likes. */
  readonly isForLater: (text: string) => boolean;
}

type Lists = Readonly<Record<keyof (typeof lists)["en"], readonly string[]>>;

const LISTS = new Map<string, Lists>(Object.entries(lists));
const OF_CODE = new Map<string, Orders>();
const NONE: Orders = {
  isOrder: () => false,
  isBan: () => false,
  isReminder: () => false,
  isForLater: () => false,
};
const MOST_READ = 300;
/** "Quote is wrong", "no problem": what only looks like an order. */
const NO_ORDER =
  /^(?:\p{L}+ ){0,3}?(?:\p{L}+ (?:of|is|are|was|were|looks?|works?|seems?|has|have|and|but|to me|for me|me|us|up)(?!\p{L})|no (?:problems?|ideas?|doubt|wonder|rush|worries|thanks|wait|matter|need|longer|objections?|complaints?|changes|questions?|comments?|surprises?|i|it|it's|its|he|she|you|we|they|that|that's|this|the|but|no)(?!\p{L}))/iu;

/** "Neem ik het", "nehme ich": who speaks says what they do themselves. */
const OWN_DEED = /^[ ,]{0,3}(?:ik|ich|wij|wir|io|eu|yo|je|ja)(?!\p{L})/iu;

/** "Cámbiame solo esa", "quítalo": the accent tells a verb with its object behind it. */
const WITH_OBJECT: Readonly<Record<string, RegExp>> = {
  es: /^(?:(?:pero|y|por favor|solo|sólo|también)[\s,]+)*(?=\p{L}*[áéíóú])\p{L}{2,12}[ae](?:me|nos|l[oa]s?|mel[oa]s?|nosl[oa]s?|sel[oa]s?)(?!\p{L})/iu,
};

/** Nothing is an order in a language without a list. */
export function ordersOf(code: string): Orders {
  const list = OF_CODE.has(code) ? undefined : LISTS.get(code);
  const known = list === undefined ? OF_CODE.get(code) : openOrders(list, WITH_OBJECT[code]);
  if (known === undefined) return NONE;
  OF_CODE.set(code, known);
  return known;
}

function openOrders(
  { before, orders, bans, reminds, ends, nextTime }: Lists,
  withObject: RegExp | undefined,
): Orders {
  const opening = `^(?:(?:${alternatives(before)})[\\s,，、]{0,3}){0,3}`;
  const begins = (some: readonly string[]) =>
    some.length === 0 ? undefined : new RegExp(`${opening}(?:${alternatives(some)})`, "iu");
  const [order, ban] = [begins(orders), begins(bans)];
  const end =
    ends.length === 0 ? undefined : new RegExp(`(?:${alternatives(ends)})[\\s.!。！]{0,5}$`, "iu");
  const reminder = new RegExp(alternatives(reminds), "iu");
  const later = new RegExp(alternatives(nextTime), "iu");
  const says = (pattern: RegExp | undefined, text: string) => {
    const found = pattern?.exec(text);
    if (found === null || found === undefined || NO_ORDER.test(text)) return false;
    const rest = pattern === end ? text.slice(0, found.index) : text.slice(found[0].length);
    if (pattern !== end && OWN_DEED.test(rest)) return false;
    return /[\p{L}\p{N}]{2}|\p{sc=Han}/u.test(rest);
  };
  const read = (text: string) => text.slice(0, MOST_READ).trim().replaceAll("’", "'");
  return {
    isOrder: (text) => [order, end, withObject].some((form) => says(form, read(text))),
    isBan: (text) => says(ban, read(text)),
    isReminder: (text) => reminder.test(read(text)),
    isForLater: (text) => later.test(read(text)),
  };
}

import type { Polarity } from "./polarity.ts";
import { isComplaint, type Remark } from "./remarks.ts";
import type { Orders } from "./wishes/orders.ts";

const WISH: Polarity = { value: -0.45, weight: 0.8 };
/** Words that praise at least so much ask for nothing. */
const PRAISED = 0.2;
const MOST_WORDS = 8;
const MOST_READ = 160;

/**
 * Who asks for one change asks for more in fewer words: "no lawyer", "she's Paula!!", "PLUS vat not
 * including". Alone they would be no request, and in company they are.
 */
export function withWishesBeside(remarks: readonly Remark[], orders: Orders): readonly Remark[] {
  return [...Map.groupBy(remarks, ({ exchange }) => exchange).values()].flatMap((own) =>
    own.some(wantsChange)
      ? own.map((remark, at) =>
          isShortWish(remark, own[at - 1], orders)
            ? { ...remark, ...WISH, request: "asked" }
            : remark,
        )
      : own,
  );
}

function wantsChange(remark: Remark): boolean {
  const { request, act } = remark;
  const isOpen = act?.kind === "improve" || act?.kind === "conditional";
  return request !== undefined || isOpen || isComplaint(remark);
}

function isShortWish(remark: Remark, before: Remark | undefined, orders: Orders): boolean {
  const { act, request, isSarcastic, plain, text, value } = remark;
  if (act !== undefined || request !== undefined || isSarcastic) return false;
  if (isCorrection(text)) return true;
  if (value > PRAISED) return false;
  if (orders.isBan(plain) || orders.isReminder(plain)) return true;
  return isShort(text) && (isExclaimed(remark) || isDenied(before, remark));
}

const HELPING =
  "is|are|was|were|am|be|do|does|did|can|could|will|would|should|has|have|had|must|may|might|why|if|or|but|certainly|definitely|really|maybe|absolutely|just|also|it's|its|that's|i'm|they're|you're|we're";
const CORRECTION = new RegExp(
  `(?<!(?<![\\p{L}'])(?:${HELPING})),? not (?:the |a |an |at |on |in )?[\\p{L}\\d]`,
  "iu",
);

/** "Noon not six", "PLUS vat not including": a figure, a name or capitals are set right. */
function isCorrection(text: string): boolean {
  const said = text.slice(0, MOST_READ).replaceAll("’", "'");
  return CORRECTION.test(said) && NAMED.test(said.slice(1).replace(/\bI\b/g, ""));
}

const NAMED = /\d|\p{Lu}/u;

function isShort(text: string): boolean {
  return text.split(/\s+/, MOST_WORDS + 1).length <= MOST_WORDS;
}

const NAMES = /^(?:it|he|she|they|that|this)(?:'s|s| is| are) (?:[\p{L}\d]+ ){0,3}\p{Lu}/u;
const INSISTS = /^\p{L}.*(?:\p{Lu}{3}|\d)/u;

/** "She's Paula!!" says how it is to be. */
function isExclaimed({ text, source, end }: Remark): boolean {
  const said = text.slice(0, MOST_READ).replaceAll("’", "'");
  if (!/^[\s.…]?[!！]/u.test(source.slice(end, end + 2)) && !/[!！]$/u.test(said)) return false;
  return INSISTS.test(said) || NAMES.test(said.slice(0, 1).toLowerCase() + said.slice(1));
}

const NO = /^(?:no|no no|nope|nah|nein|nee|non|não|nie)[.!,]*$/;

/** "No, penicillin!!": what stands behind a bare no is what is right. */
function isDenied(before: Remark | undefined, { sentence, plain }: Remark): boolean {
  if (before?.sentence !== sentence || !NO.test(before.plain)) return false;
  return !/^(?:thanks|thank|sorry|it|that|this|i|we|you)\b/.test(plain);
}

/**
 * "I accept it, just add page numbers": consent does not close what the same words ask for, unless it
 * is for another time.
 */
export function asksBesideConsent(remarks: readonly Remark[], orders: Orders): boolean {
  const newest = remarks.at(-1)?.exchange;
  const own = remarks.filter(({ exchange }) => exchange === newest);
  if (!own.some(({ act }) => act?.kind === "accept")) return false;
  return own.some((remark) => {
    if (remark.request !== "asked" || remark.isSarcastic) return false;
    const near = own.filter(({ sentence }) => sentence === remark.sentence);
    return !near.some(({ text }) => orders.isForLater(text)) && !KEEPS.test(remark.plain);
  });
}

const KEEPS =
  /^(?:\p{L}+ )?(?:keep|leave|let|behalte?|lass|lassen|garde[rz]?|laisse[rz]?|deja|deje|lascia|deixa|deixe|laat|zostaw)(?!\p{L})/iu;

import { isUnspaced, type KnownLanguage } from "../values/value-words.ts";
import words from "./words.json" with { type: "json" };

/** By what words a language takes back, replaces and removes. */
interface Words {
  readonly strong: string;
  readonly weak: string;
  readonly tail: string;
  readonly instead: string;
  readonly not: string;
  /** The words of `not` that set one thing against another. */
  readonly contrast: string;
  readonly but: string;
  readonly swap: readonly (readonly string[])[];
  readonly drop: string;
  readonly dropTail: string;
  readonly more: string;
  readonly same: string;
  readonly settled: string;
  readonly excuse: string;
  readonly articles: string;
  /** "I said Porto but it is Lisbon". */
  readonly said: string;
  readonly yet: string;
}

export interface CorrectionForms {
  /** At the beginning: it changes what was said. */
  readonly strong: RegExp;
  readonly weak: RegExp;
  readonly tail: RegExp;
  readonly pairs: readonly RegExp[];
  readonly drop: RegExp;
  readonly dropTail: RegExp;
  /** It adds to what was said. */
  readonly more: RegExp;
  /** "14 days is enough" decides on 14. */
  readonly settled: RegExp;
  /** All else stays, or why it was wrong. */
  readonly same: RegExp;
  readonly articles: RegExp;
  /** Where a sentence turns: "80 euros, no, 120". */
  readonly turn: RegExp;
  readonly negated: RegExp;
  readonly contrast: RegExp;
  /** "Not Friday", which belongs to the words beside it. */
  readonly not: RegExp;
  /** "I said Porto", which belongs to the "but" behind it. */
  readonly said: RegExp;
}

const FORMS = new Map<KnownLanguage, CorrectionForms>();

export function correctionForms(language: KnownLanguage): CorrectionForms {
  const known = FORMS.get(language);
  if (known !== undefined) return known;
  const own: Words = words[language];
  const made = isUnspaced(language) ? unspaced(own, language) : spaced(own);
  FORMS.set(language, made);
  return made;
}

const AROUND = "[\\s,.!;:…–-]";
const NEVER = /(?!)/u;
/** Within a clause; the comma of "3,400" is no end. */
const WITHIN = "(?:[^,;.!?]|[,.](?=\\d|\\p{L}))";
const PART = `${WITHIN}{1,80}?`;
const LAST = `${WITHIN}{1,60}`;

function spaced(own: Words): CorrectionForms {
  const form = (source: string) => new RegExp(source, "iu");
  const begins = (source: string) => form(`^(?:${source})(?![\\p{L}\\p{N}'’])${AROUND}*`);
  const ends = (source: string) => form(`${AROUND}+(?:${source})$`);
  const start = "(?:^|(?<=[,;:–-]\\s))";
  const pairs = [
    ...own.swap.map(
      ([verbs, joints]) =>
        `${start}(?:[^,;.!?]{0,20} )?(?:${verbs}) (?<old>${PART}) (?:${joints}) (?<value>[^,;!?]{1,80})`,
    ),
    `(?:${own.said}) (?<old>${PART}),? (?:${own.yet}) (?<value>${LAST})`,
    `${start}(?<value>${PART}),? (?:${own.instead}) (?<old>${LAST})`,
    `${start}(?<value>${PART}), ?(?:${own.not}) (?<old>${LAST})`,
    `${start}(?:${own.not}) (?<old>${PART})[,.]? (?:${own.but})(?: (?:${own.but}))* (?<value>${LAST})`,
    `^(?<denial>${own.not}) (?<old>${PART}), (?<value>${LAST})`,
  ];
  return {
    strong: begins(own.strong),
    weak: begins(own.weak),
    tail: ends(own.tail),
    pairs: pairs.map(form),
    drop: form(`^(?:${own.drop}) (?<old>[^;.!?]{2,100}?)$`),
    dropTail: ends(own.dropTail),
    more: form(`(?<!\\p{L})(?:${own.more})(?!\\p{L})`),
    settled: form(`(?<!\\p{L})(?:${own.settled})(?!\\p{L})`),
    same: form(`^(?:${own.same}|${own.excuse})$`),
    articles: own.articles === "" ? NEVER : form(`^(?:(?:${own.articles})(?: |(?<=['’])))+`),
    turn: new RegExp(
      `[,–-]\\s+(?=(?:${own.strong}|${own.drop})(?![\\p{L}'’]))|\\s+(?=(?:sorry|pardon|perdón|scusa|desculpa)(?:[,.!]|$))`,
      "giu",
    ),
    negated: form(
      `(?<!\\p{L})(?:${own.not}|${own.instead})(?: (?:${own.articles || "(?!)"}))?\\s*$`,
    ),
    contrast: own.contrast === "" ? NEVER : form(`^(?:${own.contrast})$`),
    not: form(`^(?:${own.not}) (?:\\S+ ){0,3}\\S+$`),
    said: form(`^(?:${own.said}) `),
  };
}

const UNSPACED_PAIRS: Readonly<Record<string, readonly string[]>> = {
  ja: [
    "(?<old>[^、。]{1,30}?)(?:じゃなくて|ではなくて?|でなく|をやめて|の代わりに)、?(?<value>[^、。]{1,40})",
    "(?<old>[^、。]{1,30}?)を(?<value>[^、。]{1,40}?)に(?:変更|変え|直し|訂正)",
  ],
  zh: [
    "不是(?<old>[^，。,]{1,30}?)[，,]?而?是(?<value>[^，。,]{1,40})",
    "(?:不要|别)(?<old>[^，。,]{1,30}?)[，,](?:要|改成|换成)(?<value>[^，。,]{1,40})",
    "[把将](?<old>[^，。,]{1,30}?)(?:改成|改为|换成|改到)(?<value>[^，。,]{1,40})",
    "(?<value>[^，。,]{1,30}?)[，,]?(?:而不是|，不是|不是)(?<old>[^，。,]{1,30})",
  ],
};

function unspaced(own: Words, language: KnownLanguage): CorrectionForms {
  const form = (source: string) => new RegExp(source, "u");
  const between = "[\\s、。，,.！!：]*";
  return {
    strong: form(`^(?:${own.strong})(?:に|は|で)?${between}`),
    weak: form(`^(?:${own.weak})${between}`),
    tail: form(`(?:${own.tail})${between}$`),
    pairs: (UNSPACED_PAIRS[language] ?? []).map(form),
    drop:
      own.drop === ""
        ? form("^(?<old>[^、。]{1,30}?)(?:はなし|は不要|はいりません|は要りません|を削除|をやめ)")
        : form(`^(?:${own.drop})(?<old>[^，。,]{1,30})`),
    dropTail: form(`(?:${own.dropTail === "" ? "です|で" : own.dropTail})$`),
    more: form(own.more),
    settled: form(own.settled),
    same: form(`^(?:${own.same}|${own.excuse})`),
    articles: NEVER,
    turn: new RegExp(`[、，]\\s*(?=(?:${own.strong}))`, "gu"),
    negated: NEVER,
    contrast: NEVER,
    not: NEVER,
    said: NEVER,
  };
}

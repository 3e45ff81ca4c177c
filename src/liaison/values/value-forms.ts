import {
  CLOSED,
  CLOSED_TYPES,
  type ClosedType,
  isUnspaced,
  type KnownLanguage,
  type ValueWords,
  valueWords,
} from "./value-words.ts";

/** The expressions of one language, made once. */
export interface ValueForms {
  readonly numbers: ReadonlyMap<string, number>;
  readonly people: RegExp;
  readonly stop: ReadonlySet<string>;
  readonly version: RegExp;
  readonly times: readonly RegExp[];
  readonly dates: readonly RegExp[];
  readonly weekdays: readonly RegExp[];
  readonly months: readonly RegExp[];
  readonly money: RegExp;
  readonly percent: RegExp;
  readonly counted: RegExp;
  readonly amount: RegExp;
  readonly closed: readonly (readonly [ClosedType, number, RegExp])[];
}

const FORMS = new Map<KnownLanguage, ValueForms>();

export function valueForms(language: KnownLanguage): ValueForms {
  const known = FORMS.get(language);
  if (known !== undefined) return known;
  const made = makeForms(language);
  FORMS.set(language, made);
  return made;
}

const NEVER = "(?!)";
/** "3rd floor" is no day. */
const NO_THING =
  "(?! (?:floor|grade|graders?|class|year|edition|birthday|anniversary|place|party|draft|version|page|chapter|row|person|time|century|attempt|round|option|photo|line|paragraph|slide|one)(?!\\p{L}))";
const DIGITS = "\\d{1,12}(?:[.,]\\d{1,12}){0,3}";

interface Sources {
  readonly words: ValueWords;
  readonly isBound: boolean;
  /** Digits, or two of them with "to". */
  readonly range: string;
  /** A range, or a number in words. */
  readonly number: string;
  readonly whole: (source: string) => RegExp;
}

function makeForms(language: KnownLanguage): ValueForms {
  const words = valueWords(language);
  const isBound = !isUnspaced(language);
  const whole = (source: string) =>
    new RegExp(isBound ? `(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])` : source, "giu");
  const numbers = numbersOf(language);
  const names = [...numbers.keys()].sort((one, other) => other.length - one.length);
  const range = `${DIGITS}(?: ?(?:-|–|to|bis|a|à) ?${DIGITS})?`;
  const number = `(?:${range}|${names.map((name) => (isBound ? `${name}(?!\\p{L})` : name)).join("|")})`;
  const sources = { words, isBound, range, number, whole };
  return {
    numbers,
    people: new RegExp(`^(?:${words.people})$`, "iu"),
    stop: new Set(words.stop.split("|")),
    version: /(?<![\p{L}\p{N}.])v?\d{1,4}\.\d{1,4}\.\d{1,4}(?:\.\d{1,4})?(?![\p{L}\p{N}])/giu,
    times: timeForms(sources),
    dates: [
      whole("\\d{4}-\\d{2}-\\d{2}"),
      ...(isBound ? dateForms(sources) : unspacedDates(sources)),
      ...(language === "en" ? [whole(`(?:the )?\\d{1,2}(?:st|nd|rd|th)${NO_THING}`)] : []),
      whole(words.relative),
    ],
    weekdays: words.weekdays.map(whole),
    months: words.months.map(whole),
    ...amountForms(sources),
    closed: CLOSED_TYPES.flatMap((type) =>
      CLOSED[type].map((source, index) => [type, index, whole(source)] as const),
    ),
  };
}

function timeForms({ words, number, whole }: Sources): readonly RegExp[] {
  const spoken = `(?<=(?<!\\p{L})(?:${words.at}) )${number}(?: y media| et demie| e mezza| e meia)?(?![\\p{N}:%/]| ?(?:${words.people})| \\p{L}{2,})`;
  return [
    whole(`\\d{1,2}(?:[:.]\\d{2})?(?: ?[-–] ?\\d{1,2}(?:[:.]\\d{2})?)?(?:${words.clock})`),
    whole("\\d{1,2}:\\d{2}(?: ?[-–] ?\\d{1,2}:\\d{2})?"),
    ...(words.at === "" ? [] : [new RegExp(spoken, "giu")]),
    whole(words.daytimes),
  ];
}

function dateForms({ words, whole }: Sources): readonly RegExp[] {
  const weekday = words.weekdays.join("|");
  const month = words.months.join("|");
  const day = `\\d{1,2}(?:${words.ordinal || NEVER})?`;
  const dated = `(?:(?:${weekday})\\.?,? )?`;
  const numbered = `(?:(?: the)? \\d{1,2}(?:${words.ordinal})?(?= |$|[,.;!]))?`;
  return [
    whole(`${dated}(?:the )?${day}(?:${words.dayOf})? ?(?:${month})(?:,? \\d{4})?`),
    whole(`${dated}(?:${month}) (?:the )?${day}(?:,? \\d{4})?`),
    whole(`${dated}\\d{1,2}/\\d{1,2}(?:/\\d{2,4})?`),
    whole("\\d{1,2}\\.\\d{1,2}\\.(?:\\d{2,4})?"),
    whole(`(?:${words.dayPrefix})?(?:${weekday})${numbered}`),
    whole(`(?:${month})(?: \\d{4})?`),
  ];
}

function unspacedDates({ words }: Sources): readonly RegExp[] {
  return [
    new RegExp(`(?:${words.months.join("|")}) ?\\d{1,2}(?:${words.ordinal})`, "giu"),
    new RegExp(`(?:${words.dayPrefix})?(?:${words.weekdays.join("|")})`, "giu"),
  ];
}

function amountForms({ words, isBound, range, number }: Sources) {
  const spacedMoney = `(?:[$€£¥]|R\\$) ?${range}(?: ?(?:k|million)(?!\\p{L}))?|(?<![\\p{L}\\p{N}.,])${number} ?(?:k )?(?:(?:${words.money})(?!\\p{L})|[€$£¥])`;
  const money = isBound ? spacedMoney : `[$€£¥] ?${range}|${number}(?:${words.money})`;
  const people = `(?<=(?<!\\p{L})(?:${words.forPeople}) )${number}(?! ?(?:\\p{L}{4,}|[%:/]))`;
  const amount = isBound
    ? `(?<![\\p{L}\\p{N}.,/-])${number}(?:[ -]?(?<unit>\\p{L}[\\p{L}'’]{0,30}))?`
    : `${number}个?(?<unit>[\\p{sc=Han}\\p{sc=Katakana}])?`;
  return {
    money: new RegExp(money, "giu"),
    percent: new RegExp(`${DIGITS} ?(?:%|(?:${words.percent})(?!\\p{L}))`, "giu"),
    counted: new RegExp(words.forPeople === "" ? NEVER : people, "giu"),
    amount: new RegExp(amount, "giu"),
  };
}

function numbersOf(language: KnownLanguage): ReadonlyMap<string, number> {
  const { numbers, tens } = valueWords(language);
  const counted = numbers.split(" ").map((word, value) => [word, value] as const);
  // "Ein" and "un" are articles more often than numbers.
  const known = counted.filter(([word, value]) => value !== 1 || word === "one" || word === "一");
  const more = Object.entries(tens).filter(([, value]) => value !== 1);
  return new Map([...known, ...more]);
}

import {
  CLOSED,
  CLOSED_TYPES,
  type ClosedType,
  isUnspaced,
  type KnownLanguage,
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

function makeForms(language: KnownLanguage): ValueForms {
  const words = valueWords(language);
  const isBound = !isUnspaced(language);
  const whole = (source: string) =>
    new RegExp(isBound ? `(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])` : source, "giu");
  const exact = (source: string) => new RegExp(`^(?:${source})$`, "iu");
  const numbers = numbersOf(language);
  const names = [...numbers.keys()].sort((one, other) => other.length - one.length);
  const digits = "\\d{1,12}(?:[.,]\\d{1,12}){0,3}";
  const range = `${digits}(?: ?(?:-|–|to|bis|a|à) ?${digits})?`;
  const number = `(?:${range}|${names.map((name) => `${name}(?!\\p{L})`).join("|")})`;
  const loose = isBound ? number : `(?:${range}|${names.join("|")})`;
  const weekday = words.weekdays.join("|");
  const month = words.months.join("|");
  const day = `\\d{1,2}(?:${words.ordinal || NEVER})?`;
  const dated = `(?:(?:${weekday})\\.?,? )?`;
  return {
    numbers,
    people: exact(words.people),
    stop: new Set(words.stop.split("|")),
    version: /(?<![\p{L}\p{N}.])v?\d{1,4}\.\d{1,4}\.\d{1,4}(?:\.\d{1,4})?(?![\p{L}\p{N}])/giu,
    times: [
      whole(`\\d{1,2}(?:[:.]\\d{2})?(?: ?[-–] ?\\d{1,2}(?:[:.]\\d{2})?)?(?:${words.clock})`),
      whole("\\d{1,2}:\\d{2}(?: ?[-–] ?\\d{1,2}:\\d{2})?"),
      ...(words.at === ""
        ? []
        : [
            new RegExp(
              `(?<=(?<!\\p{L})(?:${words.at}) )${number}(?: y media| et demie| e mezza| e meia)?(?![\\p{N}:%/]| ?(?:${words.people})| \\p{L}{2,})`,
              "giu",
            ),
          ]),
      whole(words.daytimes),
    ],
    dates: [
      whole("\\d{4}-\\d{2}-\\d{2}"),
      ...(isBound
        ? [
            whole(`${dated}(?:the )?${day}(?:${words.dayOf})? ?(?:${month})(?:,? \\d{4})?`),
            whole(`${dated}(?:${month}) (?:the )?${day}(?:,? \\d{4})?`),
            whole(`(?:(?:${weekday})\\.?,? )?\\d{1,2}/\\d{1,2}(?:/\\d{2,4})?`),
            whole("\\d{1,2}\\.\\d{1,2}\\.(?:\\d{2,4})?"),
            whole(
              `(?:${words.dayPrefix})?(?:${weekday})(?: \\d{1,2}(?:${words.ordinal})?(?= |$|[,.;!]))?`,
            ),
            ...(language === "en" ? [whole("(?:the )?\\d{1,2}(?:st|nd|rd|th)")] : []),
            whole(`(?:${month})(?: \\d{4})?`),
          ]
        : [
            new RegExp(`(?:${month}) ?\\d{1,2}(?:${words.ordinal})`, "giu"),
            new RegExp(`(?:${words.dayPrefix})?(?:${weekday})`, "giu"),
          ]),
      whole(words.relative),
    ],
    weekdays: words.weekdays.map(whole),
    months: words.months.map(whole),
    money: new RegExp(
      isBound
        ? `(?:[$€£¥]|R\\$) ?${range}(?: ?(?:k|million)(?!\\p{L}))?|(?<![\\p{L}\\p{N}.,])${number} ?(?:k )?(?:(?:${words.money})(?!\\p{L})|[€$£¥])`
        : `[$€£¥] ?${range}|${loose}(?:${words.money})`,
      "giu",
    ),
    percent: new RegExp(`${digits} ?(?:%|(?:${words.percent})(?!\\p{L}))`, "giu"),
    counted:
      words.forPeople === ""
        ? /(?!)/gu
        : new RegExp(
            `(?<=(?<!\\p{L})(?:${words.forPeople}) )${number}(?! ?(?:\\p{L}{4,}|[%:/]))`,
            "giu",
          ),
    amount: isBound
      ? new RegExp(
          `(?<![\\p{L}\\p{N}.,/-])${number}(?:[ -]?(?<unit>\\p{L}[\\p{L}'’]{0,30}))?`,
          "giu",
        )
      : new RegExp(`${loose}个?(?<unit>[\\p{sc=Han}\\p{sc=Katakana}])?`, "gu"),
    closed: CLOSED_TYPES.flatMap((type) =>
      CLOSED[type].map((source, index) => [type, index, whole(source)] as const),
    ),
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

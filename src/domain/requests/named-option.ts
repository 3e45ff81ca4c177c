import { plainWords } from "../plain-words.ts";
import type { Option } from "./question.ts";

/*
 * The option that a person means by a line. The whole line must be its name, except for what adds
 * nothing: punctuation, quotes, courtesy. So `not staging`, `staging or prod` and `staging?` name
 * nothing. A line that could mean two options gives both, and the caller then takes neither.
 */

/** The nouns that people put before a number. */
const NOUN =
  "(?:option|choice|number|answer|no\\.?|nr\\.?|nummer|antwort|auswahl|variante|numéro|réponse|choix|n[°º]|opción|número|opzione|numero|opção|optie|opcja|alternativ|вариант|номер|选项|選項|オプション|옵션)";
const NUMBERED = new RegExp(
  `^(?<noun>${NOUN}\\s*)?(?<mark>[#(\\[]?)\\s*(?<number>\\d{1,3})(?:\\s?[)\\].:]|\\s?-(?=\\s))?(?:\\s+(?<rest>\\S.*))?$`,
  "iu",
);

const COURTESY =
  "(?:please|pls|thanks|thank you|thx|bitte(?: schön)?|danke(?: schön)?|s'il (?:te|vous) pla[iî]t|svp|stp|merci|por favor|gracias|per favore|grazie|obrigad[oa]|alstublieft|alsjeblieft|graag|bedankt|proszę|dziękuję|prosím|tack|takk?|kiitos|пожалуйста|спасибо|будь ласка|lütfen|παρακαλώ)";
/** Follows words in scripts that use no space there. */
const JOINED =
  "(?:でお願いします|をお願いします|お願いします|です|请|谢谢|謝謝|부탁합니다|부탁드립니다|요)";
const LEAD_IN =
  "(?:let's (?:go with|take|use)|(?:i|we)(?:'d| would|'ll)? (?:go with|choose|pick|take|prefer)|go with|take|use|ich nehme|wir nehmen|nehmen wir|je (?:choisis|prends)|elijo|escolho|scelgo|wybieram|выбираю)";

const PEELS: readonly RegExp[] = [
  // One full stop ends a sentence, several leave it open.
  /(?<!\.)[.。．]$|[!！]+$|^[¡]/u,
  /\s*(?:👍|👌|🙂|😊|😀|🙏|✅|✔)[\u{1f3fb}-\u{1f3ff}]?$/u,
  new RegExp(`(?:[\\s,，]\\s*)${COURTESY}$|^${COURTESY}(?:\\s*[,，:]\\s*|\\s+)`, "iu"),
  new RegExp(`${JOINED}$|^请(?:选|選)?`, "u"),
  new RegExp(`^${LEAD_IN}\\s+`, "iu"),
  /^[-•]\s+/u,
];
const WRAPS = [
  '""',
  "''",
  "``",
  "“”",
  "„“",
  "„”",
  "«»",
  "»«",
  "‹›",
  "「」",
  "『』",
  "()",
  "[]",
  "**",
  "__",
];

/** The most characters of courtesy and white space around a label. */
const MOST_AROUND = 200;

/** All options that the text may mean; if there is exactly one, the person means it. */
export function optionsMeant(options: readonly Option[], text: string): readonly string[] {
  const labels = options.map(({ label }) => label);
  const most = Math.max(0, ...labels.map(({ length }) => length)) + MOST_AROUND;
  if (text.length > most) return [];
  let bare = text;
  let isQuoted = false;
  for (;;) {
    const numbered = isQuoted ? [] : byNumber(labels, bare);
    const found = [...new Set([...byLabel(labels, bare), ...numbered])];
    if (found.length > 0) return found;
    const inner = unwrapped(folded(bare));
    const next = inner ?? peeled(folded(bare));
    if (next === undefined) return [];
    // `"2"` in quotes is an option's label and not its number.
    isQuoted ||= inner !== undefined && /^["'`“„«»‹「『]/u.test(folded(bare));
    bare = next;
  }
}

/** Whether a text mentions an option among other words. */
export function namesOption(options: readonly Option[], text: string): boolean {
  const words = spaced(text);
  return options.some(({ label }) => words.includes(spaced(label)));
}

function byLabel(labels: readonly string[], text: string): readonly string[] {
  if (labels.includes(text)) return [text];
  const trimmed = text.trim().toLowerCase();
  const alike = labels.filter((label) => label.trim().toLowerCase() === trimmed);
  if (alike.length > 0) return alike;
  const wanted = folded(text);
  // Nearly everywhere a label is shown without its Markdown.
  const same = labels.filter((label) =>
    [label, plainWords(label)].some((words) => folded(words) === wanted),
  );
  return same.length > 0 ? same : labels.filter((label) => headOf(label) === wanted);
}

function byNumber(labels: readonly string[], text: string): readonly string[] {
  const { number, noun, mark, rest } = NUMBERED.exec(folded(text))?.groups ?? {};
  if (number === undefined) return [];
  const counted = labels[Number(number) - 1];
  const found = counted === undefined ? [] : [counted];
  if (rest !== undefined) return found.filter((label) => byLabel(labels, rest).includes(label));
  if (mark === "#" && noun === undefined) return found;
  return [...byLabel(labels, number), ...found];
}

/** `prod` of `prod (eu)` and of `prod – the real one`. */
function headOf(label: string): string | undefined {
  const [head, ...more] = folded(label).split(/ \(| - |: /);
  return more.length > 0 ? head : undefined;
}

function unwrapped(text: string): string | undefined {
  const wrap = WRAPS.find(
    ([first = "", last = ""]) => text.length > 2 && text.startsWith(first) && text.endsWith(last),
  );
  return wrap === undefined ? undefined : text.slice(1, -1);
}

function peeled(text: string): string | undefined {
  for (const peel of PEELS) {
    const less = text.replace(peel, "").trim();
    if (less !== text && less !== "") return less;
  }
  return undefined;
}

/** The form for comparing: case, width and the kind of dash or apostrophe make no difference. */
function folded(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\ufe0f\u20e3]/g, "")
    .replace(/[‘’]/g, "'")
    .replace(/[–—]/g, "-")
    .replace(/,\s+/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
}

function spaced(text: string): string {
  return ` ${folded(text)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim()} `;
}

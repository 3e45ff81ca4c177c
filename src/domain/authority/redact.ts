import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json-equal.ts";
import { pointerPart } from "../json-pointer.ts";
import { hideSecrets } from "../people/key-secret.ts";

/*
 * Hides secrets in text and in JSON: known ones by value, others by pattern. The time is proportional
 * to the length of any text: every pattern has bounds, or starts where nothing that it has already
 * read could start it again.
 */

export const SECRET_MARK = "[secret]";

/** Longer text is hidden as a whole: searching it could take more memory than there is. */
const MAX_TEXT = 1024 * 1024;
/** A shorter value would match all over ordinary text and hide half of it. */
const LEAST_KNOWN = 4;

/** Secrets that are recognised by their form. */
const TOKENS: readonly RegExp[] = [
  // OpenAI and Anthropic; inside a word, such as "task-", only if nothing else can be meant. It comes
  // first: a pattern that ends right before it would swallow its first letters.
  /(?:\bsk-|sk-(?:proj|svcacct|ant)-)[\w-]{20,}/g,
  /(?:AKIA|ASIA|AROA|AIDA|AGPA|ANPA)[A-Z0-9]{16,}/g,
  /gh[opusr]_[A-Za-z0-9]{30,}/g,
  /github_pat_\w{20,}/g,
  /glpat-[\w-]{20,}/g,
  /xox[a-z]-[A-Za-z0-9-]{10,}/g,
  /xapp-[A-Za-z0-9-]{10,}/g,
  /hooks\.slack\.com\/services\/[\w/]+/g,
  /AIza[\w-]{35,}/g,
  /GOCSPX-[\w-]{20,}/g,
  /\bya29\.[\w.-]{20,}/g,
  /(?:sk|rk|pk)_(?:live|test)_\w{10,}/g,
  /whsec_[\w+/=-]{16,}/g,
  /npm_[A-Za-z0-9]{30,}/g,
  /hf_[A-Za-z0-9]{30,}/g,
  /\bSG\.[\w-]{16,}\.[\w-]{16,}/g,
  // Telegram's bots.
  /\b\d{8,10}:[\w-]{35,}/g,
  // A JWT, and a JWE of five parts.
  /(?<![\w-])eyJ[\w-]{6,}\.[\w-]{2,}(?:\.[\w-]*){1,3}/g,
];

const NAMES =
  "pass(?:word|wd|phrase)|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|signing[_-]?key|credentials?";
/** The number of tokens that a model used is not a secret. */
const COUNT = `(?!tokens["']?\\s{0,8}[:=]\\s{0,8}\\d{1,9}\\b)`;
/** Lazy up to the closing quote: parsing escaped characters in pairs would need memory for each. */
const VALUE = `(?:"[^]*?(?:(?<!\\\\)"|$)|'[^]*?(?:(?<!\\\\)'|$)|[^\\s"'])\\S*`;

/** The first capture stays in the text: it shows that something was there. */
const NAMED: readonly RegExp[] = [
  /(authorization["']?\s{0,8}[:=]\s{0,8}["']?)[^\r\n"']+/gi,
  /(\b(?:set-)?cookie["']?\s{0,8}[:=]\s{0,8}["']?)[^\r\n"']+/gi,
  /(\bbearer\s{1,8})[\w.~+/=-]{16,}/gi,
  /(:\/\/[^\s/:@]*:)[^\s/@]+(?=@)/g,
  new RegExp(`(${COUNT}(?:${NAMES})[\\w-]{0,40}["']?\\s{0,8}[:=]\\s{0,8})${VALUE}`, "gi"),
];
const SECRET_NAME = new RegExp(`(?:${NAMES}|authorization|cookie)`, "i");
const COUNT_NAME = /tokens$/i;

/** The text without secrets: `known` ones are found by value, others by pattern. */
export function redact(text: string, known: Iterable<string> = []): string {
  return hidePatterns(hideValues(text, longestFirst(known)));
}

/** Values in the order that `hideValues` needs: a value that contains another comes before it. */
export function longestFirst(known: Iterable<string>): readonly string[] {
  const values = [...new Set(known)].filter((value) => value.length >= LEAST_KNOWN);
  return values.sort((one, other) => other.length - one.length);
}

export function hideValues(text: string, values: readonly string[]): string {
  let hidden = text;
  for (const value of values) hidden = hidden.replaceAll(value, SECRET_MARK);
  return hidden;
}

export function hidePatterns(text: string): string {
  if (text.length > MAX_TEXT) return SECRET_MARK;
  let hidden = hidePrivateKeys(hideSecrets(text));
  for (const pattern of TOKENS) hidden = hidden.replace(pattern, SECRET_MARK);
  for (const pattern of NAMED) hidden = hidden.replace(pattern, `$1${SECRET_MARK}`);
  return hidden;
}

const KEY_BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const KEY_END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;

/** By hand: a pattern of beginning and end would scan the rest again for each beginning. */
function hidePrivateKeys(text: string): string {
  let hidden = "";
  for (let from = 0; ; ) {
    KEY_BEGIN.lastIndex = from;
    const begin = KEY_BEGIN.exec(text);
    if (begin === null) return hidden + text.slice(from);
    hidden += text.slice(from, begin.index) + SECRET_MARK;
    KEY_END.lastIndex = KEY_BEGIN.lastIndex;
    // A key that was cut off is still a key: nothing after its beginning is shown.
    if (KEY_END.exec(text) === null) return hidden;
    from = KEY_END.lastIndex;
  }
}

/** A copy with all texts and keys passed through `hide`, and without values under the name of a secret. */
export function redactJson(value: Json, hide: (text: string) => string = redact): Json {
  if (typeof value === "string") return hide(value);
  if (typeof value === "number") return hide(String(value)) === SECRET_MARK ? SECRET_MARK : value;
  if (Array.isArray(value)) return value.map((item) => redactJson(item, hide));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]): [string, Json] => [
    hide(key),
    isNamedSecret(key, item) ? SECRET_MARK : redactJson(item, hide),
  ]);
  return Object.fromEntries(entries);
}

/** Pointers of arguments that look like secrets, for a warning. It finds some and never all. */
export function secretsIn(args: JsonObject): readonly string[] {
  return Object.entries(args).flatMap(([key, value]) =>
    isNamedSecret(key, value) ? [pointerPart(key)] : secretsAt(value, pointerPart(key)),
  );
}

function secretsAt(value: Json, pointer: string): readonly string[] {
  if (typeof value === "string") return hidePatterns(value) === value ? [] : [pointer];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => secretsAt(item, `${pointer}${pointerPart(index)}`));
  }
  if (!isJsonObject(value)) return [];
  return secretsIn(value).map((inner) => `${pointer}${inner}`);
}

function isNamedSecret(name: string, value: Json): boolean {
  if (typeof value === "number") return SECRET_NAME.test(name) && !COUNT_NAME.test(name);
  return typeof value === "string" && value !== "" && SECRET_NAME.test(name);
}

import { scriptsTold } from "../domain/look-alikes.ts";
import { EMOJI, emojiOr, JOINED, JOINER } from "./characters/joined-signs.ts";
import { exactWords, MARK, proseWords, spelledWords } from "./characters/marked-words.ts";

/*
 * Text from agents and people in a form that is safe to show: a terminal obeys nothing in it, and
 * nothing in it hides or passes for something else. Innocent text is left alone.
 *
 * Hidden characters are recognized by class, since a list would miss new ones: controls, formats
 * (including the bidirectional ones), private use, surrogates, line and paragraph separators,
 * unassigned, variation selectors, anything ignorable by default, and blanks that are no space. They
 * are written as `\u{1b}`. So are marks without a letter, and marks piled on one letter beyond what
 * any script needs, which would cover the lines around it. Padding, and words whose letters pass for
 * others, get a mark in ⟨ ⟩, which nobody else can write.
 */
const HIDDEN = String.raw`[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}\u{2800}\u{1D159}\u{FFFC}]`;
/** Those that nothing else here can begin with or look back at, many at once. */
const HIDDEN_RUN = String.raw`[${HIDDEN}--[\n\t\u{200C}\u{200D}\p{M}]]{2,}`;
const PILED = String.raw`[\p{Mn}\p{Me}]{5,}|\p{M}{9,}`;
// What comes first is looked at first: to look back costs much at each letter.
const LOOSE = `(?=\\p{M})(?<![\\p{L}\\p{N}\\p{M}])(?<!${JOINED}[\\u{200C}\\u{200D}])\\p{M}+`;
const PLAIN = /^[\x20-\x7e\n]*$/;
const ODD_IN_PLAIN = / {9}|\n\s{4}|xn--/i;

/** After this many blank columns nobody looks for more. */
const MOST_BLANK = 40;
/** In a value that has to be exact, a reader must be able to count them. */
const MOST_COUNTED = 8;

interface Rule {
  readonly signs: () => RegExp;
  readonly keepsLines: boolean;
  readonly blanks: (run: string) => string;
  readonly words: (text: string, toldIn: () => ReadonlySet<RegExp>) => string;
}

/**
 * Alternatives are tried in this order. Made on first use, since a command that shows plain text
 * needs none.
 */
function ruleOf(rule: Omit<Rule, "signs">, { ours, blanks }: Record<"ours" | "blanks", string>) {
  const empty = rule.keepsLines ? String.raw`(?<empty>\n(?:[\p{Zs}\t]*\n){5,})|` : "";
  const signs = `${ours}${empty}(?<blanks>${blanks})|(?<emoji>${EMOJI})|(?<joiner>(?=[\\u{200C}\\u{200D}])(?:${JOINER}))|(?<odd>${PILED}|${LOOSE}|${HIDDEN_RUN}|${HIDDEN}|[⟨⟩])`;
  let made: RegExp | undefined;
  return {
    ...rule,
    signs() {
      made ??= new RegExp(signs, "gv");
      return made;
    },
  };
}

const LINES = ruleOf(
  { keepsLines: true, blanks: wide, words: proseWords },
  { ours: `(?<ours>${MARK})|`, blanks: String.raw`[\p{Zs}\t]{9,}` },
);
const LINE = ruleOf(
  { keepsLines: false, blanks: wide, words: proseWords },
  { ours: `(?<ours>${MARK})|`, blanks: String.raw`\p{Zs}{9,}` },
);
const EXACT = ruleOf(
  { keepsLines: false, blanks: counted, words: exactWords },
  { ours: "", blanks: String.raw` {9,}|[\p{Zs}--[ ]]+` },
);

interface Running {
  readonly keepLines?: boolean;
  /** Scripts that readers recognise in the text around it; if absent, those of the text itself. */
  readonly toldIn?: () => ReadonlySet<RegExp>;
}

/**
 * Running text, such as what an agent says. Line ends and tabs stay if `keepLines` is set;
 * elsewhere a tab or carriage return is written out. Text that was made visible once may pass
 * again: nothing is added then.
 */
export function visibleText(text: string, { keepLines = true, toldIn }: Running = {}): string {
  return shown(text, keepLines ? LINES : LINE, toldIn);
}

/**
 * A value that people decide on, on one line. The stored value can be recovered from it exactly: no
 * blank but the plain one passes, few of those in a row, and every word that could be another is
 * marked.
 */
export function revealed(text: string): string {
  return shown(text, EXACT);
}

/**
 * JSON that somebody edits: what would hide or deceive in it has JSON's own escapes, and every
 * script and picture stays as it is. It reads back as the same value.
 */
export function editableJson(json: string): string {
  const seen = json.replace(EXACT.signs(), (sign, ...rest) => {
    const groups = rest.at(-1) as Readonly<Record<string, string | undefined>>;
    if (groups["emoji"] !== undefined) return emojiOr(sign, jsonEscaped);
    return groups["joiner"] === undefined ? jsonEscaped(sign) : sign;
  });
  return spelledWords(seen, jsonEscaped);
}

/** Line ends in JSON are between its values: those in a text are escaped already. */
function jsonEscaped(text: string): string {
  return text.replace(
    /[^\x20-\x7e\n]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function shown(
  text: string,
  { signs, keepsLines, blanks, words }: Rule,
  toldIn = () => scriptsTold(text),
): string {
  if (PLAIN.test(text) && !ODD_IN_PLAIN.test(text)) {
    return keepsLines ? text : text.replaceAll("\n", escaped);
  }
  const ended = keepsLines ? text.replace(/\r\n/g, "\n") : text;
  const seen = ended.replace(signs(), (sign, ...rest) => {
    const groups = rest.at(-1) as Readonly<Record<string, string | undefined>>;
    if (groups["blanks"] !== undefined) return blanks(sign);
    if (groups["empty"] !== undefined) return emptyLines(sign);
    if (groups["emoji"] !== undefined) return emojiOr(sign, escapeAll);
    if (groups["odd"] === undefined) return sign;
    return keepsLines && (sign === "\n" || sign === "\t") ? sign : escapeAll(sign);
  });
  return words(seen, toldIn);
}

/** Each character as an escape. */
function escapeAll(text: string): string {
  return Array.from(text, escaped).join("");
}

function escaped(char: string): string {
  return `\\u{${char.codePointAt(0)?.toString(16)}}`;
}

function emptyLines(run: string): string {
  return `\n⟨×${run.split("\n").length - 2} empty lines⟩\n`;
}

/** Blanks in running text that are wider than any indentation or table. */
function wide(run: string): string {
  const columns = Array.from(run).reduce((sum, char) => sum + (WIDTHS[char] ?? 1), 0);
  return columns <= MOST_BLANK ? run : run.replace(/(.)\1*/gsu, (same) => many(same));
}
const WIDTHS: Readonly<Record<string, number>> = { "\t": 8, "\u3000": 2 };

function counted(run: string): string {
  return run.replace(/(.)\1*/gsu, (same) =>
    same.length > MOST_COUNTED ? many(same) : escapeAll(same),
  );
}

/** Blanks that would be invisible or could not be counted. */
export function spaces(run: string): string {
  return run === "" ? run : many(run);
}

function many(same: string): string {
  const point = same.charCodeAt(0);
  const named = { 32: "spaces", 9: "tabs" }[point];
  return `⟨×${same.length} ${named ?? `U+${point.toString(16).padStart(4, "0")}`}⟩`;
}

/** What a cut leaves of a joined picture or of a mark. */
const CUT = /(?:[\u200c\u200d]|⟨[^⟩]*)$/u;

/** The text on one line, cut to `width` characters. */
export function oneLine(text: string, width: number): string {
  const flat = visibleText(text.replace(/\s+/g, " ").trim(), { keepLines: false });
  const characters = Array.from(flat);
  if (characters.length <= width) return flat;
  return `${characters
    .slice(0, width - 1)
    .join("")
    .replace(CUT, "")}…`;
}

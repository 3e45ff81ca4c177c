import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/*
 * node scripts/prose.ts [--all] [PATH…]
 * Warns of English that has to be decoded, in pages, in comments and in texts that people are shown: of
 * sentences that are too long, and of words that are seldom what a native speaker would write. It warns
 * and never fails: a long sentence can be the clearest one, and each word has uses that are right.
 */
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const MAX_WORDS = 25;
/** A shorter text in quotes is a name or a label. */
const TEXT_WORDS = 6;
const SHOWN = 5;
/** Written by `npm run docs` from what is checked where it stands, and history in other words. */
const LEFT_OUT = /^(?:docs\/reference\/|skills\/|results\/|CHANGELOG\.md|docs\/decisions\/)/;

interface Calque {
  readonly pattern: RegExp;
  /** The words that an English reader would expect. */
  readonly instead: string;
}

/** Each pattern leaves out the uses that are English. */
const CALQUES: readonly Calque[] = [
  { pattern: /\banew\b/i, instead: "again" },
  { pattern: /\bwhoever\b/i, instead: "the person who, the agent that, anyone who" },
  { pattern: /\b(?:is|are|was|were) none\b/i, instead: "there is no …; is not one" },
  { pattern: /\bof (?:theirs|ours)\b/i, instead: "their, our" },
  { pattern: /\b(?:lets?|is let|are let|let) (?:nobody |somebody )?in\b/i, instead: "admit" },
  { pattern: /\b(?:is|are) dear\b/i, instead: "expensive" },
  { pattern: /\bbehind (?:it|that|this|them|which)\b/i, instead: "after it; at its back" },
  { pattern: /\bthe \d+\. /i, instead: "the 3rd" },
  { pattern: /\blikest\b/i, instead: "most alike" },
  { pattern: /\bno more so\b/i, instead: "no longer" },
  { pattern: /\bbeing no\b|\bby no\b(?! means)/i, instead: "not by any" },
];

interface Prose {
  readonly line: number;
  readonly text: string;
}

interface Finding {
  readonly at: string;
  readonly why: string;
  readonly text: string;
}

const args = process.argv.slice(2);
const paths = args.filter((arg) => arg !== "--all");
const found = filesToRead(paths).flatMap((file) =>
  proseOf(file).flatMap(({ line, text }) => findingsIn(`${file}:${line}`, text)),
);
const long = found.filter(({ why }) => why.endsWith("words"));
const listed = args.includes("--all") ? found : long.sort(byLength).slice(0, SHOWN);
for (const { at, why, text } of listed) console.log(`${at}  ${why}: ${text.slice(0, 160)}`);
console.log(
  `${long.length} sentences of more than ${MAX_WORDS} words, ${found.length - long.length} words to think about; node scripts/prose.ts --all [PATH…] lists them.`,
);

function byLength(one: Finding, other: Finding): number {
  return Number.parseInt(other.why, 10) - Number.parseInt(one.why, 10);
}

function filesToRead(under: readonly string[]): readonly string[] {
  const listed = execFileSync("git", ["ls-files", "--", ...under], { cwd: ROOT, encoding: "utf8" });
  return listed
    .split("\n")
    .filter((file) => /\.(?:md|tsx?)$/.test(file) && !LEFT_OUT.test(file))
    .filter((file) => file.endsWith(".md") || file.startsWith("src/"))
    .filter((file) => !file.includes(".test.") && !file.includes(".generated."));
}

function proseOf(file: string): readonly Prose[] {
  const source = readFileSync(join(ROOT, file), "utf8");
  return file.endsWith(".md") ? paragraphsOf(source) : [...commentsOf(source), ...textsOf(source)];
}

/** Paragraphs, items and cells, without code. */
function paragraphsOf(page: string): readonly Prose[] {
  const blank = (block: string) => block.replace(/[^\n]/g, "");
  const lines = page.replace(/^(`{3,})[\s\S]*?^\1/gm, blank).split("\n");
  return lines.flatMap((text, index) =>
    text.split("|").map((cell) => ({ line: index + 1, text: cell.replace(/^[\s#>*-]+/, "") })),
  );
}

function commentsOf(source: string): readonly Prose[] {
  const found = source.matchAll(/\/\*\*?([\s\S]*?)\*\/|((?:^[ \t]*\/\/[^\n]*\n)+)/gm);
  return [...found].flatMap((match) => {
    const text = (match[1] ?? match[2] ?? "").replace(/^[ \t]*(?:\*|\/\/)[ \t]?/gm, "");
    const line = lineAt(source, match.index);
    return text.split(/\n\s*\n|\n\s*- /).map((part) => ({ line, text: part.replace(/\s+/g, " ") }));
  });
}

function textsOf(source: string): readonly Prose[] {
  const found = source.matchAll(/"((?:[^"\\\n]|\\.)+)"|`((?:[^`\\]|\\.)+)`/g);
  return [...found].flatMap((match) => {
    const text = (match[1] ?? match[2] ?? "").replace(/\$\{[^}]*\}/g, "X").replace(/\\n/g, "\n");
    if (text.split(/\s+/).length < TEXT_WORDS || !/^[A-Z]/.test(text)) return [];
    const line = lineAt(source, match.index);
    return text.split(/\n+/).map((part) => ({ line, text: part }));
  });
}

function lineAt(source: string, index: number): number {
  return source.slice(0, index).split("\n").length;
}

function findingsIn(at: string, text: string): readonly Finding[] {
  const plain = text
    .replace(/`[^`]*`/g, "CODE")
    .replace(/\*\*/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
  const sentences = plain.split(/(?<=[.!?:;])\s+/).map((one) => one.trim());
  return sentences.flatMap((sentence) => {
    const words = sentence.split(/\s+/).filter((word) => /\w/.test(word)).length;
    const tooLong = words > MAX_WORDS ? [{ at, why: `${words} words`, text: sentence }] : [];
    const calques = CALQUES.filter(({ pattern }) => pattern.test(sentence)).map(({ instead }) => ({
      at,
      why: `rather: ${instead}`,
      text: sentence,
    }));
    return [...tooLong, ...calques];
  });
}

import { createRequire } from "node:module";
import type { TreeCursor } from "web-tree-sitter";
import type { ParseShell, Structure } from "./read-commands.ts";

/** What is gone through; a word is one as a whole. */
const GROUPS: ReadonlySet<string> = new Set([
  "program",
  "list",
  "pipeline",
  "redirected_statement",
  "command",
  "command_name",
  "file_redirect",
]);
const WORDS: ReadonlySet<string> = new Set([
  "word",
  "number",
  "string",
  "raw_string",
  "concatenation",
]);
const SIGNS: ReadonlySet<string> = new Set(["&&", "||", "|", ";", ">", ">>", ">&", "<"]);

/** Rejects if the packages are not installed. */
export async function loadShell(): Promise<ParseShell> {
  const { Parser, Language } = await import("web-tree-sitter");
  await Parser.init();
  const require = createRequire(import.meta.url);
  const bash = await Language.load(require.resolve("tree-sitter-bash/tree-sitter-bash.wasm"));
  const parser = new Parser().setLanguage(bash);
  return (line) => {
    const tree = parser.parse(line);
    if (tree === null) throw new Error("the commands were not read");
    const cursor = tree.walk();
    try {
      return structureAt(cursor);
    } finally {
      cursor.delete();
      tree.delete();
    }
  };
}

/** Throws on whatever is not known here. */
function structureAt(cursor: TreeCursor): Structure {
  const commands: number[][] = [];
  const targets: number[] = [];
  const operators: number[] = [];

  function visit(words: number[]): void {
    const { nodeType: type, nodeIsNamed: isNamed, startIndex } = cursor;
    if (cursor.nodeIsMissing) throw new Error("the commands are no whole line of a shell");
    if (isNamed && WORDS.has(type)) {
      checkWord(cursor);
      words.push(startIndex);
    } else if (isSign(cursor)) operators.push(startIndex);
    else if (isNamed && GROUPS.has(type)) visitGroup(type, words);
    else throw new Error(`there is more than plain commands: ${type.replaceAll("_", " ")}`);
  }

  function visitGroup(type: string, around: number[]): void {
    const words = type === "command" || type === "file_redirect" ? [] : around;
    if (type === "command") commands.push(words);
    forEachPart(cursor, () => visit(words));
    if (type !== "file_redirect") return;
    // The grammar takes the words behind a file for further files.
    if (words.length !== 1) throw new Error("a word stands behind a redirect");
    targets.push(...words);
  }

  visit([]);
  return { commands, targets, operators };
}

function isSign({ nodeType, nodeIsNamed }: TreeCursor): boolean {
  return nodeIsNamed ? nodeType === "file_descriptor" : SIGNS.has(nodeType);
}

/** What words are made of besides others: no expansion and no substitution. */
function checkWord(cursor: TreeCursor): void {
  forEachPart(cursor, () => {
    const { nodeType: type, nodeIsNamed: isNamed, nodeIsMissing: isMissing } = cursor;
    const isPlain = isNamed ? WORDS.has(type) || type === "string_content" : type === '"';
    if (!isPlain || isMissing) throw new Error("a word has more than plain text");
    checkWord(cursor);
  });
}

function forEachPart(cursor: TreeCursor, visit: () => void): void {
  if (!cursor.gotoFirstChild()) return;
  do visit();
  while (cursor.gotoNextSibling());
  cursor.gotoParent();
}

import { createRequire } from "node:module";
import type { Node } from "web-tree-sitter";
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
  const { resolve } = createRequire(import.meta.url);
  const bash = await Language.load(resolve("tree-sitter-bash/tree-sitter-bash.wasm"));
  const parser = new Parser().setLanguage(bash);
  return (line) => {
    const tree = parser.parse(line);
    if (tree === null) throw new Error("the commands were not read");
    try {
      return structureOf(tree.rootNode);
    } finally {
      tree.delete();
    }
  };
}

/** Throws on whatever is not known here. */
function structureOf(root: Node): Structure {
  const commands: number[][] = [];
  const targets: number[] = [];
  const operators: number[] = [];

  function visit(node: Node, words: number[]): void {
    checkWhole(node);
    if (isWord(node)) {
      checkWord(node);
      words.push(node.startIndex);
    } else if (isSign(node)) operators.push(node.startIndex);
    else if (node.isNamed && GROUPS.has(node.type)) visitGroup(node, words);
    else throw new Error(`there is more than plain commands: ${node.type.replaceAll("_", " ")}`);
  }

  function visitGroup(node: Node, around: number[]): void {
    const words = node.type === "command" || node.type === "file_redirect" ? [] : around;
    if (node.type === "command") commands.push(words);
    for (const part of node.children) visit(part, words);
    if (node.type !== "file_redirect") return;
    // The grammar takes the words behind a file for further files.
    if (words.length !== 1) throw new Error("a word stands behind a redirect");
    targets.push(...words);
  }

  visit(root, []);
  return { commands, targets, operators };
}

function isWord({ isNamed, type }: Node): boolean {
  return isNamed && WORDS.has(type);
}

function isSign({ isNamed, type }: Node): boolean {
  return isNamed ? type === "file_descriptor" : SIGNS.has(type);
}

function checkWhole({ isError, isMissing }: Node): void {
  if (isError || isMissing) throw new Error("the commands are no whole line of a shell");
}

/** What words are made of besides others: no expansion and no substitution. */
function checkWord(node: Node): void {
  for (const part of node.children) {
    checkWhole(part);
    const isPlain = part.isNamed
      ? isWord(part) || part.type === "string_content"
      : part.type === '"';
    if (!isPlain) throw new Error("a word has more than plain text");
    checkWord(part);
  }
}

import { readFileSync } from "node:fs";

/** A fenced block of a page, with the words behind its language. */
export interface Block {
  readonly language: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly line: number;
}

/** One command of a console block and what it must print. */
export interface Step {
  readonly command: string;
  readonly expected: readonly string[];
  readonly exit: number | undefined;
}

/** A longer fence may hold shorter ones. */
const FENCE = /^(`{3,})(\w+)[ \t]*([^\n]*)\n([\s\S]*?)^\1$/gm;
const ATTRIBUTE = /(\w+)(?:=(?:"([^"]*)"|'([^']*)'))?/g;

export function blocksOf(file: URL): Block[] {
  const source = readFileSync(file, "utf8");
  return [...source.matchAll(FENCE)].map((match) => ({
    language: match[2] ?? "",
    attributes: Object.fromEntries(
      [...(match[3] ?? "").matchAll(ATTRIBUTE)].map(([, name = "", double, single]) => [
        name,
        double ?? single ?? "",
      ]),
    ),
    text: match[4] ?? "",
    line: source.slice(0, match.index).split("\n").length,
  }));
}

/** `$ ` begins a command, `> ` continues it, `[exit N]` tells its exit code, the rest is its output. */
export function stepsOf({ text }: Block): Step[] {
  const steps: { command: string; expected: string[]; exit: number | undefined }[] = [];
  for (const line of text.trimEnd().split("\n")) {
    const step = steps.at(-1);
    const exit = /^\[exit (\d+)\]$/.exec(line);
    if (line.startsWith("$ "))
      steps.push({ command: line.slice(2), expected: [], exit: undefined });
    else if (step === undefined) throw new Error(`Not a command: ${line}`);
    else if (line.startsWith("> ") && step.expected.length === 0)
      step.command += `\n${line.slice(2)}`;
    else if (exit !== null) step.exit = Number(exit[1]);
    else step.expected.push(line);
  }
  return steps;
}

/** Whether output is what the page says: `…` stands for any text, and alone on a line for any lines. */
export function matches(output: string, expected: readonly string[]): boolean {
  const pattern = expected
    .map((line) => {
      if (line === "…") return "[\\s\\S]*";
      const parts = line.replace(/ +/g, " ").split("…");
      return parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".*");
    })
    .join("\n");
  const squeezed = output.trimEnd().replace(/ +/g, " ");
  return new RegExp(`^${pattern}\\s*$`).test(squeezed);
}

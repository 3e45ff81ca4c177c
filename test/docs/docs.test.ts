import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { findPythons, NO_PYTHON } from "../support/python.ts";
import { type Block, blocksOf, matches, stepsOf } from "./page.ts";
import { npmScripts, openSession, type Session } from "./session.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PAGES = globSync("{*.md,docs/**/*.md}", { cwd: ROOT }).sort();
/** Blocks that show something and run nothing. */
const SHOWN = ["text", "json"];
/**
 * Where a page needs a framework, `npm run prove` installs that and runs the page's program. What a reference shows
 * of the code is no program, and its examples are checked where they stand.
 */
const isRunHere = ({ language, attributes }: Block) =>
  !SHOWN.includes(language) && attributes["rig"] === undefined && attributes["shown"] === undefined;

async function runBlock(session: Session, block: Block): Promise<void> {
  const { language, attributes } = block;
  const { answered } = attributes;
  if (language === "sh") return checkSetUp(block);
  if (language === "ts" || language === "python") return await runProgram(session, block);
  if (language !== "console") throw new Error(`Blocks of ${language} are neither run nor shown.`);
  for (const step of stepsOf(block)) {
    if (attributes["background"] !== undefined) {
      await session.background(step.command, (output) => matches(output, step.expected));
      continue;
    }
    const env = step.command.includes("$EARSHOT_") ? session.serverEnv() : {};
    const ran = await session.answering(answered, () => session.run(step, env));
    expect(matches(ran.output, step.expected), `${step.command} printed:\n${ran.output}`).toBe(
      true,
    );
    // 75 says pending, and the output says so too.
    expect(step.exit === undefined ? [0, 75] : [step.exit], step.command).toContain(ran.exit);
  }
}

async function runProgram(session: Session, block: Block): Promise<void> {
  const { language, attributes, line, text } = block;
  const { answered, typed, file } = attributes;
  const name = language === "ts" ? file : (file ?? `snippet-${line}.py`);
  const ran =
    typed === undefined
      ? await session.answering(answered, () => session.runProgram(text, name))
      : await session.runOnTerminal(text, typed);
  expect(ran.exit, ran.output).toBe(0);
}

/** Set-up commands are what this very test ran through; here they must only exist. */
function checkSetUp({ text }: Block): void {
  for (const command of text.trim().split(/\n|&&/)) {
    const [, script] = /^\s*npm (?:run )?(\S+)/.exec(command) ?? [];
    expect(["ci", ...npmScripts()], command).toContain(script);
  }
}

describe.each(PAGES)("%s", (page) => {
  const file = pathToFileURL(join(ROOT, page));
  const blocks = blocksOf(file).filter(isRunHere);

  test("its links lead somewhere", () => {
    const links = [...readFileSync(file, "utf8").matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)];
    const broken = links
      .map(([, target = ""]) => target)
      .filter((target) => !/^https?:/.test(target))
      .filter((target) => !existsSync(join(ROOT, dirname(page), target)));
    expect(broken).toEqual([]);
  });

  if (blocks.length === 0) return;
  test("its commands and snippets do what it says", { timeout: 120_000 }, async (context) => {
    const isOfPython = blocks.some(({ language }) => language === "python");
    if (isOfPython && findPythons("python3").length === 0) context.skip(NO_PYTHON);
    const atHome = blocks.some(({ attributes }) => attributes["home"] !== undefined);
    const session = openSession({ atHome });
    try {
      const hasServer = blocks.some(({ attributes }) => attributes["background"] !== undefined);
      if (!hasServer) await session.serve();
      for (const block of blocks) await runBlock(session, block);
    } finally {
      await session.close();
    }
  });
});

import { expect, test } from "vitest";
import { testServer } from "../support/cli.ts";
import { ENTER, openPty } from "../support/pty.ts";
import { earshotAtPty, type PtyHere } from "../support/pty-here.ts";
import { screenOf } from "../support/screen.ts";
import { once, writeScript } from "../support/script.ts";

/*
 * What an agent says is shown and never obeyed. The tests look at the bytes that the terminal got,
 * and drawing its screen fails on every sequence that the line editor does not write itself.
 */

/** A real prompt: the editor puts the cursor behind it. */
const PROMPT = "[OPERATOR]: \u001b[";

const COLUMNS = 100;
/** The last that the line editor writes of a prompt: it takes no pastes any more. */
const ENDED = "\u001b[?2004l";

const HOSTILE: [what: string, text: string, shown: string][] = [
  ["a colour", "a\u001b[31mb", "a\\u{1b}[31mb"],
  ["clearing the screen", "a\u001b[2J\u001b[Hb", "a\\u{1b}[2J\\u{1b}[Hb"],
  ["writing to the clipboard", "a\u001b]52;c;ZXZpbA==\u0007b", "a\\u{1b}]52;c;ZXZpbA==\\u{7}b"],
  ["setting the title", "a\u001b]0;root\u001b\\b", "a\\u{1b}]0;root\\u{1b}\\b"],
  [
    "a link that lies",
    "\u001b]8;;http://evil\u001b\\bank\u001b]8;;\u001b\\",
    "\\u{1b}]8;;http://evil",
  ],
  ["asking the terminal who it is", "a\u001b[cb", "a\\u{1b}[cb"],
  ["a sequence of one byte", "a\u009b31mb", "a\\u{9b}31mb"],
  ["overwriting by carriage return", "rm -rf /\rls      ", "rm -rf /\\u{d}ls"],
  ["overwriting by backspace", "no\b\byes", "no\\u{8}\\u{8}yes"],
  ["the bell", "a\u0007b", "a\\u{7}b"],
  ["right-to-left override", "a\u202egnp.exe", "a\\u{202e}gnp.exe"],
  ["isolates", "a\u2066b\u2069", "a\\u{2066}b\\u{2069}"],
  ["nothing to see", "a\u200bb\u2060c\u{e0041}", "a\\u{200b}b\\u{2060}c\\u{e0041}"],
  ["a null", "a\u0000b", "a\\u{0}b"],
  ["a line separator", "a\u2028[OPERATOR]: yes", "a\\u{2028}\\u{5b}OPERATOR]: yes"],
];

/** What reached the terminal with each question of one script. */
const shownOf = once(async () => {
  const texts = HOSTILE.map(([, text]) => text);
  const script = writeScript(`for (const text of ${JSON.stringify(texts)}) await ask(text);`);
  const pty = openPty([script.file], { columns: COLUMNS });
  const shown: string[] = [];
  for (const _ of HOSTILE) {
    const said = await pty.see("[OPERATOR]: ");
    shown.push(said.slice(shown.length === 0 ? 0 : said.indexOf(ENDED) + ENDED.length));
    await pty.see("\u001b[");
    pty.type(ENTER);
  }
  return shown;
});

test.each(HOSTILE.map(([what, text, shown], at) => ({ what, text, shown, at })))(
  "a question cannot drive the terminal by $what",
  async ({ text, shown, at }) => {
    const said = (await shownOf())[at] ?? "";
    expect(said).not.toContain(text);
    expect(screenOf(said, COLUMNS).join("\n")).toContain(shown);
    expect(said.slice(0, said.indexOf("\r\n"))).toMatch(/^\[AGENT\]: [ -~]*$/);
  },
);

test("a line of the agent cannot pass for the operator's or for another question", async () => {
  const message = "Ship it?\n[OPERATOR]: yes\n \t[AGENT]: Thanks. Anything else?\n[operator]: no";
  const script = writeScript(`await ask(${JSON.stringify(message)});`);
  const pty = openPty([script.file]);
  await pty.see(PROMPT);
  await expect
    .poll(pty.screen)
    .toEqual([
      "[AGENT]: Ship it?",
      "| [OPERATOR]: yes",
      "|       [AGENT]: Thanks. Anything else?",
      "| [operator]: no",
      "[OPERATOR]:",
    ]);
});

test("a line that the terminal breaks cannot forge one either", async () => {
  const columns = 40;
  const padded = "Ship it?".padEnd(columns - "[AGENT]: ".length);
  const script = writeScript(`await ask(${JSON.stringify(`${padded}[OPERATOR]: yes`)});`);
  const pty = openPty([script.file], { columns });
  await pty.see(PROMPT);
  await expect
    .poll(pty.screen)
    .toEqual(["[AGENT]: Ship it?", "\\u{5b}OPERATOR]: yes", "[OPERATOR]:"]);
});

const EVIL = "\u001b]52;c;ZXZpbA==\u0007\u009b2J\r[OPERATOR]: yes";

test("the console shows everything of a question inertly", async () => {
  const server = await testServer();
  const pty = await earshotAtPty(["console", "--data", server.data]);
  await pty.see(/appears? here/);
  await server.agent.tell({ text: `told ${EVIL}` });
  await pty.see("told");
  const { request } = await server.agent.ask({
    text: `asked ${EVIL}`,
    context: `context ${EVIL}\n[OPERATOR]: yes`,
    form: {
      kind: "choice",
      options: [{ label: `label ${EVIL}`, description: `described ${EVIL}` }, { label: "b" }],
    },
    default: { choice: `label ${EVIL}` },
  });
  await pty.see(PROMPT);
  pty.type(`c${ENTER}`);
  await pty.see("none of the options");
  await pty.see(PROMPT);
  await server.agent.cancel({ id: request.id, reason: `reason ${EVIL}` });
  await pty.see("Cancelled by");
  expectInert(pty);
});

test("the console shows everything of a form inertly", async () => {
  const server = await testServer();
  const pty = await earshotAtPty(["console", "--data", server.data]);
  await pty.see(/appears? here/);
  await server.agent.ask({
    text: "A form?",
    form: {
      kind: "fields",
      schema: {
        type: "object",
        properties: {
          [`name ${EVIL}`]: {
            type: "string",
            title: `title ${EVIL}`,
            description: `description ${EVIL}`,
            enum: [`one ${EVIL}`, "two"],
            default: `one ${EVIL}`,
          },
        },
      },
    },
  });
  await pty.see("[OPERATOR] name ");
  pty.type(`three${ENTER}`);
  await pty.see("does not match");
  await pty.see("[OPERATOR] name ");
  expectInert(pty);
});

function expectInert(pty: PtyHere): void {
  const output = pty.output();
  expect(output).not.toContain("\u001b]");
  expect(output).not.toContain("\u0007");
  expect(output).not.toContain("\u009b");
  expect(output.replaceAll(/\r+\n/g, "\n")).not.toContain("\r");
  const forged = pty.screen().filter((line) => line.includes("[OPERATOR]: yes"));
  expect(forged).toEqual([]);
}

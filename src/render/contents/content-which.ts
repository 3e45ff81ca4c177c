import type { QuestionRequest, Shown } from "../../domain/requests/request.ts";
import type { Content, Control } from "../../ports/channels/channel.ts";
import type { Contents } from "../../ports/channels/contents.ts";
import { headline } from "../headline.ts";
import type { RenderMessages } from "../messages/messages.ts";
import { oneLine } from "../visible-text.ts";
import { agentSaid, inLanguage, note, said } from "./content-blocks.ts";

/** What fits on a button on every platform. */
const LABEL_CHARS = 40;

/** Asks a person which question their words answer. */
export function whichContent(
  {
    by,
    words: text,
    questions,
    chosen,
    tokens,
    isResent,
  }: Omit<Parameters<Contents["which"]>[0], "language">,
  words: RenderMessages,
): Content {
  if (chosen !== undefined) return inLanguage(words, chosenContent(chosen, words));
  const buttons = questions.map(
    (question, index): Control => ({
      kind: "button",
      token: tokens(String(index)),
      label: labelOf(question, index),
    }),
  );
  const none = words.say("which.none");
  return inLanguage(words, {
    blocks: [
      ...(isResent ? [note(words.say("post.resent"))] : []),
      { kind: "title", text: words.say("which.title") },
      said(by, text),
      ...questions.map(({ agentName, question }, index) =>
        said(`${index + 1}. ${agentName}`, headline(question.text, LINE_CHARS)),
      ),
    ],
    controls: [...buttons, { kind: "button", token: tokens("none"), label: none }],
  });
}

const LINE_CHARS = 300;

/** Numbers tell apart texts with the same beginning. */
function labelOf({ question }: Shown<QuestionRequest>, index: number): string {
  return oneLine(`${index + 1}. ${headline(question.text, LINE_CHARS)}`, LABEL_CHARS);
}

function chosenContent(chosen: Shown<QuestionRequest> | "none", words: RenderMessages): Content {
  if (chosen === "none") {
    return { blocks: [note(words.say("which.chose_none"))], controls: [] };
  }
  const { agentName, question } = chosen;
  const blocks = [note(words.say("which.said_to")), agentSaid(agentName, question.text)];
  return { blocks, controls: [] };
}

import type { QuestionRequest, Shown } from "../domain/requests/request.ts";
import type { Content, Control } from "../ports/channels/channel.ts";
import type { Contents } from "../ports/channels/contents.ts";
import { agentSaid, note, said } from "./content-blocks.ts";
import { RESENT } from "./content-message.ts";
import { oneLine } from "./visible-text.ts";

/** What fits on a button on every platform. */
const LABEL_CHARS = 40;

/** Asks a person which question their words answer. */
export function whichContent({
  by,
  words,
  questions,
  chosen,
  tokens,
  isResent,
}: Parameters<Contents["which"]>[0]): Content {
  if (chosen !== undefined) return chosenContent(chosen);
  const buttons = questions.map(
    (question, index): Control => ({
      kind: "button",
      token: tokens(String(index)),
      label: labelOf(question, index),
    }),
  );
  return {
    blocks: [
      ...(isResent ? [note(RESENT)] : []),
      { kind: "title", text: "Which question does this answer?" },
      said(by, words),
      ...questions.map(({ agentName, question }, index) =>
        said(`${index + 1}. ${agentName}`, oneLine(question.text, LINE_CHARS)),
      ),
    ],
    controls: [...buttons, { kind: "button", token: tokens("none"), label: "None of these" }],
  };
}

const LINE_CHARS = 300;

/** Numbers tell apart texts with the same beginning. */
function labelOf({ question }: Shown<QuestionRequest>, index: number): string {
  return oneLine(`${index + 1}. ${question.text}`, LABEL_CHARS);
}

function chosenContent(chosen: Shown<QuestionRequest> | "none"): Content {
  if (chosen === "none") {
    return { blocks: [note("These words answer no question.")], controls: [] };
  }
  const { agentName, question } = chosen;
  const blocks = [note("These words were said to"), agentSaid(agentName, question.text)];
  return { blocks, controls: [] };
}

import { EarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import { answerText } from "../../domain/requests/question.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { shownText } from "../../render/shown-json.ts";
import { labelledLines } from "../../render/terminal-blocks.ts";

/** The answer that is about to stand, with what it answers. */
export async function answerLines(
  earshot: Pick<Earshot, "show">,
  id: RequestId | undefined,
  width: number,
): Promise<readonly string[]> {
  const request = id === undefined ? undefined : (await earshot.show({ id })).request;
  if (request?.status !== "answered") {
    throw new EarshotError(
      "INVALID_INPUT",
      `Nobody has answered ${id}. Name a question whose answer is to be given again.`,
    );
  }
  const { agentName, question, answer } = request;
  return [
    "STANDING ANSWER: from now on nobody is asked this by the agent",
    ...labelledLines("agent", shownText(agentName), width),
    ...labelledLines("question", shownText(question.text), width),
    ...labelledLines("answer", shownText(answerText(answer)), width),
  ];
}

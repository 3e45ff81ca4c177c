import type { Model } from "../../ports/model/model.ts";
import type { DefineInput, Definition } from "../../ports/model/understanding.ts";
import { DEFINITION_SCHEMA } from "./definition-schema.ts";
import { cut, frame, frameExchanges, shownOf } from "./framed-words.ts";
import { DEFINE } from "./instructions.ts";
import { verifyDefinition } from "./verify-definition.ts";

/** A model's reading of the words before a task, as far as it holds; undefined if nothing does. */
export async function defineByModel(
  model: Model,
  input: DefineInput,
  embedded: Definition,
): Promise<Definition | undefined> {
  const shown = { ...input, exchanges: shownOf(input.exchanges) };
  const { value } = await model.structured({
    system: DEFINE,
    messages: [{ role: "user", text: textFor(shown) }],
    schema: DEFINITION_SCHEMA,
    name: "task_definition",
  });
  return verifyDefinition(value, shown, embedded);
}

function textFor({ exchanges, clarifications, former, now }: DefineInput): string {
  const asked = clarifications.map(({ topic, question, options, status }) => ({
    topic,
    question,
    options,
    status,
  }));
  const before = former?.requirements.map(({ description }) => ({ description: cut(description) }));
  return [
    `Now it is ${now}.`,
    frameExchanges(exchanges),
    frame("asked", asked),
    ...(before === undefined ? [] : [frame("requirements_so_far", before)]),
  ].join("\n\n");
}

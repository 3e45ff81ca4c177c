import type { Request } from "../../../domain/requests/request.ts";
import { draftOf } from "../../browser/drafts.ts";
import { type EditField, fieldsOf } from "../editor/fields.ts";
import type { Typed } from "../editor/typed.ts";
import { type AnswerDraft, readAnswerDraft } from "./answer-draft.ts";

/** All that was typed, ticked and chosen about a request and not sent, as words for its agent. */
export function draftWords(request: Request, draft = readAnswerDraft(draftOf(request.id))): string {
  const written = request.kind === "question" ? answerLines(request, draft) : editLines(request);
  return written.filter((line) => line.trim() !== "").join("\n");
}

function answerLines(
  { question: { form } }: Extract<Request, { kind: "question" }>,
  { text, chosen, typed }: AnswerDraft,
): readonly string[] {
  const fields = form.kind === "fields" ? fieldsOf({ value: {}, schema: form.schema }) : [];
  return [chosen.join(", "), ...typedLines(fields, typed), text];
}

function editLines({
  id,
  authorization,
}: Extract<Request, { kind: "authorization" }>): readonly string[] {
  const { argsSchema: schema, action } = authorization;
  const { typed } = readAnswerDraft(draftOf(`${id}.edit`));
  return [...typedLines(fieldsOf({ value: action.args, schema }), typed), draftOf(`${id}.reason`)];
}

function typedLines(fields: readonly EditField[], typed: Typed): readonly string[] {
  return fields.flatMap(({ pointer, name, kind, choices }) => {
    const value = typed[pointer];
    if (value === undefined || value === "") return [];
    const shown = kind === "choice" ? String(choices[Number(value)] ?? value) : value;
    return [`${name}: ${shown ?? "nothing"}`];
  });
}

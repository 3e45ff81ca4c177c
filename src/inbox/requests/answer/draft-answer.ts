import {
  type Answer,
  type Form,
  type Question,
  withNote,
} from "../../../domain/requests/question.ts";
import type { EditField } from "../editor/fields.ts";
import { type AnswerDraft, NO_DRAFT } from "../pane/answer-draft.ts";
import { attachedTo, attaching, fieldsTyped } from "./attached-files.ts";
import { say } from "./messages/messages.ts";

/** The draft with an answer in it, to look at and send. */
export function draftFrom(answer: Answer, form: Form): AnswerDraft {
  if ("text" in answer) return { ...NO_DRAFT, text: answer.text };
  const draft = { ...NO_DRAFT, text: answer.note ?? "" };
  if ("choice" in answer) return { ...draft, chosen: [answer.choice] };
  if ("choices" in answer) return { ...draft, chosen: answer.choices };
  if (form.kind !== "fields") return draft;
  return { ...draft, typed: fieldsHere().typedFrom(answer.fields, form.schema) };
}

/**
 * What the agent proposes, to look at and send. Its words are one press away and never filled in by
 * themselves.
 */
export function proposedDraft({ default: proposed, form }: Question): AnswerDraft {
  if (form.kind === "fields") {
    const fields = proposed !== undefined && "fields" in proposed ? proposed.fields : {};
    const byItself = ({ schema }: EditField) => schema["default"];
    return { ...NO_DRAFT, typed: fieldsHere().typedFrom(fields, form.schema, byItself) };
  }
  return proposed === undefined || "text" in proposed ? NO_DRAFT : draftFrom(proposed, form);
}

type Fields = typeof import("./field-answers.ts").fieldAnswers;

let taken: Fields | undefined;

/** What forms of fields are filled in with: few questions have one, and the first script no room. */
export function takeFields(fields: Fields): void {
  taken = fields;
}

/** Whoever shows such a form has taken them before. */
function fieldsHere(): Fields {
  if (taken === undefined) throw new Error("The fields of forms are not loaded.");
  return taken;
}

/**
 * The answer that a draft makes; undefined if something is missing or wrong. Ticked or filled-in
 * values are never dropped in favour of written words: both go, or neither.
 */
export function answerFrom(form: Form, draft: AnswerDraft): Answer | undefined {
  const { text } = draft;
  const takesWords = form.kind === "text" || form.allowText === true;
  const isSaid = text.trim() !== "" || attachedTo(draft) !== "";
  if (takesWords && isSaid && !isPicked(form, draft)) return attaching({ text }, draft);
  const picked = pickedFrom(form, draft);
  return picked === undefined ? undefined : attaching(withNote(picked, text), draft);
}

function isPicked(form: Form, draft: AnswerDraft): boolean {
  if (form.kind === "choices") return draft.chosen.length > 0;
  return form.kind === "fields" && Object.values(fieldsTyped(draft)).some((value) => value !== "");
}

function pickedFrom(form: Form, draft: AnswerDraft): Answer | undefined {
  if (form.kind === "choices") return isEnough(form, draft) ? { choices: draft.chosen } : undefined;
  if (form.kind !== "fields") return undefined;
  const made = fieldsHere().madeOf(form.schema, draft.typed);
  // Where words would do as well, an empty form is not an answer.
  const isNothing = form.allowText === true && Object.keys(made.value).length === 0;
  return isNothing || Object.keys(made.faults).length > 0 ? undefined : { fields: made.value };
}

function isEnough(form: Extract<Form, { kind: "choices" }>, { chosen }: AnswerDraft): boolean {
  const most = form.max ?? form.options.length;
  return chosen.length >= (form.min ?? 0) && chosen.length <= most;
}

/** "Choose 1 to 3." */
export function countWords({ options, min = 0, max }: Extract<Form, { kind: "choices" }>): string {
  const most = max ?? options.length;
  const isAll = most === options.length;
  if (min === most) return say("choose.exactly", { min });
  if (min === 0) return isAll ? say("choose.any") : say("choose.most", { most });
  return isAll ? say("choose.least", { min }) : say("choose.between", { min, most });
}

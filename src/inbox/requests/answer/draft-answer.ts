import type { Json, JsonObject } from "../../../domain/json.ts";
import { isJsonObject } from "../../../domain/json-equal.ts";
import { valueAt } from "../../../domain/json-pointer.ts";
import {
  type Answer,
  type Form,
  type Question,
  withNote,
} from "../../../domain/requests/question.ts";
import { visibleText } from "../../../render/visible-text.ts";
import { edited } from "../editor/edited.ts";
import { type EditField, fieldsOf } from "../editor/fields.ts";
import { firstTyped, type Typed } from "../editor/typed.ts";
import { type AnswerDraft, NO_DRAFT } from "../pane/answer-draft.ts";
import { attachedTo, attaching, fieldsTyped } from "./attached-files.ts";
import { say } from "./messages/messages.ts";

/** The draft with an answer in it, to look at and send. */
export function draftFrom(answer: Answer, form: Form): AnswerDraft {
  if ("text" in answer) return { ...NO_DRAFT, text: answer.text };
  const draft = { ...NO_DRAFT, text: answer.note ?? "" };
  if ("choice" in answer) return { ...draft, chosen: [answer.choice] };
  if ("choices" in answer) return { ...draft, chosen: answer.choices };
  return { ...draft, typed: typedFrom(answer.fields, form) };
}

/**
 * What the agent proposes, to look at and send. Its words are one press away and never filled in by
 * themselves.
 */
export function proposedDraft({ default: proposed, form }: Question): AnswerDraft {
  if (form.kind === "fields") {
    const fields = proposed !== undefined && "fields" in proposed ? proposed.fields : {};
    return { ...NO_DRAFT, typed: typedFrom(fields, form, ({ schema }) => schema["default"]) };
  }
  return proposed === undefined || "text" in proposed ? NO_DRAFT : draftFrom(proposed, form);
}

function typedFrom(
  value: JsonObject,
  form: Form,
  otherwise: (field: EditField) => Json | undefined = () => undefined,
): Typed {
  if (form.kind !== "fields") return {};
  return Object.fromEntries(
    fieldsOf({ value: {}, schema: form.schema }).flatMap((field) => {
      const old = valueAt(value, field.pointer) ?? otherwise(field);
      return old === undefined || !isShownWhole(field, old)
        ? []
        : [[field.pointer, firstTyped({ ...field, value: old })]];
    }),
  );
}

/**
 * A field for text must hold nothing that cannot be seen; a choice must hold none but its values.
 */
function isShownWhole({ kind, choices, columns }: EditField, value: Json): boolean {
  // The files of an answer belong to one request.
  if (kind === "file" || kind === "files") return false;
  if (kind === "choice") return choices.includes(value);
  if (kind === "several")
    return Array.isArray(value) && value.every((one) => choices.includes(one));
  if (kind === "lines") return Array.isArray(value) && value.every(isLine);
  if (kind === "rows") return Array.isArray(value) && value.every((row) => isRow(columns, row));
  return kind !== "text" || (typeof value === "string" && visibleText(value) === value);
}

function isRow(columns: readonly EditField[], row: Json): boolean {
  if (!isJsonObject(row)) return false;
  const shown = columns.filter((column) => {
    const own = valueAt(row, column.pointer);
    return own !== undefined && isShownWhole(column, own);
  });
  return shown.length === Object.keys(row).length;
}

function isLine(item: Json): boolean {
  if (typeof item === "number") return true;
  return (
    typeof item === "string" &&
    item.trim() !== "" &&
    visibleText(item, { keepLines: false }) === item
  );
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
  const made = edited({}, fieldsOf({ value: {}, schema: form.schema }), draft.typed);
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

import type { Evidence } from "../evidence/evidence.ts";
import type { AnswerFile } from "../forms/file-fields.ts";
import type { Fill } from "../forms/form-from-schema.ts";
import type { JsonObject } from "../json.ts";

export interface Option {
  /** Shown to people and named by an answer. Unique within its question. */
  readonly label: string;
  readonly description?: string;
}

/** The kind of answer that a question takes. */
export type Form =
  | { readonly kind: "text" }
  | {
      readonly kind: "choice";
      readonly options: readonly Option[];
      /** A free text is an answer, too. */
      readonly allowText?: boolean;
    }
  | {
      readonly kind: "choices";
      readonly options: readonly Option[];
      readonly allowText?: boolean;
      /** Fewest and most options to choose; by default 0 and all. */
      readonly min?: number;
      readonly max?: number;
    }
  | {
      readonly kind: "fields";
      /** JSON Schema of an object, in the dialect of `form-dialect.ts`. */
      readonly schema: JsonObject;
      readonly allowText?: boolean;
      /** Of a form that was made of another schema. */
      readonly source?: FormSource;
    };

/** The schema that a form was made of; an answer satisfies it as a whole. */
export interface FormSource {
  /** As it was given. */
  readonly schema: JsonObject;
  /** Of its canonical JSON. */
  readonly digest: string;
  /** What an answer is given where it has nothing. */
  readonly fills?: readonly Fill[];
  /** The schema is not of an object with properties: it describes the field `value`. */
  readonly isValue?: true;
}

/** What a person picked or filled in, with a note of their own beside it. */
export type Picked = (
  | { readonly choice: string }
  | { readonly choices: readonly string[] }
  | { readonly fields: JsonObject }
) & { readonly note?: string };

interface Attached {
  /** Files that the person gave with it, by what was uploaded for its request; no field holds them. */
  readonly attachments?: readonly AnswerFile[];
}

/** An answer carries exactly one of `text`, `choice`, `choices` and `fields`. */
export type Answer = ({ readonly text: string } | Picked) & Attached;

export interface Question {
  readonly text: string;
  /** Background that helps to answer; shown apart from the question. */
  readonly context?: string;
  readonly form: Form;
  /** Offered to the person for confirmation; never applied by itself. */
  readonly default?: Answer;
  /** What the agent lays before people beside its words. */
  readonly evidence?: readonly Evidence[];
}

/**
 * An answer as one text: the words, the option, the options one per line, or the fields as JSON. The
 * note follows below.
 * @example
 * ```ts
 * import { answerText } from "earshot";
 *
 * console.log(answerText({ choices: ["Staging", "Production"] }));
 * ```
 */
export function answerText(answer: Answer): string {
  if ("text" in answer) return answer.text;
  return answer.note === undefined
    ? pickedText(answer)
    : `${pickedText(answer)}\n\nNote: ${answer.note}`;
}

/** The same without the note. */
export function pickedText(answer: Picked): string {
  if ("choice" in answer) return answer.choice;
  if ("choices" in answer) return answer.choices.join("\n");
  return JSON.stringify(answer.fields);
}

/** Adds a note to what was picked. A blank note is ignored, and a text answer takes none. */
export function withNote(answer: Answer, note: string): Answer {
  return "text" in answer || note.trim() === "" ? answer : { ...answer, note };
}

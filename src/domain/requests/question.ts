import type { JsonObject } from "../json.ts";

export interface Option {
  /** What is shown and what an answer names. Unique within its question. */
  readonly label: string;
  readonly description?: string;
}

/** How a question wants to be answered. */
export type Form =
  | { readonly kind: "text" }
  | {
      readonly kind: "choice";
      readonly options: readonly Option[];
      /** Words of one's own are an answer too. */
      readonly allowText?: boolean;
    }
  | {
      readonly kind: "choices";
      readonly options: readonly Option[];
      readonly allowText?: boolean;
      /** Fewest and most options to choose; 0 and all where absent. */
      readonly min?: number;
      readonly max?: number;
    }
  | {
      readonly kind: "fields";
      /** JSON Schema of an object, in the dialect of `form-dialect.ts`. */
      readonly schema: JsonObject;
      readonly allowText?: boolean;
    };

/** What a person picked or filled in, with words of their own beside it where the form takes words. */
export type Picked = (
  | { readonly choice: string }
  | { readonly choices: readonly string[] }
  | { readonly fields: JsonObject }
) & { readonly note?: string };

/** An answer carries exactly one of `text`, `choice`, `choices` and `fields`. */
export type Answer = { readonly text: string } | Picked;

export interface Question {
  readonly text: string;
  /** Background that helps to answer; shown apart from the question. */
  readonly context?: string;
  readonly form: Form;
  /** Offered to the person as the answer to confirm; never applied by itself. */
  readonly default?: Answer;
}

/** An answer as one text: the words, the option, the options one a line, the fields as JSON; below, the note. */
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

/** The answer with words beside what was picked; blank ones say nothing, and words alone are no note. */
export function withNote(answer: Answer, note: string): Answer {
  return "text" in answer || note.trim() === "" ? answer : { ...answer, note };
}

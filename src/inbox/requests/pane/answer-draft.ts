import type { JsonObject } from "../../../domain/json.ts";
import { isJsonObject } from "../../../domain/json-equal.ts";
import type { Typed } from "../editor/typed.ts";

/** What has been typed and chosen in the answer to a question, but not sent. */
export interface AnswerDraft {
  readonly text: string;
  readonly chosen: readonly string[];
  readonly typed: Typed;
}

export const NO_DRAFT: AnswerDraft = { text: "", chosen: [], typed: {} };

export function writeAnswerDraft(draft: AnswerDraft): string {
  const { text, chosen, typed } = draft;
  const isEmpty = text === "" && chosen.length === 0 && Object.keys(typed).length === 0;
  return isEmpty ? "" : JSON.stringify({ text, chosen, typed });
}

/** Anything other than what was written is no draft. */
export function readAnswerDraft(kept: string): AnswerDraft {
  const read = parsed(kept);
  const { text, chosen, typed } = read;
  return {
    text: typeof text === "string" ? text : "",
    chosen: Array.isArray(chosen) ? chosen.filter((one) => typeof one === "string") : [],
    typed: isJsonObject(typed) ? texts(typed) : {},
  };
}

function parsed(kept: string): JsonObject {
  try {
    const read = JSON.parse(kept) as JsonObject;
    return isJsonObject(read) ? read : {};
  } catch {
    return {};
  }
}

function texts(object: JsonObject): Typed {
  return Object.fromEntries(
    Object.entries(object).flatMap(([key, value]) =>
      typeof value === "string" || value === null ? [[key, value]] : [],
    ),
  );
}

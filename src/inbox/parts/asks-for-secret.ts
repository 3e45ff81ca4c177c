import type { JsonObject } from "../../domain/json.ts";
import { skeleton } from "../../domain/look-alikes.ts";
import type { Question } from "../../domain/requests/question.ts";

/** What a question says of a secret that it wants typed, also in letters that only look like these. */
const SECRET =
  /(?:pass ?(?:phrase|word|code|wd)|secret|credential|private key|api[ _-]?key|token|one.time code|\botp\b|\bpin\b)/;

/** Whether somebody could take it for Earshot's, or anybody's, asking for a secret. */
export function asksForSecret({ text, form }: Question): boolean {
  if (form.kind === "choice" || form.kind === "choices") {
    return form.allowText === true && isOfSecret(text);
  }
  const words = form.kind === "fields" ? wordsOf(form.schema) : [];
  return [text, ...words].some(isOfSecret);
}

function isOfSecret(words: string): boolean {
  return SECRET.test(skeleton(words).replace(/[\p{M}\p{Cf}]+/gu, ""));
}

/** Names, titles and descriptions of a schema, however deep. */
function wordsOf(schema: JsonObject): string[] {
  return Object.entries(schema).flatMap(([key, value]) => {
    if (typeof value === "string") return [key, value];
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? [key, ...wordsOf(value as JsonObject)] : [key];
  });
}

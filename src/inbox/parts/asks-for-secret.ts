import type { JsonObject } from "../../domain/json.ts";
import { skeleton } from "../../domain/look-alikes.ts";
import type { Question } from "../../domain/requests/question.ts";

/** What a question says about a secret that it wants typed, also in look-alike letters. */
const SECRET =
  /(?:pass ?(?:phrase|word|code|wd)|secret|credential|private key|api[ _-]?key|token|one.time code|\botp\b|\bpin\b)/;

/** Whether it could pass for Earshot, or anybody else, asking for a secret. */
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

/** Names, titles and descriptions of a schema, at any depth. */
function wordsOf(schema: JsonObject): string[] {
  return Object.entries(schema).flatMap(([key, value]) => {
    if (typeof value === "string") return [key, value];
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? [key, ...wordsOf(value as JsonObject)] : [key];
  });
}

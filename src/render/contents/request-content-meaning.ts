import type { RequestId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import type { Answer, Option } from "../../domain/requests/question.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";
import { isDecidedInChats } from "./request-content-authorization.ts";
import { UNDO } from "./request-content-held.ts";
import { reviewNamed } from "./request-content-review.ts";
import { isForWords, wordsHint } from "./request-content-words.ts";

/** What a control of `requestContent` does. */
export type Meaning =
  | { readonly kind: "answer"; readonly answer: Answer }
  | { readonly kind: "approve" }
  | { readonly kind: "reject" }
  /** For a request that nobody answers: what is done about it. */
  | { readonly kind: "review"; readonly outcome: "keep" | "escalate" | "abandon" }
  /** Removes this one from those that share the answer. */
  | { readonly kind: "separate"; readonly id: RequestId }
  /** Takes back what was just decided. */
  | { readonly kind: "undo" }
  /** Asks for words, which `wordsAct` then reads. */
  | { readonly kind: "words"; readonly hint?: (language: string) => string }
  /** The form, whose values `valuesToFields` turns into the answer. */
  | { readonly kind: "form" }
  /** The select, whose options `answerOfChosen` turns into the answer. */
  | { readonly kind: "select" };

/** By the name that `tokens` was called with; undefined if the request has no such control. */
export function meaningOf(name: string, request: ShownRequest): Meaning | undefined {
  const outcome = reviewNamed(name);
  if (outcome !== undefined) return { kind: "review", outcome };
  if (name === UNDO) return { kind: "undo" };
  if (isForWords(name, request)) {
    return { kind: "words", ...present({ hint: wordsHint(name, request) }) };
  }
  return request.kind === "authorization" ? decisionOf(name, request) : answerOf(name, request);
}

function answerOf(
  name: string,
  request: Extract<ShownRequest, { kind: "question" }>,
): Meaning | undefined {
  const separated = (request.alsoAskedBy ?? []).find(({ id }) => separateName(id) === name);
  if (separated !== undefined) return { kind: "separate", id: separated.id };
  const { form } = request.question;
  if (form.kind === "fields") return name === "f" ? { kind: "form" } : undefined;
  if (form.kind === "text") return undefined;
  if (form.kind === "choices" && name === "s") return { kind: "select" };
  const label = optionNamed(form.options, name)?.label;
  if (label === undefined) return undefined;
  const answer = form.kind === "choice" ? { choice: label } : { choices: [label] };
  return { kind: "answer", answer };
}

function decisionOf(
  name: string,
  { authorization }: Extract<ShownRequest, { kind: "authorization" }>,
): Meaning | undefined {
  if (name === "r") return { kind: "reject" };
  return name === "a" && isDecidedInChats(authorization) ? { kind: "approve" } : undefined;
}

/** The end of an id is random enough to tell a few apart, and short enough for every platform. */
export function separateName(id: RequestId): string {
  return `o${id.slice(-12)}`;
}

/** The answer that the named options make; undefined if one of them is not among its options. */
export function answerOfChosen(
  names: readonly string[],
  request: ShownRequest,
): Answer | undefined {
  if (request.kind !== "question" || request.question.form.kind !== "choices") return undefined;
  const { options } = request.question.form;
  const chosen = new Set(names.map((name) => optionNamed(options, name)));
  if (chosen.has(undefined)) return undefined;
  return { choices: options.filter((option) => chosen.has(option)).map(({ label }) => label) };
}

function optionNamed(options: readonly Option[], name: string): Option | undefined {
  return /^(?:0|[1-9]\d{0,3})$/.test(name) ? options[Number(name)] : undefined;
}

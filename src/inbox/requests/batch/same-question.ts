import { asksFiles } from "../../../domain/forms/file-fields.ts";
import type { Json } from "../../../domain/json.ts";
import { isSameJson } from "../../../domain/json-equal.ts";
import { present } from "../../../domain/present.ts";
import type { Question } from "../../../domain/requests/question.ts";
import type { ShownRequest } from "../../../domain/requests/request.ts";
import type { InboxDetail } from "../../../ports/earshot/inbox.ts";
import { say } from "./messages/messages.ts";

/** What one answer can be given to, or why there is no such thing. */
export type Same = { readonly question: Question } | { readonly refusal: string };

/** The form that all of them have; what is proposed only where it is proposed in all. */
export function sameQuestion(
  details: readonly InboxDetail[],
  draftOf: (id: string) => string,
): Same {
  const refusal = details.map(({ request }) => refusalOf(request, draftOf)).find(Boolean);
  if (refusal !== undefined) return { refusal };
  const questions = details.flatMap(({ request }) =>
    request.kind === "question" ? [request.question] : [],
  );
  const [first, ...others] = questions;
  if (first === undefined) return { refusal: say("form.none") };
  if (asksFiles(first.form)) return { refusal: say("form.files") };
  if (questions.some(({ evidence }) => evidence !== undefined)) {
    return { refusal: say("form.evidence") };
  }
  if (others.some(({ form }) => !isSame(form, first.form))) {
    return { refusal: say("form.differs") };
  }
  const isProposed = others.every(({ default: one }) => isSame(one, first.default));
  const proposed = present({ default: isProposed ? first.default : undefined });
  return { question: { text: first.text, form: first.form, ...proposed } };
}

function refusalOf(request: ShownRequest, draftOf: (id: string) => string): string | undefined {
  const { id, kind, status, forOthers } = request;
  if (kind !== "question") return say("form.action", { id });
  if (status !== "open") return say("form.closed", { id });
  if (forOthers !== undefined) return say("form.others", { id });
  return draftOf(id) === "" ? undefined : say("form.begun", { id });
}

function isSame(one: unknown, other: unknown): boolean {
  return isSameJson((one ?? null) as Json, (other ?? null) as Json);
}

import { asksFiles } from "../../../domain/forms/file-fields.ts";
import type { Json } from "../../../domain/json.ts";
import { isSameJson } from "../../../domain/json-equal.ts";
import { present } from "../../../domain/present.ts";
import type { Question } from "../../../domain/requests/question.ts";
import type { ShownRequest } from "../../../domain/requests/request.ts";
import type { InboxDetail } from "../../../ports/earshot/inbox.ts";

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
  if (first === undefined) return { refusal: "Nothing is selected." };
  if (asksFiles(first.form)) return { refusal: "Files are given to one question at a time." };
  if (questions.some(({ evidence }) => evidence !== undefined)) {
    return { refusal: "What stands beside a question is looked at with it. Answer one at a time." };
  }
  if (others.some(({ form }) => !isSame(form, first.form))) {
    return { refusal: "These take different answers. Select those with the same form." };
  }
  const isProposed = others.every(({ default: one }) => isSame(one, first.default));
  const proposed = present({ default: isProposed ? first.default : undefined });
  return { question: { text: first.text, form: first.form, ...proposed } };
}

function refusalOf(request: ShownRequest, draftOf: (id: string) => string): string | undefined {
  const { id, kind, status, forOthers } = request;
  if (kind !== "question") return `${id} is no question.`;
  if (status !== "open") return `${id} is closed already. Select again.`;
  if (forOthers !== undefined) return `Others have to answer ${id}.`;
  return draftOf(id) === ""
    ? undefined
    : `You have begun to answer ${id}: send that, or clear it there.`;
}

function isSame(one: unknown, other: unknown): boolean {
  return isSameJson((one ?? null) as Json, (other ?? null) as Json);
}

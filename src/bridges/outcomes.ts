import type { JsonObject } from "../domain/json.ts";
import type { PatchOperation } from "../domain/json-patch.ts";
import { present } from "../domain/present.ts";
import type { Answer } from "../domain/requests/question.ts";
import {
  type AuthorizationRequest,
  asAuthorization,
  asQuestion,
  closerOf,
  type Noted,
  notesOf,
  type QuestionRequest,
  type Shown,
  type Waited,
} from "../domain/requests/request.ts";
import { outcomeOf, sayNotApproved } from "../guard/not-approved.ts";

/** What people have said to a call. */
export interface SoughtCall {
  readonly outcome: "pending" | Exclude<AuthorizationRequest["status"], "open">;
  readonly request: Shown<AuthorizationRequest>;
  /** The arguments that may run; absent unless approved, and where a part of them is secret until it is taken. */
  readonly args?: JsonObject;
  /** How a person changed the arguments; absent if nobody did. */
  readonly patch?: readonly PatchOperation[];
  /** Why it was not approved, in a person's words. */
  readonly reason?: string;
  /** With the outcome `responded`: a person's words in place of what the tool would have returned. */
  readonly response?: string;
  /** What those who approved it said beside that. */
  readonly notes?: readonly Noted[];
  /** Who or what decided. */
  readonly by?: string;
  /** What to tell the model; absent while it is pending, and if it may run as it was called. */
  readonly says?: string;
}

/** A text, an option, several of them, or the fields of a form. */
export type Values = string | readonly string[] | JsonObject;

/** What people have said to a question. */
export interface Given {
  readonly outcome: "pending" | Exclude<QuestionRequest["status"], "open">;
  readonly request: Shown<QuestionRequest>;
  /** Only if answered. An empty text or list is an answer too. */
  readonly values?: Values;
  /** Words beside what was picked. */
  readonly note?: string;
  /** Why it was taken back. */
  readonly reason?: string;
  /** What to go on with, if a review has closed it without an answer. */
  readonly assumption?: string;
  readonly by?: string;
}

export function soughtCall(waited: Waited): SoughtCall {
  const request = asAuthorization(waited.request);
  if (request.status === "open") return { outcome: "pending", request };
  if (request.status !== "approved") {
    const { decidedBy: by, reason, response } = outcomeOf(request);
    const says = sayNotApproved({ request, ...present({ earlier: waited.joined }) });
    return { outcome: request.status, request, says, ...present({ by, reason, response }) };
  }
  const { action, secrets, edit } = request.authorization;
  const { basis, closedBy } = request;
  const by = closedBy?.name ?? (basis.kind === "rule" ? `the rule "${basis.rule}"` : undefined);
  const args = secrets.length === 0 ? action.args : undefined;
  const notes = notesOf(request);
  const changed = edit === undefined ? [] : [sayEdited(action.tool, args, edit.patch)];
  const told = [
    ...changed,
    ...(notes ?? []).map(({ by: voter, text }) => `${voter} adds: ${text}`),
  ];
  const says = told.length === 0 ? undefined : told.join("\n");
  return {
    outcome: "approved",
    request,
    ...present({ args, patch: edit?.patch, notes, by, says }),
  };
}

/** What the model reads of a call that a person has changed. */
export function sayEdited(
  tool: string,
  args: JsonObject | undefined,
  patch: readonly PatchOperation[],
): string {
  const runs = args === undefined ? "" : ` It runs with ${JSON.stringify(args)}.`;
  return `The person who approved the call of ${tool} changed its arguments.${runs} The change, as a JSON Patch (RFC 6902): ${JSON.stringify(patch)}`;
}

export function given({ request: any }: Waited): Given {
  const request = asQuestion(any);
  if (request.status === "open") return { outcome: "pending", request };
  const by = closerOf(request)?.name;
  const outcome = { outcome: request.status, request, ...present({ by }) };
  switch (request.status) {
    case "answered":
      return { ...outcome, ...valuesOf(request.answer) };
    case "assumed":
      return { ...outcome, assumption: request.assumption };
    case "expired":
      return outcome;
    default:
      return { ...outcome, ...present({ reason: request.reason }) };
  }
}

function valuesOf(answer: Answer): Pick<Given, "values" | "note"> {
  if ("text" in answer) return { values: answer.text };
  const note = present({ note: answer.note });
  if ("choice" in answer) return { values: answer.choice, ...note };
  return { values: "choices" in answer ? answer.choices : answer.fields, ...note };
}

import type { RequestId } from "../../domain/id.ts";
import type { AuthorizationRequest, Shown, ShownRequest } from "../../domain/requests/request.ts";
import type { Undoable } from "./call.ts";

export interface RespondInput extends Undoable {
  readonly id: RequestId;
  /** What the agent is told in place of what its tool would have returned. */
  readonly text: string;
}

export interface AskBackInput {
  readonly id: RequestId;
  /** What the person wants to know before they decide. */
  readonly text: string;
}

export interface AnswerBackInput {
  readonly id: RequestId;
  readonly text: string;
  /** Which of the request's questions to the agent; the one that waits if absent. */
  readonly number?: number;
}

/** What a person and an agent say about an open request, and words in place of a tool; a part of `Earshot`. */
export interface Exchange<O> {
  /** A person answers in place of the tool: nothing is approved. Whoever may reject it may. */
  respond(input: RespondInput, options?: O): Promise<Shown<AuthorizationRequest>>;
  /** A person asks the agent something before they decide: the request stays open, and its time goes on. */
  askBack(input: AskBackInput, options?: O): Promise<ShownRequest>;
  /** The agent answers that, once; people are then asked again. */
  answerBack(input: AnswerBackInput, options?: O): Promise<ShownRequest>;
}

import type { ConversationId, PrincipalId, RequestId } from "../../domain/id.ts";
import type { Event } from "../../domain/log/event.ts";
import type { Answer, Form } from "../../domain/requests/question.ts";
import type { Request, RequestKind, RequestStatus, Waited } from "../../domain/requests/request.ts";
import type { WrittenSpan } from "../../domain/time-span.ts";
import type { PageInput } from "./call.ts";
export interface AskInput {
  readonly text: string;
  readonly context?: string;
  /** Absent: any text. */
  readonly form?: Form;
  readonly default?: Answer;
  /** Names of the operators who are asked, or roles as `role:owner`; absent for any of them. */
  readonly to?: readonly string[];
  /** Absent: the agent's own conversation. */
  readonly conversation?: ConversationId;
  /**
   * The tool whose call asks. The request is then kept in the agent's mailbox until acknowledged, and
   * a call with the same content joins it for 24 hours, as long as it is there, instead of asking
   * people again.
   */
  readonly tool?: string;
  /** For a tool's question: what tells it from others, where its content does not. */
  readonly joinKey?: string;
  /** From 1,000 to 366 days. Absent: never. */
  readonly expiresInMs?: number;
  /** When that time begins: `delivery` is once it was shown to somebody. Absent: `asking`. */
  readonly expiresFrom?: "asking" | "delivery";
  /** How long to wait for the answer in this call; 0 where absent, longer ones are cut to the bound. */
  readonly holdMs?: number;
}

export interface WaitInput {
  readonly id: RequestId;
  readonly holdMs?: number;
}

export interface WaitManyInput {
  readonly ids: readonly RequestId[];
  /** `any` (where absent): until one has closed; `all`: until every one has. */
  readonly until?: "any" | "all";
  readonly holdMs?: number;
}

export interface WaitedMany {
  /** `settled` once the condition is met. */
  readonly outcome: "pending" | "settled";
  /** In the order of the ids. */
  readonly requests: readonly Waited[];
}

export interface AnswerInput {
  readonly id: RequestId;
  readonly answer: Answer;
}

export interface CancelInput {
  readonly id: RequestId;
  readonly reason?: string;
}

/** Days are those of the caller's attention, or UTC, where no zone is named. */
export interface ListInput extends PageInput, WrittenSpan {
  readonly kind?: RequestKind;
  readonly status?: RequestStatus;
  readonly conversation?: ConversationId;
  /** Each of this agent's own, also those that share another's answer; with `each` so of all. */
  readonly agent?: PrincipalId;
  readonly each?: boolean;
  /** Only what asks the caller, by name or as any operator. */
  readonly mine?: boolean;
  /** `newest` where absent. */
  readonly order?: "newest" | "oldest";
}

export interface RequestDetail {
  readonly request: Request;
  /** What the log says about the request, oldest first, at most the first 100 events. */
  readonly history: readonly Event[];
}

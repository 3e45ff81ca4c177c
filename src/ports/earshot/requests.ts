import type { ContentDigest } from "../../domain/content/content.ts";
import type { AnswerFile } from "../../domain/forms/file-fields.ts";
import type { ConversationId, PrincipalId, RequestId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Event } from "../../domain/log/event.ts";
import type { Answer, Form } from "../../domain/requests/question.ts";
import type {
  RequestKind,
  RequestStatus,
  ShownRequest,
  Waited,
} from "../../domain/requests/request.ts";
import type { WrittenSpan } from "../../domain/time-span.ts";
import type { PageInput, Undoable } from "./call.ts";
import type { EvidenceInput } from "./evidence.ts";

export interface AskInput {
  readonly text: string;
  readonly context?: string;
  /** Any text if absent. */
  readonly form?: Form;
  /**
   * In place of a form: the JSON Schema that the answer's `fields` satisfy, as zod or pydantic emit it.
   * Of a schema that is not of an object with properties, they hold the value as `value`.
   */
  readonly schema?: JsonObject;
  readonly default?: Answer;
  /** What people are shown beside the question; at most 20 pieces with 8 MiB together. */
  readonly evidence?: readonly EvidenceInput[];
  /** Names of operators to ask, or roles as `role:owner`; any operator if absent. */
  readonly to?: readonly string[];
  /** The agent's own conversation if absent. */
  readonly conversation?: ConversationId;
  /**
   * The tool whose call asks. The request then stays in the agent's mailbox until acknowledged. While it
   * is there, and for at most 24 hours, a call with the same content joins it and asks nobody again.
   */
  readonly tool?: string;
  /** For a tool's question: tells it from others if its content does not. */
  readonly joinKey?: string;
  /** From 1,000 to 366 days; never if absent. */
  readonly expiresInMs?: number;
  /** When that time begins; `delivery` means once it was shown to somebody. `asking` if absent. */
  readonly expiresFrom?: "asking" | "delivery";
  /**
   * A URL that is called once it has closed, signed with the secret of the agent's subscription, beside
   * the one that the agent has subscribed. What joins another request calls where that one says.
   */
  readonly notify?: { readonly url: string };
  /** How long this call waits for the answer; 0 if absent, and cut at the server's limit. */
  readonly holdMs?: number;
}

export interface WaitInput {
  readonly id: RequestId;
  readonly holdMs?: number;
}

export interface WaitManyInput {
  readonly ids: readonly RequestId[];
  /** `any`, the default: until one has closed; `all`: until every one has. */
  readonly until?: "any" | "all";
  readonly holdMs?: number;
}

export interface WaitedMany {
  /** `settled` once the condition is met. */
  readonly outcome: "pending" | "settled";
  /** In the order of the ids. */
  readonly requests: readonly Waited[];
}

export interface AnswerInput extends Undoable {
  readonly id: RequestId;
  readonly answer: Answer;
}

/** A file for an answer, before the answer names it. */
export interface UploadFileInput {
  readonly id: RequestId;
  /** What stands before the last slash of it is dropped. */
  readonly name: string;
  /** Types that a browser would run count as `application/octet-stream`. */
  readonly media_type?: string;
  /** The bytes in base64: of at most 4 MiB. */
  readonly content: string;
}

/** A file of an answer, with its bytes. */
export interface ReadFile extends AnswerFile {
  readonly bytes: Uint8Array;
}

export interface ReadFileInput {
  readonly id: RequestId;
  readonly digest: ContentDigest;
}

export interface CancelInput {
  readonly id: RequestId;
  readonly reason?: string;
}

/** If no zone is named, days are in the zone of the caller's attention, or UTC. */
export interface ListInput extends PageInput, WrittenSpan {
  readonly kind?: RequestKind;
  readonly status?: RequestStatus;
  readonly conversation?: ConversationId;
  /** All of this agent's own, including those that share another's answer; `each` does so for all. */
  readonly agent?: PrincipalId;
  readonly each?: boolean;
  /** Only what asks the caller, by name or as any operator. */
  readonly mine?: boolean;
  /** `newest` if absent. */
  readonly order?: "newest" | "oldest";
}

export interface RequestDetail {
  readonly request: ShownRequest;
  /** The log's events about the request, oldest first, at most the first 100. */
  readonly history: readonly Event[];
}

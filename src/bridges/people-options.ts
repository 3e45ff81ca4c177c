import type { ConversationId } from "../domain/id.ts";
import type { JsonObject } from "../domain/json.ts";
import { present } from "../domain/present.ts";
import type { OnAskedBack } from "./answer-asked.ts";
import { isObject } from "./model-question.ts";
import type { Called, Questioned } from "./put-to-people.ts";

export interface PeopleOptions {
  /** Names the thread for good: after a restart what it has asked is found by it. */
  readonly thread: string;
  /** Where people see what the thread asks, by `openThread`. */
  readonly conversation?: ConversationId;
  /** How long people have: what nobody decides or answers by then has expired. */
  readonly expiresInMs?: number;
  /** What else people should know of a call. Always the same for one call. */
  readonly about?: (
    tool: string,
    args: JsonObject,
  ) => Partial<Pick<Called, "reason" | "secrets" | "to" | "session" | "onBehalfOf">>;
  /**
   * Whether the model may ask for files. It is given them beside the answer, so it has to be one that reads files in
   * the results of tools.
   */
  readonly files?: boolean;
  /** Answers what people ask before they decide: the model waits, so this is the program's own. */
  readonly onAskedBack?: OnAskedBack;
}

/** What all that a thread asks has in common. */
export function commonOf({
  conversation,
  expiresInMs,
}: PeopleOptions): Pick<Questioned, "conversation" | "expiresInMs"> {
  return present({ conversation, expiresInMs });
}

/** A call as the model wrote it, for people. */
export function calledBy(
  options: PeopleOptions,
  {
    tool,
    input,
    argsSchema,
  }: { tool: string; input: unknown; argsSchema?: JsonObject | undefined },
): Called {
  const args = (isObject(input) ? input : {}) as JsonObject;
  const about = { reason: "The model called it.", ...options.about?.(tool, args) };
  return { ...commonOf(options), tool, args, ...present({ argsSchema }), ...about };
}

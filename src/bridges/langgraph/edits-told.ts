import type { JsonObject } from "../../domain/json.ts";
import { isSameJson } from "../../domain/json-equal.ts";
import { diffPatch } from "../../domain/json-patch.ts";
import { isObject } from "../model-question.ts";
import { sayEdited } from "../outcomes.ts";

/** What is read of a message of LangChain: one of the model with its calls, or what came of a call. */
interface Message {
  readonly content?: unknown;
  readonly tool_calls?: readonly {
    readonly id?: string;
    readonly name: string;
    readonly args: JsonObject;
  }[];
  readonly tool_call_id?: string;
  response_metadata?: Readonly<Record<string, unknown>>;
}

/** In a message's metadata: the arguments as its model wrote them, by the ids of the calls. */
const WRITTEN = "earshot_written";

/**
 * Tells the model of an agent of LangChain which of its calls a person has changed, and how: below the result of the
 * call. Make a middleware of it, beside that for the human in the loop, which changes a call without a word.
 * @example
 * ```ts
 * import { editsTold } from "earshot/bridges/langgraph";
 *
 * export const middlewareOf = (createMiddleware: (hooks: typeof editsTold) => object) =>
 *   createMiddleware(editsTold);
 * ```
 */
export const editsTold = {
  name: "EditsTold",
  /** The message keeps what its model wrote, so that a process which comes back tells it too. */
  async wrapModelCall<Result>(
    request: { readonly messages: readonly object[] },
    handler: (request: never) => Result | Promise<Result>,
  ): Promise<Result> {
    const messages = withEdits(request.messages);
    const said = await handler({ ...request, messages } as never);
    if (isObject(said)) keepWritten(said as Message);
    return said;
  },
};

function keepWritten(message: Message): void {
  const { tool_calls: calls = [], response_metadata: metadata } = message;
  if (calls.length === 0) return;
  const written = Object.fromEntries(calls.map(({ id = "", args }) => [id, args]));
  message.response_metadata = { ...metadata, [WRITTEN]: written };
}

function withEdits(messages: readonly Message[]): readonly Message[] {
  const edits = new Map(messages.flatMap(editsIn));
  return messages.map((message) => {
    const said = edits.get(message.tool_call_id ?? "");
    return said === undefined ? message : noted(message, said);
  });
}

function editsIn({ tool_calls: calls = [], response_metadata: metadata }: Message) {
  const written = metadata?.[WRITTEN];
  if (!isObject(written)) return [];
  return calls.flatMap(({ id = "", name, args }): readonly (readonly [string, string])[] => {
    const before = written[id];
    if (!isObject(before) || isSameJson(before as JsonObject, args)) return [];
    return [[id, sayEdited(name, args, diffPatch(before as JsonObject, args))]];
  });
}

/** A copy, of the same class: the thread keeps the result itself. */
function noted(message: Message, text: string): Message {
  const { content } = message;
  const told = Array.isArray(content)
    ? [...content, { type: "text", text }]
    : `${content}\n\n${text}`;
  return Object.assign(Object.create(Object.getPrototypeOf(message)), message, { content: told });
}

/** People behind the AI SDK (package `ai`, 7 and later). Everything exported here is public. */
import type { JsonObject } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import type { ToolObject } from "../../guard/guard-tool.ts";
import { jsonSchemaOf } from "../../guard/json-schema-of.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { modelQuestion, toldOf } from "../model-question.ts";
import type { Given, SoughtCall } from "../outcomes.ts";
import { calledBy, commonOf, type PeopleOptions } from "../people-options.ts";
import { type Matter, putToPeople } from "../put-to-people.ts";
import { filesOf } from "../with-bytes.ts";
import { type AskTool, askTool } from "./ask-tool.ts";
import { guardedTool } from "./guarded-tool.ts";
import { type AiMessage, type OpenPart, openIn, toolMessage } from "./messages.ts";

export type { ModelQuestion } from "../model-question.ts";
export type { PeopleOptions } from "../people-options.ts";
export type { AiMessage, AskTool };

type Asker = Pick<
  Earshot,
  "ask" | "authorize" | "waitMany" | "answerBack" | "collect" | "redeem" | "readFile"
>;

/** A `ToolLoopAgent`, or whatever else generates from messages. */
export interface AiAgent<M, R extends { readonly responseMessages: readonly M[] }> {
  generate(options: { messages: M[]; abortSignal?: AbortSignal }): PromiseLike<R>;
}

export interface RunOptions<M> {
  readonly messages: readonly M[];
  /** Hears of all messages before people are waited for, and after each step that took time. */
  readonly save?: ((messages: readonly M[]) => unknown) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface People {
  /** The same tools, whose calls run once they are approved, as they were approved, and at most once. */
  tools<T extends Readonly<Record<string, object>>>(tools: T): T;
  /** For the agent's setting of this name: it stops before a call of these tools. */
  readonly toolApproval: (given: {
    readonly toolCall: { readonly toolName: string };
  }) => "user-approval" | "not-applicable";
  /** A tool by which the model asks a person. Pass it through `tools` under any name. */
  readonly ask: AskTool;
  /**
   * Puts all that the messages leave open to people, waits, and gives the messages with what they said. The
   * same messages if nothing is open.
   */
  answer<M extends AiMessage>(
    messages: readonly M[],
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<readonly M[]>;
  /** Generates and answers in turn until nothing is open, from wherever the messages stand. */
  run<M extends AiMessage, R extends { readonly responseMessages: readonly M[] }>(
    agent: AiAgent<M, R>,
    options: RunOptions<M>,
  ): Promise<{ readonly result: R; readonly messages: readonly M[] }>;
}

/**
 * Puts people behind an agent of the AI SDK. Where its messages are kept, it may be killed at any moment: the next
 * process finds what was asked and what people said.
 * @example
 * ```ts
 * import { withPeople } from "earshot/bridges/ai";
 * import { createClient } from "earshot/client";
 *
 * const earshot = createClient({ url: "http://127.0.0.1:4242", key: process.env["EARSHOT_KEY"] ?? "" });
 * const people = withPeople(earshot, { thread: "invoice-4711" });
 * console.log(people.toolApproval({ toolCall: { toolName: "transfer" } }));
 * ```
 */
export function withPeople(earshot: Asker, options: PeopleOptions): People {
  const { thread, files, onAskedBack } = options;
  const guarded = new Map<string, JsonObject | undefined>();
  const questions = new Set<string>();
  const ask = askTool({ files });
  const keyOf = (id: string) => [thread, id];
  const common = commonOf(options);
  const callOf = (tool: string, input: unknown) =>
    calledBy(options, { tool, input, argsSchema: guarded.get(tool) });

  function matterOf({ kind, id, tool, input }: OpenPart): Matter {
    if (kind === "call") return { key: keyOf(id), call: callOf(tool, input) };
    return { key: keyOf(id), question: { ...modelQuestion(input, { files }), ...common } };
  }

  const openOf = (messages: readonly AiMessage[]) =>
    openIn(messages, (tool) => questions.has(tool));

  const people: People = {
    ask,
    toolApproval: ({ toolCall }) =>
      guarded.has(toolCall.toolName) ? "user-approval" : "not-applicable",
    tools(tools) {
      const all = Object.entries(tools).map(([name, tool]) => {
        if (tool === ask) {
          questions.add(name);
          return [name, tool];
        }
        guarded.set(name, jsonSchemaOf((tool as ToolObject).inputSchema, name));
        const ofInput = (input: unknown) => callOf(name, input);
        const approvals = { earshot, keyOf, callOf: ofInput, onAskedBack };
        return [name, guardedTool(tool as ToolObject, name, approvals)];
      });
      return Object.fromEntries(all);
    },
    async answer(messages, { signal } = {}) {
      const open = openOf(messages);
      if (open.length === 0) return messages;
      const outcomes = await putToPeople(earshot, open.map(matterOf), { signal, onAskedBack });
      const said = await Promise.all(
        open.map((part, index) => saidOf(earshot, part, outcomes[index])),
      );
      return [...messages, toolMessage(said) as (typeof messages)[number]];
    },
    async run(agent, { messages: given, save, signal }) {
      let messages = given;
      for (;;) {
        const answered = await people.answer(messages, { signal });
        if (answered !== messages) await save?.(answered);
        const settings = { messages: [...answered], ...present({ abortSignal: signal }) };
        const result = await agent.generate(settings);
        messages = [...answered, ...result.responseMessages];
        await save?.(messages);
        if (openOf(messages).length === 0) return { result, messages };
      }
    },
  };
  return people;
}

/** What goes back into the messages. */
async function saidOf(
  earshot: Asker,
  part: OpenPart,
  outcome: SoughtCall | Given | undefined,
): Promise<object> {
  const { id: toolCallId, tool: toolName } = part;
  if (part.kind === "question") {
    const output = await outputOf(earshot, outcome as Given);
    return { type: "tool-result", toolCallId, toolName, output };
  }
  const { approvalId } = part;
  const { outcome: ended, says } = outcome as SoughtCall;
  const approved = ended === "approved";
  const reason = approved ? undefined : says;
  return { type: "tool-approval-response", approvalId, approved, ...present({ reason }) };
}

/** The answer, and the files in it as the AI SDK has them: as text, since messages are kept as JSON. */
async function outputOf(earshot: Asker, given: Given): Promise<object> {
  const value = toldOf(given);
  const files = await filesOf(earshot, given);
  if (files.length === 0) return { type: "json", value };
  const parts = files.map(({ data, ...named }) => {
    return { type: "file", data: { type: "data", data }, ...named };
  });
  return { type: "content", value: [{ type: "text", text: JSON.stringify(value) }, ...parts] };
}

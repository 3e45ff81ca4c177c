/** People behind Mastra (package `@mastra/core`). Everything exported here is public. */
import type { JsonObject } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import type { ToolObject } from "../../guard/guard-tool.ts";
import { jsonSchemaOf } from "../../guard/json-schema-of.ts";
import type { OnAskedBack } from "../answer-asked.ts";
import { isObject, toldOf } from "../model-question.ts";
import type { Given, SoughtCall } from "../outcomes.ts";
import { type Called, seek } from "../put-to-people.ts";
import { filesOf } from "../with-bytes.ts";
import {
  AgentRun,
  type AgentRunOptions,
  type Asker,
  type Heard,
  type MastraAgent,
  type RunOptions,
} from "./agent-run.ts";
import { type AskTool, askTool, type CallOf, guardedTool } from "./tools.ts";
import { type MastraWorkflow, workflowToItsEnd } from "./workflow-run.ts";

export type { ModelQuestion } from "../model-question.ts";
export type { AgentRunOptions, AskTool, MastraAgent, MastraWorkflow, RunOptions };

export interface PeopleOptions {
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

export interface People {
  /** The same tools, whose calls run once they are approved, as they were approved, and at most once. */
  tools<T extends Readonly<Record<string, object>>>(tools: T): T;
  /** A tool by which the model asks a person. Pass it through `tools` under any name. */
  readonly ask: AskTool;
  /**
   * Generates until nothing waits for people, from wherever the run stands. Whatever else suspends it is put to
   * people as a question, and resumed with `{outcome, answer}`.
   */
  run<R>(agent: MastraAgent<R>, messages: unknown, options: AgentRunOptions): Promise<R>;
  /**
   * Runs a workflow to its end, from wherever it stands: what a step suspends with is a question, and the step
   * is resumed with `{outcome, answer}`.
   */
  runWorkflow<R>(workflow: MastraWorkflow<R>, inputData: unknown, options: RunOptions): Promise<R>;
}

/**
 * Puts people behind agents and workflows of Mastra. Where its storage is kept, a process may be killed at any
 * moment: the next one finds what was asked and what people said.
 * @example
 * ```ts
 * import { type MastraAgent, withPeople } from "earshot/bridges/mastra";
 * import { createClient } from "earshot/client";
 *
 * const earshot = createClient({ url: "http://127.0.0.1:4242", key: process.env["EARSHOT_KEY"] ?? "" });
 * const people = withPeople(earshot);
 * export const pay = (agent: MastraAgent<unknown>) =>
 *   people.run(agent, "Pay invoice 4711.", { runId: "invoice-4711" });
 * ```
 */
export function withPeople(
  earshot: Asker,
  { about, files = false, onAskedBack }: PeopleOptions = {},
): People {
  const guarded = new Map<string, JsonObject | undefined>();
  const questions = new Set<string>();
  const runs = new Map<string, Heard>();
  const heardOf = ({ runId, toolCallId }: CallOf) => runs.get(runId)?.get(toolCallId);
  const ask = askTool({ files }, async (call) => {
    const given = heardOf(call) as Given | undefined;
    if (given === undefined) return undefined;
    const found = await filesOf(earshot, given);
    return Object.assign(toldOf(given), present({ files: found.length > 0 ? found : undefined }));
  });

  function callOf(tool: string, input: unknown): Called {
    const args = argsIn(input);
    const argsSchema = guarded.get(tool);
    const more = { reason: "The model called it.", ...about?.(tool, args) };
    return { tool, args, ...present({ argsSchema }), ...more };
  }

  async function soughtOf(call: CallOf, tool: string, input: unknown): Promise<SoughtCall> {
    const heard = heardOf(call) as SoughtCall | undefined;
    if (heard !== undefined) return heard;
    const { runId, toolCallId, signal } = call;
    const put = { key: [runId, toolCallId], signal, onAskedBack };
    return await seek(earshot, callOf(tool, input), put);
  }

  return {
    ask,
    tools(tools) {
      const all = Object.entries(tools).map(([name, tool]) => {
        if (tool === ask) {
          questions.add(name);
          return [name, tool];
        }
        guarded.set(name, jsonSchemaOf((tool as ToolObject).inputSchema, name));
        const sought = (call: CallOf, input: unknown) => soughtOf(call, name, input);
        return [name, guardedTool(tool as ToolObject, name, { earshot, soughtOf: sought })];
      });
      return Object.fromEntries(all);
    },
    async run(agent, messages, options) {
      const heard: Heard = new Map();
      runs.set(options.runId, heard);
      const setting = {
        earshot,
        agent,
        heard,
        files,
        onAskedBack,
        isQuestion: (tool: string) => questions.has(tool),
        callOf: (tool: string, input: unknown) =>
          guarded.has(tool) ? callOf(tool, input) : undefined,
      };
      try {
        return await new AgentRun(setting, options).toItsEnd(messages);
      } finally {
        runs.delete(options.runId);
      }
    },
    async runWorkflow(workflow, inputData, options) {
      return await workflowToItsEnd(earshot, workflow, { inputData, onAskedBack, ...options });
    },
  };
}

/** What a tool is run with: Mastra takes the rest out of what the model wrote. */
function argsIn(input: unknown): JsonObject {
  const args: Record<string, unknown> = Object.assign({}, isObject(input) ? input : {});
  for (const name of ["resumeData", "suspendedToolCallId", "suspendedToolRunId"]) delete args[name];
  return args as JsonObject;
}

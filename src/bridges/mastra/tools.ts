import type { JsonObject } from "../../domain/json.ts";
import type { ToolObject } from "../../guard/guard-tool.ts";
import { type AskedFor, isObject, QUESTION_SAYS } from "../model-question.ts";
import type { SoughtCall } from "../outcomes.ts";
import { type QuestionSchema, questionSchema } from "../question-schema.ts";
import type { TakenCall } from "../take.ts";
import { takeForModel, withNote } from "../take-for-model.ts";
import type { ModelFile } from "../with-bytes.ts";
import type { Asker } from "./agent-run.ts";

/** One call of a tool, by what Mastra keeps of it over a restart. */
export interface CallOf {
  readonly runId: string;
  readonly toolCallId: string;
  readonly signal: AbortSignal | undefined;
}

type Execute = (input: never, context: never) => unknown;

/** A tool by which the model asks a person: it suspends the run. */
export interface AskTool {
  readonly id: string;
  readonly description: string;
  readonly inputSchema: QuestionSchema;
  execute(input: unknown, context: unknown): Promise<unknown>;
}

/** Mastra knows its tools by it where they are not of its class. */
const IS_TOOL = Symbol.for("mastra.core.tool.Tool");

/** What people said is taken from `told` alone: `resumeData` may be an argument that the model wrote. */
export function askTool(
  asked: AskedFor,
  told: (call: CallOf) => Promise<JsonObject | undefined>,
): AskTool {
  const tool: AskTool = {
    id: "ask_person",
    description: QUESTION_SAYS,
    inputSchema: questionSchema(asked),
    async execute(input, context) {
      const said = await told(callOf(context, "ask"));
      if (said !== undefined) return said;
      const { agent } = context as { readonly agent: { suspend(payload: unknown): unknown } };
      return await agent.suspend(input);
    },
  };
  const shown = asked.files === true ? { toModelOutput: withFiles } : {};
  return Object.assign(tool, { [IS_TOOL]: true }, shown);
}

/** The files of an answer as parts, as Mastra gives them to models. */
function withFiles(told: unknown): object {
  const { files, ...said } = Object(told) as { readonly files?: readonly ModelFile[] };
  const text = { type: "text", text: JSON.stringify(said) };
  const parts = (files ?? []).map(({ data, mediaType }) => ({ type: "media", data, mediaType }));
  return { type: "content", value: [text, ...parts] };
}

interface Approvals {
  readonly earshot: Pick<Asker, "collect" | "redeem">;
  readonly soughtOf: (call: CallOf, input: unknown) => Promise<SoughtCall>;
}

/** What a tool gives once people have changed its arguments: Mastra keeps it, and its model reads it. */
interface Changed {
  readonly result: unknown;
  readonly changedByPerson: string;
}

/** Stops before each call, and runs it as people approved it, also where something else resumes the run. */
export function guardedTool(tool: ToolObject, name: string, approvals: Approvals): ToolObject {
  const execute = tool.execute as Execute | undefined;
  if (execute === undefined) return tool;

  async function taken(input: unknown, context: unknown): Promise<[TakenCall, SoughtCall]> {
    const call = callOf(context, name);
    const sought = await approvals.soughtOf(call, input);
    return [await takeForModel(approvals.earshot, sought, { signal: call.signal }), sought];
  }

  return Object.assign(Object.create(Object.getPrototypeOf(tool)), tool, {
    requireApproval: true,
    needsApprovalFn: undefined,
    // The tool itself checks what it gives; what is added to it is no part of its schema.
    outputSchema: undefined,
    async execute(input: unknown, context: unknown) {
      const [{ args }, { says }] = await taken(input, context);
      const result = await execute.call(tool, args as never, context as never);
      return says === undefined ? result : ({ result, changedByPerson: says } satisfies Changed);
    },
    ...modelOutputOf(tool),
  });
}

type ModelOutput = (result: unknown) => unknown;

function modelOutputOf(tool: object): { readonly toModelOutput?: ModelOutput } {
  const own = (tool as { readonly toModelOutput?: ModelOutput }).toModelOutput;
  if (own === undefined) return {};
  return {
    toModelOutput: async (given) => {
      if (!isObject(given) || !("changedByPerson" in given)) return await own.call(tool, given);
      const { result, changedByPerson } = given as unknown as Changed;
      return withNote((await own.call(tool, result)) as object, changedByPerson);
    },
  };
}

function callOf(context: unknown, name: string): CallOf {
  const { runId, agent, abortSignal } = Object(context) as Readonly<Record<string, unknown>>;
  const { toolCallId } = Object(agent) as Readonly<Record<string, unknown>>;
  if (typeof toolCallId !== "string") throw new Error(`A call of ${name} came without its id.`);
  const signal = abortSignal instanceof AbortSignal ? abortSignal : undefined;
  return { runId: String(runId), toolCallId, signal };
}

import type { ToolObject } from "../../guard/guard-tool.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import type { OnAskedBack } from "../answer-asked.ts";
import { isObject } from "../model-question.ts";
import { type Called, seek } from "../put-to-people.ts";
import { takeForModel, withNote } from "../take-for-model.ts";

interface Approvals {
  readonly earshot: Pick<
    Earshot,
    "ask" | "authorize" | "waitMany" | "answerBack" | "collect" | "redeem"
  >;
  readonly keyOf: (toolCallId: string) => readonly string[];
  readonly callOf: (input: unknown) => Called;
  readonly onAskedBack: OnAskedBack | undefined;
}

type Execute = (input: unknown, options: unknown, ...more: readonly unknown[]) => unknown;

interface ModelOutput {
  readonly toolCallId: string;
  readonly output: unknown;
}

/**
 * Runs a call as people approved it, also where the agent never asked for that. If they have changed the
 * arguments, the model reads so below the result.
 */
export function guardedTool(tool: ToolObject, name: string, approvals: Approvals): ToolObject {
  const execute = tool.execute as Execute | undefined;
  if (execute === undefined) return tool;
  const edits = new Map<string, string>();

  async function approved(input: unknown, options: unknown): Promise<unknown> {
    const { toolCallId, signal } = ofCall(options, name);
    const { earshot, keyOf, callOf, onAskedBack } = approvals;
    const put = { key: keyOf(toolCallId), signal, onAskedBack };
    const sought = await seek(earshot, callOf(input), put);
    const { args } = await takeForModel(earshot, sought, { signal });
    if (sought.says !== undefined) edits.set(toolCallId, sought.says);
    return args;
  }

  const guarded: Execute = isStream(execute)
    ? async function* (input, options, ...more) {
        const args = await approved(input, options);
        yield* execute.call(tool, args, options, ...more) as AsyncGenerator;
      }
    : async (input, options, ...more) =>
        await execute.call(tool, await approved(input, options), options, ...more);

  return Object.assign(Object.create(Object.getPrototypeOf(tool)), tool, {
    execute: guarded,
    toModelOutput: async (given: ModelOutput) => {
      const output = await outputOf(tool, given);
      const says = edits.get(given.toolCallId);
      return says === undefined ? output : withNote(output, says);
    },
  });
}

const isStream = (run: Execute) =>
  Object.prototype.toString.call(run) === "[object AsyncGeneratorFunction]";

function ofCall(options: unknown, name: string) {
  const given = isObject(options) ? options : {};
  const { toolCallId, abortSignal } = given;
  if (typeof toolCallId !== "string") throw new Error(`A call of ${name} came without its id.`);
  return { toolCallId, signal: abortSignal instanceof AbortSignal ? abortSignal : undefined };
}

/** As the tool or, without a way of its own, the AI SDK says it to the model. */
async function outputOf(tool: object, given: ModelOutput): Promise<object> {
  const own = (tool as { toModelOutput?: (given: ModelOutput) => unknown }).toModelOutput;
  if (own !== undefined) return (await own.call(tool, given)) as object;
  const { output } = given;
  if (typeof output === "string") return { type: "text", value: output };
  return { type: "json", value: JSON.parse(JSON.stringify(output ?? null)) };
}

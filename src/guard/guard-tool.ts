import { EarshotError } from "../domain/errors.ts";
import type { JsonObject } from "../domain/json.ts";
import { type Approval, type GuardOptions, guard } from "./guard.ts";
import { definitionOf, hashTool } from "./hash-tool.ts";
import { jsonSchemaOf } from "./json-schema-of.ts";

/** A tool of a framework: its description, and a function of its arguments. */
export interface ToolObject {
  readonly name?: string;
  readonly description?: string;
  /** JSON Schema, or a validator that can give its JSON Schema. */
  readonly inputSchema?: unknown;
  /** The same under the other usual name. */
  readonly parameters?: unknown;
  // A method, so that a tool with narrower arguments fits as well.
  execute?(args: never, ...more: never[]): unknown;
}

export interface GuardToolOptions<Args>
  extends Omit<GuardOptions<Args>, "tool" | "toolSchemaHash" | "toolDefinition"> {
  /** The name, if the tool has none of its own. */
  readonly tool?: string;
  /** Replaces the tool's own schema if that cannot be given as JSON Schema. */
  readonly argsSchema?: JsonObject | undefined;
  /** Names a call for good, from what the framework passes with it; see `GuardedCall`. */
  readonly call?: (args: Args, ...more: readonly unknown[]) => string | undefined;
  /** Hears of each approval just before its call runs. */
  readonly onApproved?: (approval: Approval, args: Args) => void;
}

/**
 * The same tool, but its calls run only once they are approved. Edited arguments must fit its schema, and a
 * changed description or schema asks people again. Everything else that the framework passes to `execute`
 * comes through. An async generator stays one, and waits before its first step.
 * @example
 * ```ts
 * import { createClient } from "earshot/client";
 * import { guardTool } from "earshot/guard";
 *
 * const earshot = createClient({ url: "http://127.0.0.1:4242", key: process.env["EARSHOT_KEY"] ?? "" });
 * const transfer = guardTool(
 *   {
 *     description: "Sends money.",
 *     inputSchema: { type: "object", properties: { amount: { type: "number" } } },
 *     execute: async ({ amount }: { amount: number }) => `sent ${amount}`,
 *   },
 *   { earshot, tool: "transfer", reason: "The model called it." },
 * );
 * console.log(await transfer.execute({ amount: 20 }));
 * ```
 */
export function guardTool<T extends ToolObject>(
  tool: T,
  options: GuardToolOptions<Record<string, unknown>>,
): T {
  const { tool: called, call, onApproved, ...rest } = options;
  const name = called ?? tool.name;
  if (name === undefined) throw unfit("The tool has no name: give one with { tool }.");
  const execute = tool.execute as Execute | undefined;
  if (execute === undefined) throw unfit(nothingToGuard(tool, name));
  const argsSchema = options.argsSchema ?? jsonSchemaOf(tool.inputSchema ?? tool.parameters, name);
  const { description } = tool;
  const toolDefinition = definitionOf({ name, description, inputSchema: argsSchema });
  const toolSchemaHash = hashTool(toolDefinition as Parameters<typeof hashTool>[0]);

  const isStream = kindOf(execute) === "AsyncGeneratorFunction";
  if (kindOf(execute) === "GeneratorFunction") throw unfit(notAsync(name));

  const begin = async (args: Record<string, unknown>, more: readonly unknown[]) => {
    const signal = signalIn(more[0]);
    const run = guard(
      (approved: Record<string, unknown>, approval) => {
        onApproved?.(approval, approved);
        return execute.call(tool, approved, ...more);
      },
      { ...rest, tool: name, argsSchema, toolSchemaHash, toolDefinition },
    );
    return await run(args, { call: call?.(args, ...more), signal });
  };

  const guarded: Execute = isStream
    ? async function* (args, ...more) {
        return yield* (await begin(args, more)) as AsyncGenerator;
      }
    : async (args, ...more) => {
        const result = await begin(args, more);
        // Nobody would take its steps, and a call that never ran would be reported as done.
        if (isIterator(result)) throw unfit(notAsync(name));
        return result;
      };
  return withExecute(tool, guarded);
}

const kindOf = (run: Execute) => Object.prototype.toString.call(run).slice("[object ".length, -1);

/** Whether a value makes its steps only on demand. */
function isIterator(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const isIterable = Symbol.asyncIterator in value || Symbol.iterator in value;
  return isIterable && "next" in value && typeof value.next === "function";
}

/** Where frameworks keep the function of a finished tool, and what can be guarded before. */
const FINISHED: readonly { readonly has: readonly string[]; readonly says: string }[] = [
  {
    has: ["handler"],
    says: "This looks like a tool of the Claude Agent SDK: wrap the handler, as in tool(name, description, schema, guard(handler, { earshot, tool: name, reason })).",
  },
  {
    has: ["invoke", "schema"],
    says: "This looks like a tool of LangChain: wrap the function before you make the tool from it, as in tool(guard(run, { earshot, tool: name, reason }), { name, schema }).",
  },
  {
    has: ["invoke", "parameters"],
    says: "This looks like a finished tool of the OpenAI Agents SDK: wrap what it is made from, as in tool(guardTool({ name, description, parameters, execute }, { earshot, reason })).",
  },
];

function nothingToGuard(tool: object, name: string): string {
  const known = FINISHED.find(({ has }) => has.every((property) => property in tool));
  const mend =
    known?.says ?? "Wrap the function that it runs: guard(run, { earshot, tool, reason }).";
  return `The tool ${name} has no execute to guard. ${mend}`;
}

const notAsync = (name: string) =>
  `The tool ${name} makes its result step by step. Write its execute as async *execute: only then can the guarded one wait for people and pass on the steps.`;

/**
 * The whole tool, even one of a class. Its getters read the tool itself, which may have private fields. Its
 * methods run on the guarded copy, so a method that calls `execute` cannot get around the approval.
 */
function withExecute<T extends ToolObject>(tool: T, execute: Execute): T {
  const property = { value: execute, enumerable: true, configurable: true };
  const shape: T = Object.create(Object.getPrototypeOf(tool), {
    ...Object.getOwnPropertyDescriptors(tool),
    execute: property,
  });
  return new Proxy(shape, {
    get: (_, key) => (key === "execute" ? execute : Reflect.get(tool, key)),
    set: (_, key, value) => key !== "execute" && Reflect.set(tool, key, value),
  });
}

const unfit = (message: string) => new EarshotError("INVALID_INPUT", message);

type Execute = (args: Record<string, unknown>, ...more: readonly unknown[]) => unknown;

/** The signal that frameworks pass with a call, under either usual name. */
function signalIn(given: unknown): AbortSignal | undefined {
  if (typeof given !== "object" || given === null) return undefined;
  const { abortSignal, signal } = given as Readonly<Record<string, unknown>>;
  const found = abortSignal ?? signal;
  return found instanceof AbortSignal ? found : undefined;
}

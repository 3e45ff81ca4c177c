import { EarshotError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import type { OnAskedBack } from "../answer-asked.ts";
import {
  type AskedFor,
  isObject,
  QUESTION_SAYS,
  questionJsonSchema,
  toldOf,
} from "../model-question.ts";
import type { Given } from "../outcomes.ts";
import { askFor, type Called, type Questioned, seek } from "../put-to-people.ts";
import { takeOrSay } from "../take-for-model.ts";
import { filesOf } from "../with-bytes.ts";

/** A function tool, as `tool` of the SDK makes it. */
export interface FunctionTool {
  readonly type: "function";
  readonly name: string;
  readonly parameters: unknown;
  readonly outputSchema?: unknown;
  readonly needsApproval: unknown;
  // A method, so that a tool of any context fits.
  invoke(context: never, input: string, details?: never): Promise<unknown>;
}

/** A tool by which the model asks a person. A copy under another name is the same tool. */
export interface AskTool {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  readonly parameters: {
    readonly type: "object";
    readonly properties: JsonObject;
    required: string[];
    readonly additionalProperties: false;
  };
  readonly strict: false;
  readonly needsApproval: () => Promise<boolean>;
  readonly isEnabled: () => Promise<boolean>;
  readonly invoke: (context: unknown, input: string, details?: object) => Promise<unknown>;
}

/** How a tool finds what people have said to its call. */
export interface Approvals {
  readonly earshot: Pick<
    Earshot,
    "ask" | "authorize" | "waitMany" | "answerBack" | "collect" | "redeem" | "readFile"
  >;
  readonly onAskedBack: OnAskedBack | undefined;
  readonly keyOf: (callId: string) => readonly string[];
  readonly callOf: (tool: string, input: unknown, argsSchema?: JsonObject) => Called;
  readonly questionOf: (input: unknown) => Questioned;
}

const always = async () => true;

export function askTool(
  { earshot, keyOf, questionOf, onAskedBack }: Approvals,
  asked: AskedFor,
): AskTool {
  return {
    type: "function",
    name: "ask_person",
    description: QUESTION_SAYS,
    parameters: questionJsonSchema(asked) as AskTool["parameters"],
    strict: false,
    needsApproval: always,
    isEnabled: always,
    async invoke(_, input, details) {
      const { callId, signal } = ofCall(details, "ask_person");
      const question = questionOf(parsed(input));
      const put = { key: keyOf(callId), signal, onAskedBack };
      return await outputOf(earshot, await askFor(earshot, question, put));
    },
  };
}

/** The answer, and beside it the files as outputs of the SDK: as text, since a state is kept as JSON. */
async function outputOf(earshot: Approvals["earshot"], given: Given): Promise<unknown> {
  const text = JSON.stringify(toldOf(given));
  const files = await filesOf(earshot, given);
  if (files.length === 0) return text;
  const parts = files.map(({ data, mediaType, filename }) =>
    PICTURES.has(mediaType)
      ? { type: "image", image: { data, mediaType } }
      : { type: "file", file: { data, mediaType, filename } },
  );
  return [{ type: "text", text }, ...parts];
}

/** Of other pictures the models know nothing: they are files. */
const PICTURES: ReadonlySet<string> = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
]);

/** Runs a call as people approved it, also where the run did not stop for them. */
export function guardedTool<T extends FunctionTool>(
  tool: T,
  argsSchema: JsonObject | undefined,
  { earshot, keyOf, callOf, onAskedBack }: Approvals,
): T {
  const { name } = tool;
  // What people say would not fit it, so the model could not be told.
  if (tool.outputSchema !== undefined) throw cannotTell(name);

  async function invoke(context: never, input: string, details?: never): Promise<unknown> {
    const { callId, signal } = ofCall(details, name);
    const call = callOf(name, parsed(input), argsSchema);
    const put = { key: keyOf(callId), signal, onAskedBack };
    const sought = await seek(earshot, call, put);
    const taken = await takeOrSay(earshot, sought, { signal });
    if (typeof taken === "string") return taken;
    const output = await tool.invoke(context, JSON.stringify(taken.args), details);
    return sought.says === undefined ? output : withNote(output, sought.says);
  }

  return Object.assign({}, tool, { needsApproval: always, invoke });
}

function ofCall(details: unknown, name: string) {
  const { toolCall, signal } = Object(details) as Readonly<Record<string, unknown>>;
  const { callId } = Object(toolCall) as Readonly<Record<string, unknown>>;
  if (typeof callId !== "string") throw new Error(`A call of ${name} came without its id.`);
  return { callId, ...present({ signal: signal instanceof AbortSignal ? signal : undefined }) };
}

/** A model may write anything: what is no JSON is shown as it is. */
export function parsed(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}

const CONTENT = new Set<unknown>(["text", "image", "file"]);

/** Parts stay parts; all else becomes a text, as the SDK itself would say it. */
function withNote(output: unknown, text: string): unknown {
  const parts = [output].flat();
  const isContent = parts.every((part) => isObject(part) && CONTENT.has(part["type"]));
  if (isContent && parts.length > 0) return [...parts, { type: "text", text }];
  const said = typeof output === "string" ? output : (JSON.stringify(output) ?? "");
  return `${said}\n\n${text}`;
}

function cannotTell(name: string): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    `The tool ${name} has an outputSchema, which leaves no room for what people say. Make it without one.`,
    { details: { tool: name } },
  );
}

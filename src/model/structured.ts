import { EarshotError, isEarshotError } from "../domain/errors.ts";
import type { SchemaCheck } from "../domain/form-dialect.ts";
import type { JsonObject } from "../domain/json.ts";
import { present } from "../domain/present.ts";
import type {
  Model,
  ModelMessage,
  ModelReply,
  StructuredInput,
  StructuredReply,
  TokenUsage,
} from "../ports/model/model.ts";
import { callModel, type Line } from "./call-model.ts";
import type { ResponseFormat } from "./language-model.ts";
import { parseObject } from "./parse-object.ts";

/** Answers of servers to a `response_format` that they do not know. */
const REFUSALS: readonly unknown[] = [400, 422, 501];

type Rung = StructuredReply["rung"];
/** Ways to ask for an object; `text` asks in words alone, for servers that take no format at all. */
type Way = "json_schema" | "json_object" | "text";
type Judged =
  | { readonly value: JsonObject }
  | { readonly faults: readonly string[]; readonly text: string };

interface Climb {
  readonly line: Line;
  readonly input: StructuredInput;
  /** Ways that the server has refused in earlier calls. */
  readonly refused: Set<Way>;
  /** Ways refused in this call; they count against the server only if a lower way works. */
  readonly doubtful: Set<Way>;
}

const LADDER: readonly (readonly [Rung, readonly Way[]])[] = [
  ["json_schema", ["json_schema"]],
  ["json_object", ["json_object", "text"]],
  ["repair", ["json_object", "text"]],
];

/**
 * The ladder: ask by schema; ask for any JSON object, with the schema in words; name the faults and ask once
 * more; give up. It remembers the ways that a server refuses and does not try them again.
 */
export function createStructured(line: Line, checkSchema: SchemaCheck): Model["structured"] {
  const refused = new Set<Way>();
  return async (input) => {
    const climb = { line, input, refused, doubtful: new Set<Way>() };
    let usage: TokenUsage = { inputTokens: 0, outputTokens: 0 };
    let { messages } = input;
    let faults: readonly string[] = [];
    for (const [rung, ways] of LADDER) {
      const reply = await ask(climb, messages, ways);
      if (reply === undefined) continue;
      usage = sum(usage, reply.usage);
      const judged = judge(reply, input.schema as JsonObject, checkSchema);
      if ("value" in judged) return { value: judged.value, rung, usage };
      faults = judged.faults;
      if (rung === "json_object") messages = [...input.messages, ...complaint(judged)];
    }
    throw refusal(climb, faults);
  };
}

/** One call in the best way that the server takes; undefined if it takes none of them. */
async function ask(
  { line, input, refused, doubtful }: Climb,
  messages: readonly ModelMessage[],
  ways: readonly Way[],
): Promise<ModelReply | undefined> {
  for (const way of ways) {
    if (refused.has(way) || doubtful.has(way)) continue;
    try {
      const asked = toModelInput(input, messages, way);
      const reply = await callModel(line, asked, toFormat(input, way));
      for (const other of doubtful) refused.add(other);
      return reply;
    } catch (error) {
      if (way === "text" || !isRefusal(error)) throw error;
      doubtful.add(way);
    }
  }
  return undefined;
}

function judge(
  { text, finishReason }: ModelReply,
  schema: JsonObject,
  checkSchema: SchemaCheck,
): Judged {
  const value = parseObject(text);
  if (value === undefined) {
    const cut = finishReason === "length" ? ", since it was cut off at its longest" : "";
    return { text, faults: [`It is not one JSON object${cut}.`] };
  }
  const faults = checkSchema(schema, value);
  return faults.length === 0 ? { value } : { text, faults };
}

function refusal({ line, input }: Climb, faults: readonly string[]): EarshotError {
  const { name: model } = line.target;
  return new EarshotError(
    "MODEL_FAILED",
    `The model ${model} gave no object that fits the schema ${input.name}: ${faults.join(" ")} Choose a stronger model or a simpler schema.`,
    { details: { model, schema: input.name, faults } },
  );
}

function toModelInput(
  { system, schema, signal }: StructuredInput,
  messages: readonly ModelMessage[],
  way: Way,
) {
  const words = `Answer with one JSON object that fits this JSON Schema, and with nothing else:\n${JSON.stringify(schema)}`;
  return {
    system: way === "json_schema" ? system : `${system}\n\n${words}`.trimStart(),
    messages,
    ...present({ signal }),
  };
}

function toFormat({ schema, name }: StructuredInput, way: Way): ResponseFormat {
  if (way === "text") return { type: "text" };
  return way === "json_schema" ? { type: "json", schema, name } : { type: "json" };
}

/** A server without this format answers with one of several statuses; too long a conversation is another error. */
function isRefusal(error: unknown): boolean {
  return (
    isEarshotError(error, "MODEL_FAILED") &&
    error.details?.["contextTooLong"] !== true &&
    REFUSALS.includes(error.details?.["status"])
  );
}

function complaint({ text, faults }: Extract<Judged, { text: string }>): ModelMessage[] {
  const words = `That does not fit: ${faults.join(" ")} Answer again with the whole JSON object, and with nothing else.`;
  return [
    { role: "assistant", text, calls: [] },
    { role: "user", text: words },
  ];
}

function sum(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
  };
}

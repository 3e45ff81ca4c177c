/** A tool as described to a model; `input` is a JSON Schema of an object. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface ToolCall {
  /**
   * Made by the model server, or by us if it gives none or repeats one in the conversation. Two
   * conversations may have the same id, since many servers count from 1 in each.
   */
  readonly id: string;
  readonly name: string;
  /** Parsed from what the model wrote; the text itself if it is not JSON. */
  readonly args: unknown;
}

export interface ToolReply {
  readonly call: string;
  readonly name: string;
  readonly text: string;
  readonly isError: boolean;
}

/** One message so far, as plain JSON that can be stored and sent again. */
export type ModelMessage =
  | { readonly role: "user"; readonly text: string }
  | { readonly role: "assistant"; readonly text: string; readonly calls: readonly ToolCall[] }
  | { readonly role: "tool"; readonly replies: readonly ToolReply[] };

/** Tokens as counted by the server; 0 if it does not say. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface ModelInput {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly ModelTool[];
  readonly signal?: AbortSignal;
  /** Hears text as it comes. */
  readonly onText?: (delta: string) => void;
}

export interface ModelReply {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly usage: TokenUsage;
  readonly finishReason: "stop" | "tool-calls" | "length" | "content-filter" | "other";
}

export interface StructuredInput {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  /** A JSON Schema of an object, and its name for the server. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly name: string;
  readonly signal?: AbortSignal;
}

export interface StructuredReply {
  /** Valid against the schema. */
  readonly value: unknown;
  /** How it was obtained: by schema, as any JSON object, or repaired after a fault was named. */
  readonly rung: "json_schema" | "json_object" | "repair";
  readonly usage: TokenUsage;
}

/**
 * A language model at an address. Throws MODEL_FAILED, RATE_LIMITED, TIMED_OUT or UNREACHABLE, and
 * NOT_ALLOWED or NOT_FOUND if its server wants another key or does not have the model. Wrong calls of
 * tools are not an error: they come back as the model made them.
 */
export interface Model {
  /** Its server's name for it. */
  readonly name: string;
  /** One call of the model: gives text, and the tools that it wants called. */
  reply(input: ModelInput): Promise<ModelReply>;
  /** An object that fits a schema; throws MODEL_FAILED if no rung of the ladder gives one. */
  structured(input: StructuredInput): Promise<StructuredReply>;
}

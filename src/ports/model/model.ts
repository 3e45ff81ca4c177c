/** A tool as a model is told of it; `input` is a JSON Schema of an object. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface ToolCall {
  /**
   * Made by the model server, or by us where it gives none or one that the conversation has had. Two
   * conversations may have the same, since many servers count from 1 in each.
   */
  readonly id: string;
  readonly name: string;
  /** As parsed from what the model wrote; the text itself where that is not JSON. */
  readonly args: unknown;
}

export interface ToolReply {
  readonly call: string;
  readonly name: string;
  readonly text: string;
  readonly isError: boolean;
}

/** What was said so far, as plain JSON that can be stored and sent again. */
export type ModelMessage =
  | { readonly role: "user"; readonly text: string }
  | { readonly role: "assistant"; readonly text: string; readonly calls: readonly ToolCall[] }
  | { readonly role: "tool"; readonly replies: readonly ToolReply[] };

/** Tokens as the server counted them; 0 where it does not say. */
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
  /** A JSON Schema of an object, and the name that the server is told. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly name: string;
  readonly signal?: AbortSignal;
}

export interface StructuredReply {
  /** Valid against the schema. */
  readonly value: unknown;
  /** How it was got: asked for by schema, as any JSON object, or mended after a fault was named. */
  readonly rung: "json_schema" | "json_object" | "repair";
  readonly usage: TokenUsage;
}

/**
 * A language model behind an address. Throws MODEL_FAILED, RATE_LIMITED, TIMED_OUT or UNREACHABLE, and
 * NOT_ALLOWED or NOT_FOUND where its server wants another key or does not have it; a model that calls tools wrongly is not an error: its calls come back as it made them.
 */
export interface Model {
  /** As its server knows it. */
  readonly name: string;
  /** One call of the model: text, and tools it wants called. */
  reply(input: ModelInput): Promise<ModelReply>;
  /** An object that fits a schema; throws MODEL_FAILED where no rung of the ladder gives one. */
  structured(input: StructuredInput): Promise<StructuredReply>;
}

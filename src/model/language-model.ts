import type { createOpenAICompatible } from "@ai-sdk/openai-compatible";

/* The types of the SDK's models, taken from the package that we depend on. */

export type LanguageModel = ReturnType<ReturnType<typeof createOpenAICompatible>["chatModel"]>;
export type CallOptions = Parameters<LanguageModel["doStream"]>[0];
export type Prompt = CallOptions["prompt"];
export type ResponseFormat = NonNullable<CallOptions["responseFormat"]>;
type StreamResult = Awaited<ReturnType<LanguageModel["doStream"]>>;
export type StreamPart = StreamResult["stream"] extends ReadableStream<infer P> ? P : never;

export type Fetch = typeof globalThis.fetch;

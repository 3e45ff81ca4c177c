import type { createOpenAICompatible } from "@ai-sdk/openai-compatible";

/* The types of a model behind the SDK, by way of the package that we have. */

export type LanguageModel = ReturnType<ReturnType<typeof createOpenAICompatible>["chatModel"]>;
export type CallOptions = Parameters<LanguageModel["doStream"]>[0];
export type Prompt = CallOptions["prompt"];
export type ResponseFormat = NonNullable<CallOptions["responseFormat"]>;
type StreamResult = Awaited<ReturnType<LanguageModel["doStream"]>>;
export type StreamPart = StreamResult["stream"] extends ReadableStream<infer P> ? P : never;

export type Fetch = typeof globalThis.fetch;

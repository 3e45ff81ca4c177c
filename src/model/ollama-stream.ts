import { newCallId } from "./call-ids.ts";
import type { StreamPart } from "./language-model.ts";

/** A line of the answer: the fields that we read. */
interface OllamaLine {
  readonly message?: {
    readonly content?: string;
    readonly thinking?: string;
    readonly tool_calls?: readonly {
      readonly id?: string;
      readonly function?: { readonly name?: string; readonly arguments?: unknown };
    }[];
  };
  readonly done?: boolean;
  readonly done_reason?: string;
  readonly prompt_eval_count?: number;
  readonly eval_count?: number;
  readonly error?: unknown;
}

type Finish = Extract<StreamPart, { type: "finish" }>;

const TEXT = { id: "text" };
const THOUGHT = { id: "thought" };

/** Turns lines of JSON into parts of a stream; a line that is no JSON fails the stream. */
export function readOllamaStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): ReadableStream<StreamPart> {
  let rest = "";
  const parts = createParts();
  return body.pipeThrough(new TextDecoderStream()).pipeThrough(
    new TransformStream<string, StreamPart>({
      start(controller) {
        controller.enqueue({ type: "stream-start", warnings: [] });
      },
      transform(chunk, controller) {
        const lines = (rest + chunk).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) for (const part of parts.ofLine(line)) controller.enqueue(part);
      },
      flush(controller) {
        for (const part of parts.ofLine(rest)) controller.enqueue(part);
        if (!parts.isFinished()) throw new Error("the stream ended without its last line");
      },
    }),
  );
}

function createParts() {
  let open: "text" | "reasoning" | undefined;
  let hasCalls = false;
  let isFinished = false;

  function* close(): Generator<StreamPart> {
    if (open === "text") yield { type: "text-end", ...TEXT };
    if (open === "reasoning") yield { type: "reasoning-end", ...THOUGHT };
    open = undefined;
  }

  function* say(kind: "text" | "reasoning", delta: string): Generator<StreamPart> {
    if (delta === "") return;
    if (open !== kind) {
      yield* close();
      open = kind;
      yield kind === "text"
        ? { type: "text-start", ...TEXT }
        : { type: "reasoning-start", ...THOUGHT };
    }
    yield kind === "text"
      ? { type: "text-delta", ...TEXT, delta }
      : { type: "reasoning-delta", ...THOUGHT, delta };
  }

  function* ofMessage({
    content = "",
    thinking = "",
    tool_calls: calls = [],
  }: NonNullable<OllamaLine["message"]>): Generator<StreamPart> {
    yield* say("reasoning", thinking);
    yield* say("text", content);
    for (const { id, function: called } of calls) {
      yield* close();
      hasCalls = true;
      yield* ofCall(id ?? newCallId(), called ?? {});
    }
  }

  function* ofLine(text: string): Generator<StreamPart> {
    if (text.trim() === "" || isFinished) return;
    const line = JSON.parse(text) as OllamaLine;
    if (line.error !== undefined) {
      isFinished = true;
      yield { type: "error", error: { message: String(line.error) } };
      return;
    }
    yield* ofMessage(line.message ?? {});
    if (line.done === true) {
      yield* close();
      isFinished = true;
      yield finish(line, hasCalls);
    }
  }

  return { ofLine, isFinished: () => isFinished };
}

/** Ollama sends arguments as an object; servers with its protocol may send the model's text. */
function* ofCall(
  id: string,
  { name = "", arguments: args }: { name?: string; arguments?: unknown },
): Generator<StreamPart> {
  const input = typeof args === "string" ? args : JSON.stringify(args ?? {});
  yield { type: "tool-input-start", id, toolName: name };
  yield { type: "tool-input-end", id };
  yield { type: "tool-call", toolCallId: id, toolName: name, input };
}

function finish(line: OllamaLine, hasCalls: boolean): Finish {
  const { done_reason: raw, prompt_eval_count: input, eval_count: output } = line;
  return {
    type: "finish",
    finishReason: { unified: finishReason(raw, hasCalls), raw },
    usage: {
      inputTokens: {
        total: input,
        noCache: undefined,
        cacheRead: undefined,
        cacheWrite: undefined,
      },
      outputTokens: { total: output, text: undefined, reasoning: undefined },
    },
  };
}

function finishReason(raw: string | undefined, hasCalls: boolean) {
  if (raw === "length") return "length";
  if (hasCalls) return "tool-calls";
  return raw === undefined || raw === "stop" ? "stop" : "other";
}

import type { HeardMessage, ScriptedUsage, Turn } from "./script.ts";

/** What a wire format makes of a request's body. */
export interface ReadRequest {
  readonly model: string;
  readonly messages: readonly HeardMessage[];
  readonly tools: readonly string[];
  readonly isStream: boolean;
  /** The streamed answer is to end with the usage. */
  readonly wantsUsage: boolean;
  readonly format: "json_schema" | "json_object" | undefined;
}

/** The status and body of a refusal by the platform. */
export interface Refusal {
  readonly status: number;
  readonly body: unknown;
  readonly why: string;
}

export interface Spoken {
  readonly turn: Turn;
  readonly model: string;
  /** Undefined where it is not to be sent. */
  readonly usage: ScriptedUsage | undefined;
  /** Different for every answer of the server. */
  readonly serial: number;
}

/** One of the two formats: how it reads, refuses and speaks. */
export interface Wire {
  readonly streamType: string;
  check(body: unknown): Refusal | undefined;
  read(body: unknown): ReadRequest;
  refuse(status: number, message: string): Refusal;
  /** A whole answer, not streamed. */
  whole(spoken: Spoken): unknown;
  /** What can come before the end, each part as it is sent. */
  parts(spoken: Spoken): string[];
  /** What ends a stream in order. */
  end(spoken: Spoken, request: ReadRequest): string[];
  errorPart(message: string): string;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function listOf(value: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return listOf(content)
    .map((part) => (typeof part["text"] === "string" ? part["text"] : ""))
    .join("");
}

/** The words of a text with the white space that follows, as a model streams its tokens. */
export function tokensOf(text: string): string[] {
  return text.match(/\S+\s*|\s+/gu) ?? [];
}

export function countUsage(turn: Turn, messages: readonly HeardMessage[]): ScriptedUsage {
  const said = messages.map(({ text }) => text).join("");
  const answer = `${turn.text ?? ""}${JSON.stringify(turn.calls ?? "")}`;
  return {
    inputTokens: Math.ceil(said.length / 4) + messages.length,
    outputTokens: Math.ceil(answer.length / 4),
  };
}

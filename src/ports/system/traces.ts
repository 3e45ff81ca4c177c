/**
 * The place of a span, in the form of the header `traceparent` of W3C Trace Context: two ids and a
 * flag, and no content.
 */
export type TraceParent = string;

/** The attributes of a span: ids, kinds, counts and codes. Never content, never a secret. */
export type SpanFacts = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Span {
  readonly place: TraceParent;
  rename(name: string): void;
  tell(facts: SpanFacts): void;
  /** Points at another span, such as the one that asked what this one answers. */
  link(to: TraceParent, facts?: SpanFacts): void;
}

export interface SpanStart {
  readonly name: string;
  /** `server`: a call from outside; `client`: our call to something else. */
  readonly kind?: "server" | "client";
  /** The parent span; the current one if absent. */
  readonly parent?: TraceParent | undefined;
  readonly links?: readonly TraceParent[];
  readonly facts?: SpanFacts;
}

/** Spans of this process's work, for people who follow one matter through many processes. */
export interface Traces {
  /** False if nothing is recorded; then callers need not prepare anything. */
  readonly isOn: boolean;
  /** Runs the work in its own span. If it throws, the span records the code and no message. */
  run<T>(start: SpanStart, work: () => Promise<T>): Promise<T>;
  /** The caller's current span; undefined outside of any. */
  current(): Span | undefined;
}

export const NO_TRACES: Traces = {
  isOn: false,
  run: (_, work) => work(),
  current: () => undefined,
};

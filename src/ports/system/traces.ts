/**
 * Where a span stands, as the header `traceparent` of W3C Trace Context says it: two ids and a flag,
 * nothing of what is traced.
 */
export type TraceParent = string;

/** What a span says of itself: ids, kinds, counts and codes. Never content, never a secret. */
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
  /** `server`: a call from outside; `client`: a call of ours to something else. */
  readonly kind?: "server" | "client";
  /** The span that this one is a part of; the one that is under way where absent. */
  readonly parent?: TraceParent | undefined;
  readonly links?: readonly TraceParent[];
  readonly facts?: SpanFacts;
}

/** Spans of what this process does, for whoever follows one matter through many processes. */
export interface Traces {
  /** False: nothing is recorded, and nobody has to prepare what would be. */
  readonly isOn: boolean;
  /** Runs the work in a span of its own. Where it throws, the span tells the code and no message. */
  run<T>(start: SpanStart, work: () => Promise<T>): Promise<T>;
  /** The span in which the caller of this runs; undefined outside of any. */
  current(): Span | undefined;
}

export const NO_TRACES: Traces = {
  isOn: false,
  run: (_, work) => work(),
  current: () => undefined,
};

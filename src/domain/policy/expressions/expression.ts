import type { JsonObject } from "../../json.ts";

/** Where a part of an expression stands in its text: offsets, the end not included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A constant as CEL has it: a bigint is an `int`, a number is a `double`. */
export type Constant = string | bigint | number | boolean | null;

/**
 * An expression as a tree, independent of the library that reads it. Operators are calls by their CEL
 * sign (`&&`, `<=`, `?:`, `!`, `in`), macros are calls on what they go through.
 */
export type Term = Span &
  (
    | { readonly kind: "constant"; readonly value: Constant }
    | { readonly kind: "name"; readonly name: string }
    | { readonly kind: "field"; readonly of: Term; readonly field: string }
    | { readonly kind: "index"; readonly of: Term; readonly at: Term }
    | {
        readonly kind: "call";
        readonly name: string;
        readonly on?: Term;
        readonly args: readonly Term[];
      }
    | { readonly kind: "list"; readonly items: readonly Term[] }
    | { readonly kind: "map"; readonly entries: readonly (readonly [Term, Term])[] }
  );

/** What failed while an expression was judged, as the end of a sentence: `args.amount is text`. */
export interface Undecided {
  readonly failed: string;
}

export type Truth = boolean | Undecided;

/** What an expression is about. */
export interface Call {
  readonly tool: string;
  readonly args: JsonObject;
  readonly agent: string;
  readonly session: string;
  readonly onBehalfOf: string;
  readonly resources: readonly string[];
  readonly level: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** By name, whether each freeze of the policy holds; none if absent. */
  readonly freezes?: Readonly<Record<string, boolean>>;
}

/**
 * How much judging one call may still take: steps, elements and characters together. It is of one
 * decision, so that many rules take no longer than few.
 */
export interface Meter {
  readonly isSpent: boolean;
  /** Throws when it is spent; it stays spent, whatever an expression makes of the error. */
  take(units: number): void;
}

/** A call in the values of the evaluator, made once for all expressions that judge it. */
export interface JudgedCall {
  readonly call: Call;
  readonly meter: Meter;
}

/** A part of an expression and what it was: `false`, `"EUR"`, or how it failed. */
export interface Step extends Span {
  readonly is: string;
  readonly failed: boolean;
  readonly isFalse: boolean;
}

/** What a part was; `missing`: it failed because an argument is not there. */
export type Outcome = true | false | "missing" | "failed";

/** What a part was each time that it was judged, in order. */
export type OutcomesOf = (part: Term) => readonly Outcome[];

/** An expression that is ready to judge calls. */
export interface Expression {
  readonly source: string;
  readonly term: Term;
  judge(call: JudgedCall): Truth;
  /** What its parts were, in the order of their text; parts that were not reached are left out. */
  explain(call: JudgedCall): readonly Step[];
  /** The same, with every part of a choice such as `a || b` looked at. */
  outcomes(call: JudgedCall): OutcomesOf;
}

/** What is wrong with the text of an expression, as a sentence, and from which offset on. */
export interface ExpressionFault {
  readonly at: number;
  readonly what: string;
}

/** Reads and judges expressions, which does no I/O and never waits. */
export interface Expressions {
  /** Loads what these functions read with. Resolves with the packages for it that are not installed. */
  load(functions: ReadonlySet<string>): Promise<readonly string[]>;
  /** Throws an `InvalidExpression` with every fault that was found. */
  compile(source: string): Expression;
  call(call: Call): JudgedCall;
  /** What says whether a pattern in RE2 is a whole text. Throws an `InvalidExpression`. */
  wholePattern(pattern: string): (text: string) => boolean;
}

export class InvalidExpression extends Error {
  readonly fault: ExpressionFault;

  constructor(fault: ExpressionFault) {
    super(fault.what);
    this.fault = fault;
  }
}

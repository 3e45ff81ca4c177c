/** What a figure must be. */
import { present } from "../src/domain/present.ts";

export interface Bounds {
  readonly name: string;
  readonly unit: "cycles/s" | "calls/s" | "ms" | "µs" | "B" | "MB" | "pages";
  /** What the bounds are about. */
  readonly judged: "value" | "ratio";
  readonly better: "more" | "less";
  readonly atLeast: number;
  readonly aim: number;
}

/** One figure of the bench: how it is measured, and its bounds. */
export interface Figure extends Bounds {
  readonly what: string;
  measure(run: Run): Promise<Measured>;
}

export interface Run {
  /** Only checks that it works: too short to be a figure. */
  readonly isQuick: boolean;
  /** Tells people what is going on and the details of the figure. */
  note(text: string): void;
}

export interface Measured {
  readonly value: number;
  /** The same for what it is compared with, in the same run. */
  readonly reference?: number;
  readonly ratio?: number;
}

/** One line of the bench's standard output. */
export interface Result extends Measured {
  readonly name: string;
  readonly unit: Bounds["unit"];
}

/** A result, and the bounds it had when it was measured. */
export type Judged = Result & Bounds;

const DIGITS = 4;
const rounded = (value: number) => Number(value.toPrecision(DIGITS));

export function toResult({ name, unit }: Figure, measured: Measured): Result {
  const { value, reference, ratio } = measured;
  return {
    name,
    value: rounded(value),
    unit,
    ...present({
      reference: reference === undefined ? undefined : rounded(reference),
      ratio: ratio === undefined ? undefined : rounded(ratio),
    }),
  };
}

/** Whether a result meets a bound of its figure. */
export function reaches(figure: Bounds, result: Result, bound: number): boolean {
  const judged = result[figure.judged] ?? Number.NaN;
  return figure.better === "more" ? judged >= bound : judged <= bound;
}

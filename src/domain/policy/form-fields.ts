import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json-equal.ts";
import { present } from "../present.ts";

/*
 * What a policy file is made of: each part knows how it is read and how it is written down as JSON
 * Schema, so that the published schema cannot say anything else than the reader.
 */

/** Told of each fault: where it is, and what it is as a sentence. */
export type Report = (place: string, what: string) => void;

export interface Part<T> {
  readonly schema: JsonObject;
  /** Undefined where there was a fault, which has been told. */
  read(value: Json, place: string, report: Report): T | undefined;
}

export function described<T>(part: Part<T>, description: string): Part<T> {
  return { ...part, schema: { ...part.schema, description } };
}

/** The same part as another value. */
export function mapped<T, U>(part: Part<T>, map: (value: T) => U): Part<U> {
  return {
    schema: part.schema,
    read(value, place, report) {
      const read = part.read(value, place, report);
      return read === undefined ? undefined : map(read);
    },
  };
}

export interface TextBounds {
  readonly most: number;
  /** What else is wrong with it, as a sentence. */
  readonly fault?: (text: string) => string | undefined;
}

/** Text with at least one visible character, well formed. */
export function text({ most, fault }: TextBounds): Part<string> {
  return {
    schema: { type: "string", maxLength: most, pattern: "\\S" },
    read(value, place, report) {
      if (typeof value !== "string") return refused(report, place, "it is text.");
      if (value.trim() === "") return refused(report, place, "it is empty.");
      if (value.length > most) {
        return refused(report, place, `it has ${value.length} characters; at most ${most} fit.`);
      }
      if (!value.isWellFormed()) {
        return refused(report, place, "it holds half of a surrogate pair; write well-formed text.");
      }
      const found = fault?.(value);
      return found === undefined ? value : refused(report, place, found);
    },
  };
}

export function oneOf<const T extends string>(values: readonly T[]): Part<T> {
  return {
    schema: { enum: values },
    read(value, place, report) {
      const found = values.find((one) => one === value);
      return found ?? refused(report, place, `it is one of ${values.join(", ")}.`);
    },
  };
}

export function wholeNumber(least: number, most: number): Part<number> {
  return {
    schema: { type: "integer", minimum: least, maximum: most },
    read(value, place, report) {
      const isRight =
        typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;
      if (isRight) return value;
      return refused(report, place, `it is a whole number from ${least} to ${most}.`);
    },
  };
}

export function number(least?: number): Part<number> {
  return {
    schema: { type: "number", ...present({ minimum: least }) },
    read(value, place, report) {
      const isRight =
        typeof value === "number" && Number.isFinite(value) && value >= (least ?? value);
      if (isRight) return value;
      return refused(
        report,
        place,
        `it is a number${least === undefined ? "" : ` from ${least}`}.`,
      );
    },
  };
}

export const yesOrNo: Part<boolean> = {
  schema: { type: "boolean" },
  read(value, place, report) {
    return typeof value === "boolean" ? value : refused(report, place, "it is true or false.");
  },
};

export function list<T>(item: Part<T>, most: number, least: 0 | 1 = 1): Part<readonly T[]> {
  return {
    schema: { type: "array", minItems: least, maxItems: most, items: item.schema },
    read(value, place, report) {
      if (!Array.isArray(value)) return refused(report, place, "it is a list.");
      if (value.length < least) return refused(report, place, "it is an empty list; leave it out.");
      if (value.length > most) {
        return refused(report, place, `it has ${value.length} items; at most ${most} fit.`);
      }
      const read = value.map((one, index) => item.read(one, `${place}[${index}]`, report));
      return read.filter((one) => one !== undefined);
    },
  };
}

/** A map with keys of one kind, at least one. */
export function mapOf<T>(
  key: Part<string>,
  item: Part<T>,
  most: number,
): Part<Readonly<Record<string, T>>> {
  return {
    schema: {
      type: "object",
      minProperties: 1,
      maxProperties: most,
      propertyNames: key.schema,
      additionalProperties: item.schema,
    },
    read(value, place, report) {
      if (!isJsonObject(value)) return refused(report, place, "it is a map.");
      const entries = Object.entries(value);
      if (entries.length === 0) return refused(report, place, "it is empty; leave it out.");
      if (entries.length > most) {
        return refused(report, place, `it has ${entries.length} keys; at most ${most} fit.`);
      }
      const read = entries.flatMap(([name, one]) => {
        const at = `${place}[${quoted(name)}]`;
        const known = key.read(name, at, report);
        const found = item.read(one, at, report);
        return known === undefined || found === undefined ? [] : [[known, found] as const];
      });
      return Object.fromEntries(read);
    },
  };
}

export function refused(report: Report, place: string, what: string): undefined {
  report(place, what);
  return undefined;
}

const MAX_QUOTED = 64;

/** A key as a message shows it: on one line, and not without end. */
export function quoted(key: string): string {
  return JSON.stringify(key.length > MAX_QUOTED ? `${key.slice(0, MAX_QUOTED)}…` : key);
}

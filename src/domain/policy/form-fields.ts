import { isAlike } from "../alike.ts";
import { parseDuration } from "../duration.ts";
import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json-equal.ts";
import { present } from "../present.ts";
import { DAY_MS, SECOND_MS } from "../time.ts";

/*
 * The parts of a policy file. Each part knows how it is read and how it is described as JSON Schema, so
 * the published schema cannot disagree with the reader.
 */

/** Receives each fault: its place, and a sentence about it. */
export type Report = (place: string, what: string) => void;

export interface Part<T> {
  readonly schema: JsonObject;
  /** Undefined after a fault, which was reported. */
  read(value: Json, place: string, report: Report): T | undefined;
}

export function described<T>(part: Part<T>, description: string): Part<T> {
  return { ...part, schema: { ...part.schema, description } };
}

/** The same part with its value converted. */
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
  /** A further check; says what is wrong as a sentence. */
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

/** A map with at least one key, all of one kind. */
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

/** A key for a message: on one line, and cut if it is long. */
export function quoted(key: string): string {
  return JSON.stringify(key.length > MAX_QUOTED ? `${key.slice(0, MAX_QUOTED)}…` : key);
}

/** How a key of the file becomes a key of the value. */
export type Field<T> = {
  readonly [K in keyof T]-?: { readonly as: K; readonly part: Part<Exclude<T[K], undefined>> };
}[keyof T];

export interface FieldsOptions<T> {
  /** What people call the thing with these keys: `a rule`. */
  readonly of: string;
  readonly keys: Readonly<Record<string, Field<T>>>;
  readonly required?: readonly string[];
  /** Refused without any key, since it would say nothing. */
  readonly isFilled?: boolean;
  /** Further schema: what `check` refuses, as far as JSON Schema can express it. */
  readonly schema?: JsonObject;
  /** Checks the keys together, once each is valid by itself. */
  check?(value: Partial<T>, place: string, report: Report): void;
}

/** A map with known keys; any other is refused, since it may be a typo. */
export function fields<T>(options: FieldsOptions<T>): Part<Partial<T>> {
  const { of, keys, required = [], isFilled = false, check } = options;
  return {
    schema: {
      type: "object",
      properties: Object.fromEntries(
        Object.entries(keys).map(([key, { part }]) => [key, part.schema]),
      ),
      ...present({
        required: required.length === 0 ? undefined : required,
        minProperties: isFilled ? 1 : undefined,
      }),
      additionalProperties: false,
      ...options.schema,
    },
    read(value, place, report) {
      if (!isJsonObject(value)) {
        return refused(report, place, `${of} is a map of ${Object.keys(keys).join(", ")}.`);
      }
      let faults = 0;
      const tell: Report = (at, what) => {
        faults += 1;
        report(at, what);
      };
      checkKeys(options, { value, place, report: tell });
      const read = Object.fromEntries(
        Object.keys(value).flatMap((key) =>
          readField(options, { key, value, place, report: tell }),
        ),
      ) as Partial<T>;
      if (faults === 0) check?.(read, place, tell);
      return faults === 0 ? read : undefined;
    },
  };
}

interface Given {
  readonly value: JsonObject;
  readonly place: string;
  readonly report: Report;
}

function checkKeys<T>(options: FieldsOptions<T>, { value, place, report }: Given): void {
  const { of, keys, required = [], isFilled = false } = options;
  if (isFilled && Object.keys(value).length === 0) {
    report(place, `it says nothing; ${of} has ${Object.keys(keys).join(", ")}.`);
  }
  for (const key of required) {
    if (!Object.hasOwn(value, key)) report(join(place, key), "it is missing.");
  }
}

function readField<T>(
  { of, keys }: FieldsOptions<T>,
  { key, value, place, report }: Given & { readonly key: string },
): (readonly [string, unknown])[] {
  const at = join(place, key);
  const field = Object.hasOwn(keys, key) ? keys[key] : undefined;
  if (field === undefined) {
    report(at, `it is not a key of ${of}.${hint(key, Object.keys(keys))}`);
    return [];
  }
  const part: Part<unknown> = field.part;
  const found = part.read(value[key] as Json, at, report);
  return found === undefined ? [] : [[String(field.as), found]];
}

function join(place: string, key: string): string {
  const shown = /^\w{1,64}$/.test(key) ? key : quoted(key);
  return place === "" ? shown : `${place}.${shown}`;
}

/** The key that was probably meant; if none is similar, all keys. */
function hint(key: string, known: readonly string[]): string {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, "");
  const meant = known.find((one) => isAlike(plain(one), plain(key)));
  return meant === undefined ? ` It has ${known.join(", ")}.` : ` Did you mean ${meant}?`;
}

/** From a second up to this many days. */
export function duration(days: number): Part<number> {
  return {
    schema: { type: "string", pattern: "^\\d{1,9}(?:\\.\\d{1,3})?[smhd]$" },
    read(value, place, report) {
      const ms = typeof value === "string" ? msOf(value) : undefined;
      if (ms !== undefined && ms >= SECOND_MS && ms <= days * DAY_MS) return ms;
      return refused(report, place, `it is a time from 1s to ${days}d; write 45s, 10m, 8h or 3d.`);
    },
  };
}

function msOf(value: string): number | undefined {
  try {
    return parseDuration(value);
  } catch {
    return undefined;
  }
}

import { isAlike } from "../alike.ts";
import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json-equal.ts";
import { present } from "../present.ts";
import { type Part, quoted, type Report, refused } from "./form-fields.ts";

/** How a key of the file becomes a key of the value. */
export type Field<T> = {
  readonly [K in keyof T]-?: { readonly as: K; readonly part: Part<Exclude<T[K], undefined>> };
}[keyof T];

export interface FieldsOptions<T> {
  /** What has these keys, as people say it: `a rule`. */
  readonly of: string;
  readonly keys: Readonly<Record<string, Field<T>>>;
  readonly required?: readonly string[];
  /** Without any key it says nothing, and is refused. */
  readonly isFilled?: boolean;
  /** More of the schema: what `check` refuses, as far as JSON Schema can say it. */
  readonly schema?: JsonObject;
  /** What the keys say together, once each is right in itself. */
  check?(value: Partial<T>, place: string, report: Report): void;
}

/** A map with known keys; any other is refused, since it may be one that was mistyped. */
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
    report(at, `it is no key of ${of}.${hint(key, Object.keys(keys))}`);
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

/** The key that was meant, where one is alike; all there are where none is. */
function hint(key: string, known: readonly string[]): string {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, "");
  const meant = known.find((one) => isAlike(plain(one), plain(key)));
  return meant === undefined ? ` It has ${known.join(", ")}.` : ` Did you mean ${meant}?`;
}

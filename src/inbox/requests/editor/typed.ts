import type { Json, JsonObject } from "../../../domain/json.ts";
import { isJsonObject } from "../../../domain/json-equal.ts";
import { pointerParts, valueAt } from "../../../domain/json-pointer.ts";
import { editableJson } from "../../../render/visible-text.ts";
import type { EditField } from "./fields.ts";
import { say } from "./messages/messages.ts";
import { filesTyped, isPending } from "./typed-files.ts";
import { valueFault } from "./value-fault.ts";

/**
 * What the touched fields hold, by pointer: text as typed. For a choice its number in the list, for
 * yes and no `true` or `false`, for several choices their numbers with commas, for rows a list of the
 * same as JSON, for files a list of what they are. Null if a value was removed.
 */
export type Typed = Readonly<Record<string, string | null>>;

/** What a field means: a value, nothing, or what is wrong with it. */
export type Meant =
  | { readonly value: Json }
  | { readonly absent: true }
  | { readonly fault: string };

/** What stands in a field before anybody types. */
export function firstTyped(field: EditField): string {
  const { value, kind } = field;
  if (value === undefined) return "";
  if (kind === "choice") return String(field.choices.indexOf(value));
  if (Array.isArray(value) && kind === "several") {
    return value.map((one: Json) => field.choices.indexOf(one)).join(",");
  }
  if (Array.isArray(value) && kind === "lines") return value.join("\n");
  if (kind === "rows") return typedRows(rowsOf(field, value));
  if (kind === "json") {
    return editableJson(JSON.stringify(value, null, typeof value === "object" ? 2 : undefined));
  }
  return String(value);
}

function rowsOf({ columns }: EditField, value: Json): readonly Typed[] {
  return (Array.isArray(value) ? value : []).filter(isJsonObject).map((row) =>
    Object.fromEntries(
      columns.flatMap((column) => {
        const own = valueAt(row, column.pointer);
        return own === undefined ? [] : [[column.pointer, firstTyped({ ...column, value: own })]];
      }),
    ),
  );
}

/** The numbers of what is ticked. */
export function chosenIn(typed: string): readonly string[] {
  return typed === "" ? [] : typed.split(",");
}

/** What stands in the rows, each by the pointers of its columns. */
export function rowsIn(typed: string): readonly Typed[] {
  if (typed === "") return [];
  const read = readJson(typed);
  // A draft of an older page is the JSON of the list itself, perhaps half typed.
  if (!("value" in read) || !Array.isArray(read.value)) return [];
  return read.value.filter(isRow);
}

function isRow(row: Json): row is Record<string, string> {
  return isJsonObject(row) && Object.values(row).every((one) => typeof one === "string");
}

/** Under this a row has what tells it from the others when some are removed; a pointer has a slash. */
export const ROW_KEY = "row";

/** Each row with a key, which stays with it. */
export function keyedRows(rows: readonly Typed[]): readonly Typed[] {
  return rows.map((row, index) => ({ ...row, [ROW_KEY]: row[ROW_KEY] ?? String(index) }));
}

/** No row is nothing typed. */
export function typedRows(rows: readonly Typed[]): string {
  return rows.length === 0 ? "" : JSON.stringify(rows);
}

/** `typed` is undefined if the field was not touched. */
export function meantBy(field: EditField, typed: string | null | undefined): Meant {
  // What was not touched stays exactly as it is.
  if (field.value !== undefined && (typed === undefined || typed === firstTyped(field))) {
    return { value: field.value };
  }
  if (typed === undefined || typed === null) return nothing(field);
  if (typed === "" && field.value === undefined && field.isRequired) return nothing(field);
  const read = READERS[field.kind](typed, field);
  if ("fault" in read) return read;
  const fault = "value" in read ? valueFault(field.schema, read.value) : undefined;
  return fault === undefined ? read : { fault };
}

function nothing({ kind, isRequired }: EditField): Meant {
  if (!isRequired) return { absent: true };
  return {
    fault: kind === "choice" || kind === "yes-no" ? say("fault.choose") : say("fault.needed"),
  };
}

/** The items of a list, one a line, and of a list of numbers as such. */
function readLines(typed: string, { schema }: EditField): Meant {
  const { items } = schema;
  const type = isJsonObject(items) ? items["type"] : undefined;
  const rows = typed.split(/\r?\n/).filter((row) => row.trim() !== "");
  if (type !== "number" && type !== "integer") return { value: rows };
  const read = rows.map((row) => readNumber(row.trim(), type === "integer"));
  const fault = read.find((one) => "fault" in one);
  return fault ?? { value: read.flatMap((one) => ("value" in one ? [one.value] : [])) };
}

function readRows(typed: string, { columns }: EditField): Meant {
  const rows: JsonObject[] = [];
  for (const [index, row] of rowsIn(typed).entries()) {
    const members: [string, Json][] = [];
    for (const column of columns) {
      const now = row[column.pointer];
      const meant = meantBy(column, now === "" ? undefined : now);
      if ("fault" in meant)
        return {
          fault: say("fault.row", { number: index + 1, name: column.name, fault: meant.fault }),
        };
      const [key = ""] = pointerParts(column.pointer);
      if ("value" in meant) members.push([key, meant.value]);
    }
    rows.push(Object.fromEntries(members));
  }
  return { value: rows };
}

function readFiles(typed: string, { kind }: EditField): Meant {
  const files = filesTyped(typed);
  const late = files.find(isPending);
  if (late !== undefined) return { fault: say("fault.late", { name: late.pending }) };
  const listed = files as unknown as readonly Json[];
  const [one] = listed;
  if (kind === "files") return { value: listed };
  return one === undefined ? { fault: say("fault.needed") } : { value: one };
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const READERS: Readonly<Record<EditField["kind"], (typed: string, field: EditField) => Meant>> = {
  text: (typed) => ({ value: typed }),
  number: (typed, { schema }) => readNumber(typed.trim(), schema["type"] === "integer"),
  "yes-no": (typed) =>
    typed === "" ? { fault: say("fault.choose") } : { value: typed === "true" },
  choice: (typed, { choices }) => {
    const value = typed === "" ? undefined : choices[Number(typed)];
    return value === undefined ? { fault: say("fault.choose") } : { value };
  },
  several: (typed, { choices }) => ({
    value: choices.filter((_, index) => chosenIn(typed).includes(String(index))),
  }),
  lines: readLines,
  rows: readRows,
  file: readFiles,
  files: readFiles,
  json: readJson,
  secret: () => ({ fault: say("fault.secret") }),
};

function readNumber(typed: string, isWhole: boolean): Meant {
  const value = Number(typed);
  if (!NUMBER.test(typed) || !Number.isFinite(value)) {
    return {
      fault: isWhole ? say("fault.whole") : say("fault.number"),
    };
  }
  return Number.isInteger(value) && !Number.isSafeInteger(value)
    ? { fault: say("fault.exact") }
    : { value };
}

function readJson(typed: string): Meant {
  try {
    return { value: JSON.parse(typed) as Json };
  } catch {
    return { fault: say("fault.json") };
  }
}

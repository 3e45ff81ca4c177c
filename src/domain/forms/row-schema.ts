import { EarshotError } from "../errors.ts";
import type { Json, JsonObject } from "../json.ts";
import { isJsonObject, isSameJson } from "../json-equal.ts";
import { pointerPart } from "../json-pointer.ts";
import { MAX_FORM_COLUMNS, MAX_SCHEMA_STEPS } from "../limits.ts";
import { withoutBranches } from "./branches.ts";
import { type Flat, flatSchema, NEVER, type Reading } from "./flat-schema.ts";
import { plainSchema, toldOf } from "./plain-field.ts";

/* A list of objects, which is filled in row by row where each member is a plain field. */

/** What a form can nest holds the list, its rows and their members no deeper than here. */
const DEEPEST = 3;
/** A list costs no more than this, whatever stands in it. */
const STEPS = 200;

/** Undefined for objects whose rows a person could not fill in whole: their list is written as JSON. */
export function rowSchema({ root }: Reading, row: Flat): JsonObject | undefined {
  const { properties, required = [], anyOf, oneOf } = row.schema;
  const columns = isJsonObject(properties) ? Object.entries(properties) : [];
  if (anyOf !== undefined || oneOf !== undefined || row.at.depth > DEEPEST) return undefined;
  if (columns.length === 0 || columns.length > MAX_FORM_COLUMNS) return undefined;
  const needed = Array.isArray(required) ? required : [];
  if (needed.some((name) => !columns.some(([column]) => column === name))) return undefined;
  // Of its own: what is too much to be drawn here is no reason to refuse the whole schema.
  const reading: Reading = { root, fields: 0, steps: MAX_SCHEMA_STEPS - STEPS };
  const drawn: [string, Json][] = [];
  for (const [name, child] of columns) {
    const column = columnOf(reading, row, { name, child, isNeeded: needed.includes(name) });
    if (column === undefined) return undefined;
    drawn.push([name, column]);
  }
  return { type: "object", properties: Object.fromEntries(drawn), required: needed };
}

interface Column {
  readonly name: string;
  readonly child: Json;
  readonly isNeeded: boolean;
}

function columnOf(
  reading: Reading,
  { at }: Flat,
  { name, child, isNeeded }: Column,
): JsonObject | undefined {
  const path = `${at.path}/properties${pointerPart(name)}`;
  const flat = flatOrNone(() =>
    withoutBranches(reading, flatSchema(reading, child, { ...at, depth: at.depth + 1, path })),
  );
  if (flat === undefined || flat.isRecursive || isSameJson(flat.schema, NEVER)) return undefined;
  // In a row nothing is filled in, so what has to be there has to have something in it.
  if (isNeeded && flat.isNullable) return undefined;
  const plain = plainSchema(flat.schema);
  if (plain === undefined) return undefined;
  const { default: _, ...told } = toldOf(flat.schema, plain);
  return { ...plain, ...told };
}

function flatOrNone(flatten: () => Flat | undefined): Flat | undefined {
  try {
    return flatten();
  } catch (error) {
    if (error instanceof EarshotError) return undefined;
    throw error;
  }
}

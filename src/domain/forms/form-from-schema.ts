import type { Json, JsonObject } from "../json.ts";
import { isJsonObject, isSameJson } from "../json-equal.ts";
import { pointerPart } from "../json-pointer.ts";
import { MAX_FORM_FIELDS, MAX_FORM_GROUPS } from "../limits.ts";
import { present } from "../present.ts";
import { constantsIn, withoutBranches } from "./branches.ts";
import { type At, type Flat, flatSchema, NEVER, type Reading } from "./flat-schema.ts";
import { checkForeignSchema } from "./foreign-schema.ts";
import { jsonShape } from "./json-shape.ts";
import { keywordsOf, plainSchema, toldOf, typeOf, wordsOf } from "./plain-field.ts";
import { rowSchema } from "./row-schema.ts";
import { refuseSchema } from "./schema-refusal.ts";

/** A value that is put where an answer has none. */
export interface Fill {
  readonly at: string;
  readonly value: Json;
}

/** What is made of a schema: a form in the dialect, and what an answer needs to satisfy the schema. */
export interface MadeForm {
  readonly schema: JsonObject;
  /** Outer ones first. */
  readonly fills: readonly Fill[];
  /** The schema is of no object with properties: its value is the field `value`. */
  readonly isValue: boolean;
}

/** The field of a schema that is no object. */
export const VALUE_FIELD = "value";

/** Throws INVALID_INPUT for a schema that no form is made of; `details.fault` says why. */
export function formFromSchema(root: JsonObject): MadeForm {
  checkForeignSchema(root);
  const reading: Reading = { root, fields: 0, steps: 0 };
  const at: At = { path: "", depth: 0, refs: new Map() };
  const flat = flatSchema(reading, root, at);
  if (!flat.isNullable && isGroup(flat)) {
    const { fills, ...group } = groupOf(reading, flat);
    return { schema: group.schema, fills, isValue: false };
  }
  const properties = { [VALUE_FIELD]: root };
  const wrapped: JsonObject = { type: "object", properties, required: [VALUE_FIELD] };
  const made = groupOf(reading, { schema: wrapped, isNullable: false, isRecursive: false, at });
  return { schema: made.schema, fills: made.fills, isValue: true };
}

interface Field {
  readonly schema: JsonObject;
  /** What stands for it where it is left empty; absent if nothing can. */
  readonly empty?: Json;
  readonly isGroup?: true;
  readonly fills: readonly Fill[];
}

type Group = Required<Field>;

function isGroup({ schema, isRecursive }: Flat): boolean {
  const { type, properties } = schema;
  if (isRecursive || !isJsonObject(properties)) return false;
  return (type === undefined || type === "object") && !("anyOf" in schema) && !("oneOf" in schema);
}

function groupOf(reading: Reading, { schema, at }: Flat): Group {
  const { properties: inner, required: listed, title, description, default: offered } = schema;
  const group: Filling = { properties: [], required: [], fills: [] };
  const names = Array.isArray(listed) ? listed : [];
  for (const [name, child] of Object.entries(isJsonObject(inner) ? inner : {})) {
    const path = `${at.path}/properties${pointerPart(name)}`;
    const flat = flatSchema(reading, child, { ...at, depth: at.depth + 1, path });
    const given = isJsonObject(offered) && Object.hasOwn(offered, name) ? offered[name] : undefined;
    addMember(reading, group, {
      name,
      flat: withDefault(flat, given),
      isNeeded: names.includes(name),
    });
  }
  const { properties, required, fills } = group;
  return {
    schema: {
      type: "object",
      ...wordsOf(title, description),
      properties: Object.fromEntries(properties),
      required,
    },
    empty: {},
    isGroup: true,
    fills,
  };
}

interface Filling {
  readonly properties: [string, Json][];
  readonly required: string[];
  readonly fills: Fill[];
}

interface Member {
  readonly name: string;
  readonly flat: Flat;
  readonly isNeeded: boolean;
}

function addMember(reading: Reading, group: Filling, { name, flat, isNeeded }: Member): void {
  const part = pointerPart(name);
  const constant = constantOf(flat, isNeeded);
  if (constant !== undefined) group.fills.push({ at: part, value: constant });
  if (constant !== undefined || isSameJson(flat.schema, NEVER)) return;
  const { schema, empty, isGroup: isInner = false, fills } = fieldOf(reading, flat);
  group.properties.push([name, schema]);
  if (isNeeded && empty !== undefined) group.fills.push({ at: part, value: empty });
  // An inner group that has to be there has fields that have to be filled in.
  const isThere = empty === undefined || (isInner && empty !== null);
  if (isNeeded && isThere) group.required.push(name);
  group.fills.push(...fills.map((fill) => ({ ...fill, at: part + fill.at })));
}

function withDefault(flat: Flat, offered: Json | undefined): Flat {
  if (offered === undefined || flat.schema["default"] !== undefined) return flat;
  return { ...flat, schema: { ...flat.schema, default: offered } };
}

/** What only one value can be is filled in, but a yes, which only a person can give. */
function constantOf(flat: Flat, isNeeded: boolean): Json | undefined {
  const values = flat.schema["type"] === "null" ? [null] : constantsIn(flat.schema);
  const [only] = values;
  if (only === undefined || values.length > 1 || typeof only === "boolean") return undefined;
  const isOffered = isSameJson(flat.schema["default"] ?? null, only);
  return (isNeeded || (isOffered && only !== null)) && !flat.isNullable ? only : undefined;
}

function fieldOf(reading: Reading, given: Flat): Field {
  const flat = given.isRecursive ? undefined : withoutBranches(reading, given);
  const field = flat === undefined ? undefined : drawn(reading, flat);
  const isNullable = given.isNullable || flat?.isNullable === true;
  if (field === undefined) return jsonField(reading, given, isNullable);
  if (field.isGroup !== true) countField(reading, given.at);
  return isNullable ? { ...field, empty: null } : field;
}

function countField(reading: Reading, at: At): void {
  reading.fields += 1;
  if (reading.fields <= MAX_FORM_FIELDS) return;
  const what = `it makes more than ${MAX_FORM_FIELDS} fields. Ask for less at a time.`;
  refuseSchema({ fault: "fields", path: at.path }, what);
}

/** Undefined where no field shows it. */
function drawn(reading: Reading, flat: Flat): Field | undefined {
  const { schema } = flat;
  if (flat.isRecursive) return undefined;
  if (isGroup(flat) && flat.at.depth <= MAX_FORM_GROUPS) {
    const group = groupOf(reading, flat);
    return Object.keys(group.schema["properties"] ?? {}).length === 0 ? undefined : group;
  }
  const plain = plainSchema(schema);
  if (plain !== undefined) return { schema: { ...plain, ...toldOf(schema, plain) }, fills: [] };
  if (typeOf(schema) !== "array") return undefined;
  const list = listSchema(reading, flat);
  if (list === undefined) return undefined;
  const field = { schema: { ...list, ...toldOf(schema, list) }, fills: [] };
  const { minItems } = schema;
  return typeof minItems === "number" && minItems > 0 ? field : { ...field, empty: [] };
}

function listSchema(reading: Reading, { schema, at }: Flat): JsonObject | undefined {
  const { items, prefixItems, contains } = schema;
  if (!isJsonObject(items) || prefixItems !== undefined || contains !== undefined) return undefined;
  const place: At = { ...at, depth: at.depth + 1, path: `${at.path}/items` };
  const item = withoutBranches(reading, flatSchema(reading, items, place));
  if (item === undefined || item.isNullable || item.isRecursive) return undefined;
  const plain = isGroup(item) ? rowSchema(reading, item) : plainSchema(item.schema);
  if (plain === undefined || plain["type"] === "boolean") return undefined;
  const uniqueItems = plain["enum"] === undefined ? schema["uniqueItems"] : true;
  const bounds = keywordsOf(schema, ["minItems", "maxItems"]);
  return { type: "array", items: plain, ...bounds, ...present({ uniqueItems }) };
}

function jsonField(reading: Reading, { schema, at }: Flat, isNullable: boolean): Field {
  countField(reading, at);
  const { title, description, default: offered, required, minProperties } = schema;
  const shape = jsonShape(reading.root, schema);
  const about = typeof description === "string" ? `${description} ${shape}` : shape;
  const isBare =
    typeOf(schema) === "object" && required === undefined && minProperties === undefined;
  return {
    schema: {
      format: "json",
      ...wordsOf(title, about),
      ...present({ default: offered === null ? undefined : offered }),
    },
    fills: [],
    ...present({ empty: isNullable ? null : isBare ? {} : undefined }),
  };
}

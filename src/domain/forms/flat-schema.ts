import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json-equal.ts";
import { MAX_SCHEMA_REFERENCES, MAX_SCHEMA_STEPS } from "../limits.ts";
import { referredIn } from "./foreign-schema.ts";
import { mergedSchemas } from "./merge-schemas.ts";
import { refuseSchema } from "./schema-refusal.ts";

/* A part of a schema with its references and `allOf` put in, and `null` told apart. */

/** Where one is in a schema, and which references led there. */
export interface At {
  readonly path: string;
  /** How many properties or lists are around it. */
  readonly depth: number;
  /** With the depth at which each was followed. */
  readonly refs: ReadonlyMap<string, number>;
}

export interface Flat {
  /** Without `$ref` and `allOf`; its type is one, or several that a form cannot tell apart. */
  readonly schema: JsonObject;
  readonly isNullable: boolean;
  /** It contains itself, so no form could end. */
  readonly isRecursive: boolean;
  /** For what is inside of it. */
  readonly at: At;
}

export interface Reading {
  readonly root: JsonObject;
  /** Fields so far. */
  fields: number;
  steps: number;
}

/** `false`, which no value satisfies. */
export const NEVER: JsonObject = { not: {} };

/** Throws INVALID_INPUT for references that lead in a circle, or to too many parts. */
export function flatSchema(reading: Reading, json: Json, at: At): Flat {
  const whole = followed(reading, json, at);
  const { schema, isNullable } = withoutNull(whole.schema);
  return { schema, isNullable, isRecursive: whole.isRecursive, at: { ...at, refs: whole.refs } };
}

interface Followed {
  readonly schema: JsonObject;
  readonly refs: At["refs"];
  readonly isRecursive: boolean;
}

function followed(reading: Reading, json: Json, at: At): Followed {
  reading.steps += 1;
  if (reading.steps > MAX_SCHEMA_STEPS) {
    const what = `its references lead to more than ${MAX_SCHEMA_STEPS} parts. Make it smaller.`;
    refuseSchema({ fault: "steps", path: at.path }, what);
  }
  if (!isJsonObject(json)) {
    return { schema: json === false ? NEVER : {}, refs: at.refs, isRecursive: false };
  }
  const { $ref, allOf, $defs: _, definitions: __, ...own } = json;
  const all = Array.isArray(allOf) ? allOf.map((part) => followed(reading, part, at)) : [];
  const parts = $ref === undefined ? all : [referred(reading, $ref, at), ...all];
  return {
    schema: parts.reduce((merged, part) => mergedSchemas(merged, part.schema), own as JsonObject),
    refs: new Map(parts.flatMap(({ refs }) => [...refs]).concat([...at.refs])),
    isRecursive: parts.some((part) => part.isRecursive),
  };
}

/** A title names what is referred to, which may stand in several places, and not the field. */
function referred(reading: Reading, ref: Json, at: At): Followed {
  const found = referredIn(reading.root, ref, at.path);
  const name = String(ref);
  const before = at.refs.get(name) ?? (name === "#" ? 0 : undefined);
  if (before === at.depth) {
    const what = `"$ref" to ${name} leads back to itself. Name a schema there.`;
    refuseSchema({ fault: "cyclic", path: at.path }, what);
  }
  if (before !== undefined) return { schema: {}, refs: at.refs, isRecursive: true };
  if (at.refs.size >= MAX_SCHEMA_REFERENCES) {
    const what = `more than ${MAX_SCHEMA_REFERENCES} references lead there, one by way of another.`;
    refuseSchema({ fault: "steps", path: at.path }, what);
  }
  const refs = new Map([...at.refs, [name, at.depth]]);
  const target = followed(reading, found, { ...at, refs });
  const { title: _, ...schema } = target.schema;
  return { ...target, schema };
}

/** `null` is what an empty field stands for, and no value of its own. */
function withoutNull(schema: JsonObject): Pick<Flat, "schema" | "isNullable"> {
  const { nullable, ...rest } = schema;
  let found: JsonObject = nullable === undefined || typeof nullable !== "boolean" ? schema : rest;
  let isNullable = nullable === true;
  const { type, enum: options } = found;
  if (Array.isArray(type)) {
    const left = type.filter((one) => one !== "null");
    isNullable ||= left.length < type.length;
    found = { ...found, type: left.length === 1 ? (left[0] ?? null) : left };
  }
  if (Array.isArray(options) && options.includes(null) && options.length > 1) {
    isNullable ||= type === undefined || isNullable;
    found = { ...found, enum: options.filter((one) => one !== null) };
  }
  return { schema: found, isNullable };
}

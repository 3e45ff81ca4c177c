import { z } from "zod";
import { EXPERIMENT_FILE, experimentSchema } from "../src/host/experiment.ts";
import { RUN_RECORDS } from "../src/host/run-log.ts";
import { NOTE, table } from "./page-parts.ts";

/** The part of JSON Schema that the settings files use. */
export interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly default?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** The keys of an experiment file, including those of its maps. */
export function experimentPage(): string {
  return `${NOTE}

# The experiment file

What \`npx earshot run FILE\` reads: YAML 1.2, with paths relative to the file. Unknown keys are refused. \`experiment.schema.json\` in the package is the same as JSON Schema; a first line \`# yaml-language-server: $schema=PATH\` lets an editor check and complete.

${table(["key", "type", "", "meaning"], keyRows(toSchema(EXPERIMENT_FILE, "input")))}
`;
}

/** A row for each key, at any depth of maps and lists. */
export function keyRows({ properties = {}, required = [] }: Schema, within = ""): string[][] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const key = `${within}${name}`;
    return [
      keyRow(key, schema, required.includes(name)),
      ...keyRows(schema, `${key}.`),
      ...keyRows(schema.items ?? {}, `${key}[].`),
      ...formRows(schema, key),
      ...(typeof schema.additionalProperties === "object"
        ? keyRows(schema.additionalProperties, `${key}.*.`)
        : []),
    ];
  });
}

/** Of a key with several forms: what its maps have, in a list or not, each once. */
function formRows({ anyOf = [] }: Schema, key: string): string[][] {
  const known = new Set<string>();
  const forms = anyOf.flatMap((form) => [
    { form, within: `${key}.` },
    { form: form.items ?? {}, within: `${key}[].` },
  ]);
  return forms.flatMap(({ form: { properties = {}, required = [] }, within }) => {
    const fresh = Object.entries(properties).filter(([name]) => !known.has(name));
    for (const [name] of fresh) known.add(name);
    return keyRows({ properties: Object.fromEntries(fresh), required }, within);
  });
}

function keyRow(key: string, schema: Schema, isRequired: boolean): string[] {
  const { default: usual, description = "" } = schema;
  const need = isRequired ? "required" : usual === undefined ? "" : `\`${JSON.stringify(usual)}\``;
  return [`\`${key}\``, typeOf(schema), key === "limits" ? "" : need, description];
}

/** The records of the log of a run. */
export function runLogPage(): string {
  const sections = Object.entries(RUN_RECORDS).map(([type, schema]) => {
    const { properties = {}, required = [] } = toSchema(schema, "output");
    const rows = Object.entries(properties)
      .filter(([key]) => !["v", "seq", "at", "type"].includes(key))
      .map(([key, part]) => [
        `\`${key}\`${required.includes(key) ? "" : "?"}`,
        typeOf(part),
        part.description ?? "",
      ]);
    return `## ${type}\n\n${table(["part", "type", "meaning"], rows)}`;
  });
  return `${NOTE}

# The log of a run

\`DATA/runs/RUN/log.jsonl\`: one JSON object a line, each on disk before anything is done that follows from it. It is what a run is taken up from, and what \`npx earshot runs\` shows. Every record has \`v\` (1), \`seq\` (from 1, without gaps), \`at\` (when it was written, UTC) and its \`type\`. A last line without an end was torn by a kill; nothing has followed from it.

${sections.join("\n\n")}
`;
}

/** JSON as the formatter writes it: a list of plain values on one line if it fits. */
export const experimentSchemaFile = () => schemaFile(experimentSchema());

/** A JSON Schema as the formatter leaves it: short lists on one line. */
export function schemaFile(schema: object): string {
  const text = JSON.stringify(schema, null, 2);
  const lists = text.replace(/^( *)(.*)\[\n([^[\]{}]*)\n *\](,?)$/gm, (all, ...parts) => {
    const [indent, head, body, tail] = parts as string[];
    const items = body?.split("\n").map((item) => item.trim());
    const line = `${indent}${head}[${items?.join(" ")}]${tail}`;
    return line.length <= 100 ? line : all;
  });
  return `${lists}\n`;
}

function toSchema(schema: z.ZodType, io: "input" | "output"): Schema {
  return z.toJSONSchema(schema, { io }) as Schema;
}

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined)
    return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  if (schema.anyOf !== undefined && schema.type === undefined) {
    return schema.anyOf.map(typeOf).join(" or ");
  }
  if (schema.type === "array") return `${typeOf(schema.items ?? {})}[]`;
  return schema.type ?? "any";
}

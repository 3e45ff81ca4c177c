import { pascalOf, snakeOf } from "./names.ts";
import { type PythonType, PythonTypes, type Schema } from "./types.ts";

/** As much of an OpenAPI document as Python's operations are made from. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface DocumentOperation {
  readonly operationId?: string;
  readonly summary: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: "path" | "query" | "header";
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

export interface Parameter extends PythonType {
  readonly wire: string;
  readonly python: string;
  readonly isRequired: boolean;
  readonly description: string | undefined;
}

/** Whether the whole of an answer is one value, or it comes value by value. */
export type Media = "json" | "events" | "lines" | "text" | "bytes";

export interface PythonOperation {
  readonly name: string;
  readonly wire: string;
  readonly summary: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly media: Media;
  readonly parameters: readonly Parameter[];
  readonly result: PythonType;
}

const MEDIA: Readonly<Record<string, Media>> = {
  "application/json": "json",
  "text/event-stream": "events",
  "application/jsonl": "lines",
  "text/plain": "text",
  "text/html": "text",
  "application/octet-stream": "bytes",
};

export interface PythonInterface {
  readonly operations: readonly PythonOperation[];
  readonly outputs: PythonTypes;
  readonly inputs: PythonTypes;
}

/**
 * The interface as Python has it. Left out is what only a browser without a key calls, and what another
 * operation is called on the command of agents: it has the same name in Python.
 */
export function pythonInterface(document: Document): PythonInterface {
  const components = document.components.schemas;
  const outputs = new PythonTypes({ components, suffix: "" });
  const inputs = new PythonTypes({ components, suffix: "Input" });
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      isForPython(operation) ? [{ path, method: method.toUpperCase(), operation }] : [],
    ),
  );
  const wires = new Set(all.map(({ operation }) => operation.operationId));
  const operations = all
    .filter(({ operation: { operationId = "" } }) => !isAlias(operationId, wires))
    .map(({ path, method, operation }) => {
      const wire = operation.operationId ?? "";
      const [media, schema] = answerOf(operation);
      return {
        name: snakeOf(wire),
        wire,
        summary: operation.summary,
        method: method === "GET" ? ("GET" as const) : ("POST" as const),
        path,
        media,
        parameters: parametersOf(operation, inputs),
        result: outputs.typeOf(schema, `${pascalOf(wire)}Result`),
      };
    });
  return { operations, outputs, inputs };
}

function isForPython({ operationId, security }: DocumentOperation): boolean {
  return operationId !== undefined && security?.length !== 0;
}

function isAlias(name: string, all: ReadonlySet<string | undefined>): boolean {
  const camel = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return camel !== name && all.has(camel);
}

function answerOf({ responses }: DocumentOperation): readonly [Media, Schema] {
  const [success] = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    status.startsWith("2") ? Object.entries(content) : [],
  );
  const [type = "", { schema } = { schema: {} }] = success ?? [];
  return [MEDIA[type] ?? "bytes", schema];
}

function parametersOf(operation: DocumentOperation, inputs: PythonTypes): readonly Parameter[] {
  const { parameters = [], requestBody, operationId = "" } = operation;
  const body = inputs.resolved(requestBody?.content["application/json"]?.schema ?? {});
  const given = [
    ...parameters
      .filter((parameter) => parameter.in !== "header")
      .map(({ name, required, schema }) => ({ wire: name, isRequired: required, schema })),
    ...Object.entries(body.properties ?? {}).map(([wire, schema]) => ({
      wire,
      isRequired: body.required?.includes(wire) === true,
      schema,
    })),
  ];
  const made = given.map(({ wire, isRequired, schema }) => ({
    wire,
    python: snakeOf(wire),
    isRequired,
    description: schema.description,
    ...inputOf(inputs.typeOf(schema, `${pascalOf(operationId)}${pascalOf(wire)}`)),
  }));
  return made.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));
}

/** What may be given where the wire has it: any sequence for a list, any mapping, a word for a flag. */
function inputOf({ name, reads }: PythonType): PythonType {
  if (name === 'Literal["true", "false"]') return { name: "bool", reads: "" };
  const wide = name.replaceAll(/\blist\[/g, "Sequence[").replaceAll(/\bdict\[/g, "Mapping[");
  return { name: wide, reads };
}

import { pascalOf, quoted, snakeOf } from "./names.ts";

/** As much of JSON Schema as the contract uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
}

/**
 * What a value is called in Python, and how it is read: `T` a time, `Name` a shape, `[…` a list, `{…` a map; an
 * empty text leaves it as JSON.
 */
export interface PythonType {
  readonly name: string;
  readonly reads: string;
}

export interface Field extends PythonType {
  /** On the wire. */
  readonly wire: string;
  readonly python: string;
  readonly isRequired: boolean;
  readonly description: string | undefined;
}

export interface Shape {
  readonly name: string;
  readonly description: string | undefined;
  readonly fields: readonly Field[];
}

export interface ShapeOptions {
  readonly components: Readonly<Record<string, Schema>>;
  /** Appended to the name of each shape, unless it ends so. */
  readonly suffix: string;
}

const ANY: PythonType = { name: "Any", reads: "" };
const SCALARS: Readonly<Record<string, string>> = {
  string: "str",
  number: "float",
  integer: "int",
  boolean: "bool",
  null: "None",
};

/** Collects the shapes and the sets of words that the types of an interface are made of. */
export class PythonTypes {
  readonly shapes = new Map<string, Shape>();
  readonly words = new Map<string, readonly string[]>();
  readonly #options: ShapeOptions;

  constructor(options: ShapeOptions) {
    this.#options = options;
  }

  typeOf(schema: Schema, hint: string): PythonType {
    if (schema.$ref !== undefined) return this.#component(schema.$ref.split("/").at(-1) ?? "");
    const variants = schema.anyOf ?? schema.oneOf;
    if (variants !== undefined) return this.#union(variants, hint);
    if (schema.enum !== undefined) return literal(schema.enum);
    if (typeof schema.const === "string") return literal([schema.const]);
    if (schema.format === "date-time") return { name: "datetime", reads: "T" };
    if (schema.type === "array") return this.#list(schema, hint);
    if (schema.type === "object") return this.#object(schema, hint);
    const scalar = SCALARS[schema.type ?? ""];
    return scalar === undefined ? ANY : { name: scalar, reads: "" };
  }

  #component(name: string): PythonType {
    const schema = this.#options.components[name] ?? {};
    if (schema.enum !== undefined) {
      this.words.set(name, schema.enum);
      return { name, reads: "" };
    }
    return this.typeOf(schema, name);
  }

  #list(schema: Schema, hint: string): PythonType {
    const item = this.typeOf(schema.items ?? {}, `${hint}Item`);
    return { name: `list[${item.name}]`, reads: item.reads === "" ? "" : `[${item.reads}` };
  }

  #object(schema: Schema, hint: string): PythonType {
    const { properties, additionalProperties } = schema;
    if (properties !== undefined) return this.#shape(hint, [schema], schema.description);
    const value =
      typeof additionalProperties === "object"
        ? this.typeOf(additionalProperties, `${hint}Value`)
        : ANY;
    return { name: `dict[str, ${value.name}]`, reads: value.reads === "" ? "" : `{${value.reads}` };
  }

  /** Kinds of objects are one shape that has the fields of all: what a kind lacks is absent. */
  #union(variants: readonly Schema[], hint: string): PythonType {
    const objects = variants
      .map((variant) => this.resolved(variant))
      .filter(({ properties }) => properties !== undefined);
    const [only] = variants;
    if (objects.length === variants.length && objects.length > 1) {
      return this.#shape(hint, objects, undefined);
    }
    if (only !== undefined && variants.length === 1) return this.typeOf(only, hint);
    const types = variants.map((variant) => this.typeOf(variant, hint));
    if (types.some(({ name }) => name === "Any")) return ANY;
    const reads = types.map((type) => type.reads).filter((read) => read !== "");
    const names = [...new Set(types.map(({ name }) => name))];
    return { name: names.join(" | "), reads: reads.length === 1 ? (reads[0] ?? "") : "" };
  }

  resolved(schema: Schema): Schema {
    const name = schema.$ref?.split("/").at(-1);
    return name === undefined ? schema : (this.#options.components[name] ?? {});
  }

  #shape(hint: string, variants: readonly Schema[], description: string | undefined): PythonType {
    const { suffix } = this.#options;
    const name = hint.endsWith(suffix) ? hint : `${hint}${suffix}`;
    if (!this.shapes.has(name)) {
      // Named before its fields are read, since it may be a part of itself.
      this.shapes.set(name, { name, description, fields: [] });
      this.shapes.set(name, { name, description, fields: this.#fieldsOf(hint, variants) });
    }
    return { name, reads: name };
  }

  #fieldsOf(hint: string, variants: readonly Schema[]): readonly Field[] {
    const wires = [...new Set(variants.flatMap(({ properties = {} }) => Object.keys(properties)))];
    return wires.map((wire) => {
      const found = variants.flatMap(({ properties = {} }) => properties[wire] ?? []);
      const types = found.map((schema) => this.typeOf(schema, `${hint}${pascalOf(wire)}`));
      return {
        wire,
        python: snakeOf(wire),
        isRequired: variants.every(({ required = [] }) => required.includes(wire)),
        description: found.find(({ description }) => description !== undefined)?.description,
        ...merged(types),
      };
    });
  }
}

function merged(types: readonly PythonType[]): PythonType {
  const [first = ANY, ...others] = types;
  if (others.every(({ name }) => name === first.name)) return first;
  const words = types.flatMap(({ name }) => /^Literal\[(.*)\]$/.exec(name)?.[1] ?? []);
  if (words.length === types.length) {
    return { name: `Literal[${[...new Set(words.join(", ").split(", "))].join(", ")}]`, reads: "" };
  }
  return ANY;
}

function literal(words: readonly string[]): PythonType {
  return { name: `Literal[${words.map(quoted).join(", ")}]`, reads: "" };
}

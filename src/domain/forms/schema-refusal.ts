import { EarshotError } from "../errors.ts";

/** Why no form is made of a schema; stands in the error's details. */
export type SchemaFault =
  | "bytes"
  | "cyclic"
  | "depth"
  | "enum"
  | "fields"
  | "keyword"
  | "name"
  | "pattern"
  | "reference"
  | "shape"
  | "steps";

export interface SchemaPlace {
  readonly fault: SchemaFault;
  /** A JSON Pointer into the schema; empty for all of it. */
  readonly path: string;
}

/** Throws INVALID_INPUT; `what` is a sentence that says how to mend it. */
export function refuseSchema({ fault, path }: SchemaPlace, what: string): never {
  throw new EarshotError("INVALID_INPUT", `The schema at ${path || "its root"}: ${what}`, {
    details: { fault, path },
  });
}

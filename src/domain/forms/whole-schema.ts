import { FORM_FORMATS } from "../form-dialect.ts";
import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json-equal.ts";
import { present } from "../present.ts";
import { isSchemaKeyword, referredIn, withParts } from "./foreign-schema.ts";
import { withBounds } from "./plain-field.ts";

/**
 * A schema as the check reads it, whatever its draft: references name parts of its own `$defs`, and
 * formats are only those that can be checked in bounded time.
 */
export function wholeSchema(root: JsonObject): JsonObject {
  const names = new Map<string, string>([["#", "d0"]]);
  const defs = new Map<string, Json>();
  const named = (ref: string) => {
    const name = names.get(ref) ?? `d${names.size}`;
    names.set(ref, name);
    return `#/$defs/${name}`;
  };
  // Each part can name others, which are appended while this runs.
  for (const [ref, name] of names) defs.set(name, plain(referredIn(root, ref, ""), named));
  return { $ref: "#/$defs/d0", $defs: Object.fromEntries(defs) };
}

/** What stands elsewhere, or would be taken for an address or a schema. */
const ADDED = ["$ref", "const", "nullable"];
const LEFT_OUT = ["$defs", "definitions"];

type Named = (ref: string) => string;

function plain(schema: Json, named: Named): Json {
  if (!isJsonObject(schema)) return schema;
  const kept = Object.entries(schema).filter(
    ([keyword]) =>
      ADDED.includes(keyword) || (isSchemaKeyword(keyword) && !LEFT_OUT.includes(keyword)),
  );
  const made = withParts(Object.fromEntries(kept), (inner) => plain(inner, named));
  const { format, $ref, ...rest } = made;
  const own = present({
    format: FORM_FORMATS.includes(String(format)) ? format : undefined,
    $ref: typeof $ref === "string" ? named($ref) : undefined,
  });
  return withNull(withBounds(withList({ ...rest, ...own })));
}

/** Draft 7 has a list of schemas in `items`, and what follows in `additionalItems`. */
function withList(schema: JsonObject): JsonObject {
  const { items, additionalItems, ...rest } = schema;
  if (!Array.isArray(items)) return schema;
  return additionalItems === undefined
    ? { ...rest, prefixItems: items }
    : { ...rest, prefixItems: items, items: additionalItems };
}

/** OpenAPI 3.0 says so of what can be null. */
function withNull(made: JsonObject): JsonObject {
  const { nullable, ...rest } = made;
  if (typeof nullable !== "boolean") return made;
  if (!nullable) return rest;
  return { anyOf: [{ type: "null" }, rest] };
}

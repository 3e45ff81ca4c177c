import { isLongToCheck } from "../authority/tool-args.ts";
import type { SchemaCheck } from "../form-dialect.ts";
import type { JsonObject } from "../json.ts";
import { standIn } from "./binary-text.ts";
import { withFiles } from "./file-fields.ts";
import { VALUE_FIELD } from "./form-from-schema.ts";
import { wholeSchema } from "./whole-schema.ts";

/**
 * What keeps filled fields from satisfying the schema that their form was made of. A text in the place of a
 * file's bytes is checked, since the form has checked how many they are.
 */
export function sourceFaults(
  {
    schema,
    source,
  }: {
    readonly schema: JsonObject;
    readonly source: { readonly schema: JsonObject; readonly isValue?: true };
  },
  given: JsonObject,
  checkSchema: SchemaCheck,
): readonly string[] {
  const fields = withFiles(schema, given, (file, field) =>
    field["contentEncoding"] === undefined ? { ...file } : standIn(field),
  ) as JsonObject;
  const whole = wholeSchema(source.schema);
  if (source.isValue !== true) return faultsOf(whole, fields, checkSchema);
  const { $defs = {}, ...rest } = whole;
  const asField: JsonObject = {
    type: "object",
    properties: { [VALUE_FIELD]: rest },
    required: [VALUE_FIELD],
    additionalProperties: false,
    $defs,
  };
  return faultsOf(asField, fields, checkSchema);
}

function faultsOf(whole: JsonObject, fields: JsonObject, checkSchema: SchemaCheck) {
  return isLongToCheck(whole, fields)
    ? ["It would take too long to check. Make it shorter."]
    : checkSchema(whole, fields);
}

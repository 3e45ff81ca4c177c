import { isLongToCheck } from "../authority/tool-args.ts";
import type { SchemaCheck } from "../form-dialect.ts";
import type { JsonObject } from "../json.ts";
import { VALUE_FIELD } from "./form-from-schema.ts";
import { wholeSchema } from "./whole-schema.ts";

/** What keeps filled fields from satisfying the schema that their form was made of. */
export function sourceFaults(
  source: { readonly schema: JsonObject; readonly isValue?: true },
  fields: JsonObject,
  checkSchema: SchemaCheck,
): readonly string[] {
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

import { EarshotError, isEarshotError } from "../errors.ts";
import { checkFormSchema } from "../form-dialect.ts";
import { formFromSchema } from "../forms/form-from-schema.ts";
import type { JsonObject } from "../json.ts";
import { present } from "../present.ts";
import type { Form } from "./question.ts";

/** How a question's form is given: as it is, or as the schema that an answer has to satisfy. */
export interface FormInput {
  readonly form?: Form | undefined;
  readonly schema?: JsonObject | undefined;
}

/**
 * The form to be asked with; any text if none is given. `schema` is one that others made, and so is the
 * schema of `fields` outside the dialect of forms.
 */
export function formGiven(
  { form, schema }: FormInput,
  digest: (schema: JsonObject) => string,
): Form {
  if (form !== undefined && schema !== undefined) {
    throw new EarshotError("INVALID_INPUT", "Give a form or a schema, not both.");
  }
  if (schema !== undefined) return formMade({ kind: "fields", schema }, digest);
  if (form === undefined) return { kind: "text" };
  if (form.kind !== "fields") return form;
  const { source: _, ...given } = form;
  return isInDialect(form.schema) ? given : formMade(given, digest);
}

type FieldsForm = Extract<Form, { kind: "fields" }>;

function formMade(form: FieldsForm, digest: (schema: JsonObject) => string): FieldsForm {
  const { schema, fills, isValue } = formFromSchema(form.schema);
  return {
    ...form,
    schema,
    source: {
      schema: form.schema,
      digest: digest(form.schema),
      ...present({
        fills: fills.length === 0 ? undefined : fills,
        isValue: isValue ? (true as const) : undefined,
      }),
    },
  };
}

function isInDialect(schema: JsonObject): boolean {
  try {
    checkFormSchema(schema);
    return true;
  } catch (error) {
    if (isEarshotError(error, "INVALID_INPUT")) return false;
    throw error;
  }
}

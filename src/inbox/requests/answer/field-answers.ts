import type { Json, JsonObject } from "../../../domain/json.ts";
import { isJsonObject } from "../../../domain/json-equal.ts";
import { valueAt } from "../../../domain/json-pointer.ts";
import { visibleText } from "../../../render/visible-text.ts";
import { type Edited, edited } from "../editor/edited.ts";
import { type EditField, fieldsOf } from "../editor/fields.ts";
import { firstTyped, type Typed } from "../editor/typed.ts";

function typedFrom(
  value: JsonObject,
  schema: JsonObject,
  otherwise: (field: EditField) => Json | undefined = () => undefined,
): Typed {
  return Object.fromEntries(
    fieldsOf({ value: {}, schema }).flatMap((field) => {
      const old = valueAt(value, field.pointer) ?? otherwise(field);
      return old === undefined || !isShownWhole(field, old)
        ? []
        : [[field.pointer, firstTyped({ ...field, value: old })]];
    }),
  );
}

/**
 * A field for text must hold nothing that cannot be seen; a choice must hold none but its values.
 */
function isShownWhole({ kind, choices, columns }: EditField, value: Json): boolean {
  // The files of an answer belong to one request.
  if (kind === "file" || kind === "files") return false;
  if (kind === "choice") return choices.includes(value);
  if (kind === "several")
    return Array.isArray(value) && value.every((one) => choices.includes(one));
  if (kind === "lines") return Array.isArray(value) && value.every(isLine);
  if (kind === "rows") return Array.isArray(value) && value.every((row) => isRow(columns, row));
  return kind !== "text" || (typeof value === "string" && visibleText(value) === value);
}

function isRow(columns: readonly EditField[], row: Json): boolean {
  if (!isJsonObject(row)) return false;
  const shown = columns.filter((column) => {
    const own = valueAt(row, column.pointer);
    return own !== undefined && isShownWhole(column, own);
  });
  return shown.length === Object.keys(row).length;
}

function isLine(item: Json): boolean {
  if (typeof item === "number") return true;
  return (
    typeof item === "string" &&
    item.trim() !== "" &&
    visibleText(item, { keepLines: false }) === item
  );
}

function madeOf(schema: JsonObject, typed: Typed): Edited {
  return edited({}, fieldsOf({ value: {}, schema }), typed);
}

export const fieldAnswers = { typedFrom, madeOf };

import type { JsonObject } from "../../../domain/json.ts";
import { diffPatch, type PatchOperation } from "../../../domain/json-patch.ts";
import { valueAt } from "../../../domain/json-pointer.ts";
import { present } from "../../../domain/present.ts";
import { shownJson, shownPointer } from "../../../render/shown-json.ts";
import { oneLine } from "../../../render/visible-text.ts";
import { say } from "./messages/messages.ts";

/** One change as people see it; a side without a value is undefined. */
export interface DiffRow {
  readonly where: string;
  readonly was?: string;
  readonly becomes?: string;
}

/** What changes, place by place. Removed list items keep the numbers they had. */
export function diffRows(from: JsonObject, to: JsonObject): readonly DiffRow[] {
  return patchRows(from, diffPatch(from, to));
}

/** The same for a patch that was made elsewhere, over the arguments that it changes. */
export function patchRows(from: JsonObject, patch: readonly PatchOperation[]): readonly DiffRow[] {
  return patch.map((step) => {
    const before = step.op === "add" ? undefined : valueAt(from, step.path);
    return {
      where: shownPointer(step.path),
      ...present({
        was: before === undefined ? undefined : shownJson(before),
        becomes: step.op === "remove" ? undefined : shownJson(step.value),
      }),
    };
  });
}

const MOST_TOLD = 3;
const VALUE_CHARS = 40;

/** On one line, such as "amount 50, no note". */
export function changeWords(rows: readonly DiffRow[]): string {
  const told = rows.slice(0, MOST_TOLD).map(({ where, becomes }) => {
    const name = where.slice(1);
    return becomes === undefined
      ? say("change.no", { name })
      : `${name} ${oneLine(becomes, VALUE_CHARS)}`;
  });
  const more = rows.length - told.length;
  const changes = told.join(", ");
  return more === 0 ? changes : say("change.more", { changes, count: more });
}

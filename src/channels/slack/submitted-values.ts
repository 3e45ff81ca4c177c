import type { Json, JsonObject } from "../../domain/json.ts";
import type { FormField, FormView } from "../../ports/channels/channel.ts";
import { at, listAt, textAt } from "./untrusted-json.ts";

/** What a person put into a modal, by the names of its fields; a field that was left empty is absent. */
export function submittedValues({ fields }: FormView, state: Json | undefined): JsonObject {
  const entries = fields.flatMap((field, index): [string, Json][] => {
    const value = typedValueOf(field, at(state, `f${index}`, "v"));
    return value === undefined ? [] : [[field.name, value]];
  });
  return Object.fromEntries(entries);
}

function typedValueOf(
  { kind, options = [] }: FormField,
  state: Json | undefined,
): Json | undefined {
  switch (kind) {
    case "text":
    case "lines":
      return textAt(state, "value");
    case "number": {
      const typed = textAt(state, "value");
      if (typed === undefined || typed.trim() === "") return undefined;
      // What is no number goes as it is, for the check of the form to refuse.
      const number = Number(typed);
      return Number.isFinite(number) ? number : typed;
    }
    case "yes_no": {
      const chosen = textAt(state, "selected_option", "value");
      return chosen === undefined ? undefined : chosen === "true";
    }
    case "one_of":
      return optionAt(options, textAt(state, "selected_option", "value"));
    case "some_of":
      return listAt(state, "selected_options").flatMap(
        (chosen) => optionAt(options, textAt(chosen, "value")) ?? [],
      );
  }
}

function optionAt(options: readonly string[], index: string | undefined): string | undefined {
  return index !== undefined && /^\d{1,3}$/.test(index) ? options[Number(index)] : undefined;
}

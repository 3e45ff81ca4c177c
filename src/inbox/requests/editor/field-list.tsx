import { shownJson } from "../../../render/shown-json.ts";
import { visibleText } from "../../../render/visible-text.ts";
import { Field } from "../../ui/field.tsx";
import { Examples } from "./examples.tsx";
import { FieldControl } from "./field-control.tsx";
import { FieldLabel } from "./field-label.tsx";
import { FieldRow } from "./field-row.tsx";
import type { EditField } from "./fields.ts";
import { firstTyped, meantBy, type Typed } from "./typed.ts";

interface Props {
  readonly fields: readonly EditField[];
  readonly typed: Typed;
  /** A form of an agent's, which describes its fields; what is left empty in it is not sent. */
  readonly isForm?: boolean;
  readonly onType: (typed: Typed) => void;
}

/** One labelled control for each value. */
export function FieldList({ fields, typed, isForm = false, onType }: Props) {
  const change = (pointer: string, text: string | null | undefined) =>
    onType(text === undefined ? without(typed, pointer) : { ...typed, [pointer]: text });
  return (
    <div class="fields">
      {fields.map((field) =>
        isForm ? (
          <FormRow
            key={field.pointer}
            field={field}
            now={typed[field.pointer]}
            onType={(text) => change(field.pointer, text === "" ? undefined : text)}
          />
        ) : (
          <FieldRow
            key={field.pointer}
            field={field}
            typed={typed}
            onType={(text) => change(field.pointer, text)}
          />
        ),
      )}
    </div>
  );
}

interface FormRowProps {
  readonly field: EditField;
  readonly now: string | null | undefined;
  readonly onType: (text: string) => void;
}

/** What is empty is missing, and not wrong. */
function FormRow({ field, now, onType }: FormRowProps) {
  const meant = meantBy(field, now);
  return (
    <div class="field-row">
      <Field
        label={<FieldLabel field={field} />}
        hint={hintOf(field)}
        error={typeof now === "string" && "fault" in meant ? meant.fault : undefined}
      >
        <FieldControl field={field} value={now ?? firstTyped(field)} onType={onType} />
      </Field>
      <Examples field={field} now={now} onType={onType} />
    </div>
  );
}

/** The agent's description, and what it would have there: also where somebody has typed something else. */
function hintOf({ schema }: EditField): string | undefined {
  const { description, default: proposed } = schema;
  const words = [
    ...(typeof description === "string" ? [visibleText(description)] : []),
    ...(proposed === undefined ? [] : [`Proposed: ${shownJson(proposed)}`]),
  ];
  return words.length === 0 ? undefined : words.join(" ");
}

function without(typed: Typed, pointer: string): Typed {
  return Object.fromEntries(Object.entries(typed).filter(([key]) => key !== pointer));
}

import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { isTouched } from "./edited.ts";
import { FieldControl } from "./field-control.tsx";
import { FieldLabel } from "./field-label.tsx";
import type { EditField } from "./fields.ts";
import { firstTyped, meantBy, type Typed } from "./typed.ts";

interface Props {
  readonly field: EditField;
  readonly typed: Typed;
  /** Undefined puts back what was there. */
  readonly onType: (text: string | null | undefined) => void;
}

/** One argument: to be changed, put back, taken away where it need not be there, or added. */
export function FieldRow({ field, typed, onType }: Props) {
  const now = typed[field.pointer];
  const isThere = now === undefined ? isKnown(field) : now !== null;
  const meant = meantBy(field, now);
  // What is empty and was never there is missing, and not wrong.
  const isTold = now !== undefined && (now !== "" || field.value !== undefined);
  return (
    <div class="field-row">
      <Field
        label={<FieldLabel field={field} />}
        error={isTold && "fault" in meant ? meant.fault : undefined}
      >
        {isThere ? (
          <FieldControl field={field} value={now ?? firstTyped(field)} onType={onType} />
        ) : (
          <Absent isRemoved={now === null} />
        )}
      </Field>
      {isThere && field.value !== undefined && isTouched(field, typed) ? (
        <Button
          kind="quiet"
          aria-label={`Reset ${field.name}`}
          onClick={(event) => {
            // The button goes, and must not take the focus with it.
            const row = event.currentTarget.closest(".field-row");
            row?.querySelector<HTMLElement>("input, textarea, select")?.focus();
            onType(undefined);
          }}
        >
          Reset
        </Button>
      ) : null}
      <Presence field={field} isThere={isThere} onType={onType} />
    </div>
  );
}

/** What has to be there has a control, though nothing is in it yet. */
function isKnown({ value, isRequired }: EditField): boolean {
  return value !== undefined || isRequired;
}

function Absent({ isRemoved, ...aria }: { readonly isRemoved: boolean; readonly id?: string }) {
  return (
    <p {...aria} class="absent muted">
      {isRemoved ? "removed" : "not there"}
    </p>
  );
}

interface PresenceProps extends Pick<Props, "field" | "onType"> {
  readonly isThere: boolean;
}

/** One button in all states, so that it keeps the focus. */
function Presence({ field, isThere, onType }: PresenceProps) {
  if (field.isRequired || field.kind === "secret") return null;
  const isAgents = field.value !== undefined;
  const [word, next] = isThere
    ? (["Remove", isAgents ? null : undefined] as const)
    : ([isAgents ? "Reset" : "Add", isAgents ? undefined : ""] as const);
  return (
    <Button kind="quiet" aria-label={`${word} ${field.name}`} onClick={() => onType(next)}>
      {word}
    </Button>
  );
}

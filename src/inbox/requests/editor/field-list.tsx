import { shownText } from "../../../render/shown-json.ts";
import { RevealedText } from "../../parts/revealed-text.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { isTouched } from "./edited.ts";
import { FieldControl } from "./field-control.tsx";
import type { EditField } from "./fields.ts";
import { hintOf } from "./hint-of.tsx";
import { say } from "./messages/messages.ts";
import { firstTyped, meantBy, type Typed } from "./typed.ts";

interface Props {
  readonly fields: readonly EditField[];
  readonly typed: Typed;
  /** A form by an agent, which describes its fields; a field that is left empty is not sent. */
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

/** An empty field is missing, not wrong. */
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

function without(typed: Typed, pointer: string): Typed {
  return Object.fromEntries(Object.entries(typed).filter(([key]) => key !== pointer));
}

interface ExamplesProps {
  readonly field: EditField;
  readonly now: string | null | undefined;
  readonly onType: (text: string) => void;
}

/** Examples of a text: pressing one fills it in, pressing it again clears it. */
function Examples({ field, now, onType }: ExamplesProps) {
  const texts = textsOf(field);
  if (texts.length === 0) return null;
  return (
    <fieldset class="examples">
      <legend class="visually-hidden">{say("take_for", { name: field.name })}</legend>
      {texts.map((text) => (
        <Button
          key={text}
          class="example"
          aria-pressed={now === text}
          onClick={() => onType(now === text ? "" : text)}
        >
          {shownText(text)}
        </Button>
      ))}
    </fieldset>
  );
}

function textsOf({ kind, schema }: EditField): readonly string[] {
  const { examples } = schema;
  if (kind !== "text" || !Array.isArray(examples)) return [];
  return examples.filter((one) => typeof one === "string" && one !== "");
}

interface FieldRowProps {
  readonly field: EditField;
  readonly typed: Typed;
  /** Undefined restores what was there. */
  readonly onType: (text: string | null | undefined) => void;
}

/** One argument: it can be changed, restored, added, and removed unless it is required. */
function FieldRow({ field, typed, onType }: FieldRowProps) {
  const now = typed[field.pointer];
  const isThere = now === undefined ? isKnown(field) : now !== null;
  const meant = meantBy(field, now);
  // A field that is empty and never had a value is missing, not wrong.
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
          aria-label={say("word_of.reset", { name: field.name })}
          onClick={(event) => {
            // The button disappears and must not take the focus with it.
            const row = event.currentTarget.closest(".field-row");
            row?.querySelector<HTMLElement>("input, textarea, select")?.focus();
            onType(undefined);
          }}
        >
          {say("word.reset")}
        </Button>
      ) : null}
      <Presence field={field} isThere={isThere} onType={onType} />
    </div>
  );
}

/** A required value has a control even while it is empty. */
function isKnown({ value, isRequired }: EditField): boolean {
  return value !== undefined || isRequired;
}

function Absent({ isRemoved, ...aria }: { readonly isRemoved: boolean; readonly id?: string }) {
  return (
    <p {...aria} class="absent muted">
      {isRemoved ? say("removed") : say("absent")}
    </p>
  );
}

interface PresenceProps extends Pick<FieldRowProps, "field" | "onType"> {
  readonly isThere: boolean;
}

/** One button in all states, so that it keeps the focus. */
function Presence({ field, isThere, onType }: PresenceProps) {
  if (field.isRequired || field.kind === "secret") return null;
  const isAgents = field.value !== undefined;
  const does = isThere ? "remove" : isAgents ? "reset" : "add";
  const next = isThere === isAgents ? (isThere ? null : "") : undefined;
  const name = field.name;
  return (
    <Button kind="quiet" aria-label={say(`word_of.${does}`, { name })} onClick={() => onType(next)}>
      {say(`word.${does}`)}
    </Button>
  );
}

/** Where a value belongs, and whether it is required. */
function FieldLabel({ field }: { readonly field: EditField }) {
  const { name, within, isRequired, neededIn, value } = field;
  const group = within.at(-1);
  return (
    <>
      {within.length === 0 ? null : (
        <span class="muted">
          <RevealedText text={within.join(" / ")} /> /{" "}
        </span>
      )}
      <RevealedText text={name} />
      {isRequired || value !== undefined ? null : (
        <span class="muted">
          {" "}
          {neededIn === undefined ? say("optional") : say("needed_if", { group: group ?? "" })}
        </span>
      )}
    </>
  );
}

import { useRef } from "preact/hooks";
import type { Json } from "../../../domain/json.ts";
import { plainWords } from "../../../domain/plain-words.ts";
import { shownJson, shownText } from "../../../render/shown-json.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import type { FieldControlProps } from "./control-props.ts";
import type { EditField } from "./fields.ts";
import { FileControl } from "./file-control.tsx";
import { hintOf } from "./hint-of.tsx";
import { say } from "./messages/messages.ts";
import { chosenIn, keyedRows, ROW_KEY, rowsIn, typedRows } from "./typed.ts";

/** The control for one value: matches its type and hides nothing in it. */
export function FieldControl({ field, value, onType, ...aria }: FieldControlProps) {
  switch (field.kind) {
    case "secret":
      return (
        <p {...aria} class="secret muted">
          {say("secret")}
        </p>
      );
    case "yes-no":
      return field.value === undefined ? (
        <Select {...aria} value={value} options={YES_NO} onChange={onType} />
      ) : (
        <span class="toggle">
          <input
            {...aria}
            type="checkbox"
            role="switch"
            aria-checked={value === "true"}
            checked={value === "true"}
            onChange={(event) => onType(String(event.currentTarget.checked))}
          />
        </span>
      );
    case "choice":
      return <Select {...aria} value={value} options={choices(field)} onChange={onType} />;
    case "number":
      return <Input {...aria} inputMode="decimal" class="number" value={value} onInput={onType} />;
    case "several":
      return <Checks {...aria} field={field} value={value} onType={onType} />;
    case "lines":
      return <TextArea {...aria} spellcheck={false} value={value} onInput={onType} />;
    case "rows":
      return <Rows {...aria} field={field} value={value} onType={onType} />;
    case "file":
    case "files":
      return <FileControl {...aria} field={field} value={value} onType={onType} />;
    case "json":
      return <TextArea {...aria} class="mono" spellcheck={false} value={value} onInput={onType} />;
    case "text":
      return field.isLong ? (
        <TextArea {...aria} spellcheck={false} value={value} onInput={onType} />
      ) : (
        <Input {...aria} type={inputType(field)} value={value} onInput={onType} />
      );
  }
}

const YES_NO = [
  { value: "", label: say("choose") },
  { value: "true", label: say("yes") },
  { value: "false", label: say("no") },
];

/** Boxes to tick, any of them. */
function Checks({ field, value, onType, ...aria }: FieldControlProps) {
  const chosen = chosenIn(value);
  const turned = (index: string) =>
    chosen.includes(index) ? chosen.filter((one) => one !== index) : [...chosen, index];
  return (
    // biome-ignore lint/a11y/useSemanticElements: the label around it names it, and a fieldset would want a legend
    <span {...aria} role="group" class="checks">
      {field.choices.map((choice, index) => (
        <label key={String(index)} class="check">
          <input
            type="checkbox"
            checked={chosen.includes(String(index))}
            onChange={() => onType(turned(String(index)).join(","))}
          />{" "}
          {choiceWords(choice, field.choiceNames[index])}
        </label>
      ))}
    </span>
  );
}

/** A group for each row, added and removed one by one. */
function Rows({ field, value, onType, ...aria }: FieldControlProps) {
  const rows = keyedRows(rowsIn(value));
  // A file arrives later than it was chosen, in the rows that are there by then.
  const now = useRef({ rows, onType });
  now.current = { rows, onType };
  const { maxItems } = field.schema;
  const isFull = typeof maxItems === "number" && rows.length >= maxItems;
  const change = (key: string | null | undefined, pointer: string, text: string) => {
    const changed = now.current.rows.map((row) =>
      row[ROW_KEY] === key ? { ...row, [pointer]: text } : row,
    );
    now.current.onType(typedRows(changed));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the label around it names it, and a fieldset would want a legend
    <span {...aria} role="group" class="row-groups">
      {rows.map((row, index) => (
        <fieldset key={row[ROW_KEY]} class="fields">
          <legend>
            {field.name} {index + 1}
          </legend>
          {field.columns.map((column) => (
            <Field key={column.pointer} label={columnLabel(column)} hint={hintOf(column)}>
              <FieldControl
                field={column}
                value={row[column.pointer] ?? ""}
                onType={(text) => change(row[ROW_KEY], column.pointer, text)}
              />
            </Field>
          ))}
          <Button
            kind="quiet"
            aria-label={say("word_of.remove", { name: `${field.name} ${index + 1}` })}
            onClick={() => onType(typedRows(rows.filter((_, at) => at !== index)))}
          >
            {say("word.remove")}
          </Button>
        </fieldset>
      ))}
      {isFull ? null : (
        <Button
          kind="quiet"
          aria-label={say("add.to", { name: field.name })}
          onClick={() => onType(typedRows([...rows, { [ROW_KEY]: crypto.randomUUID() }]))}
        >
          {say("word.add")}
        </Button>
      )}
    </span>
  );
}

function columnLabel({ name, isRequired }: EditField): string {
  return isRequired ? name : say("optional.name", { name });
}

function choices({ choices: all, choiceNames, value }: EditField) {
  const listed = all.map((choice, index) => ({
    value: String(index),
    label: choiceWords(choice, choiceNames[index]),
  }));
  return value === undefined ? [{ value: "", label: say("choose") }, ...listed] : listed;
}

function choiceWords(choice: Json, name: string | undefined): string {
  if (name !== undefined && name.trim() !== "") return shownText(plainWords(name));
  return typeof choice === "string" ? shownText(choice) : shownJson(choice);
}

/** Only if the browser shows the text exactly as it is. */
function inputType({ schema, value }: EditField): "date" | "text" {
  return schema["format"] === "date" && value === undefined ? "date" : "text";
}

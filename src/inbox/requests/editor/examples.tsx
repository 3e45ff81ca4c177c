import { shownText } from "../../../render/shown-json.ts";
import { Button } from "../../ui/button.tsx";
import type { EditField } from "./fields.ts";

interface Props {
  readonly field: EditField;
  readonly now: string | null | undefined;
  readonly onType: (text: string) => void;
}

/** What a text could be: a press fills it in, another takes it away. */
export function Examples({ field, now, onType }: Props) {
  const texts = textsOf(field);
  if (texts.length === 0) return null;
  return (
    <fieldset class="examples">
      <legend class="visually-hidden">Take for {field.name}</legend>
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

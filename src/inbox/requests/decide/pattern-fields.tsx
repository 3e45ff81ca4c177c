import type { JsonObject } from "../../../domain/json.ts";
import { shownJson, shownText } from "../../../render/shown-json.ts";
import { oneLine } from "../../../render/visible-text.ts";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { type ScopeChoice, topPointers } from "./permission-scope.ts";

interface Props {
  readonly args: JsonObject;
  readonly choice: ScopeChoice;
  readonly onChange: (part: Partial<ScopeChoice>) => void;
}

/** What a standing permission by pattern is for: tools, and arguments that stay as they are. */
export function PatternFields({ args, choice, onChange }: Props) {
  const { same } = choice;
  const toggle = (pointer: string) =>
    onChange({
      same: same.includes(pointer) ? same.filter((one) => one !== pointer) : [...same, pointer],
    });
  return (
    <>
      <Field label="Tools" hint="With * for any characters.">
        <Input class="mono" value={choice.tool} onInput={(tool) => onChange({ tool })} />
      </Field>
      <fieldset class="checks">
        <legend>Only where these stay the same</legend>
        {topPointers(args).map(({ key, pointer }) => (
          <label key={pointer}>
            <input
              type="checkbox"
              checked={same.includes(pointer)}
              onChange={() => toggle(pointer)}
            />
            <span class="mono">
              {shownText(key)} = {oneLine(shownJson(args[key] ?? null), 60)}
            </span>
          </label>
        ))}
      </fieldset>
    </>
  );
}

import type { JsonObject } from "../../domain/json.ts";
import { pointerPart } from "../../domain/json-pointer.ts";
import { oneLine } from "../../render/visible-text.ts";
import { Toggle } from "../ui/toggle.tsx";

/** Whether a rejection also holds for what is like it, and which arguments may be anything then. */
export interface Like {
  readonly isOn: boolean;
  readonly anyAt: readonly string[];
}

interface Props {
  readonly args: JsonObject;
  readonly like: Like;
  readonly onChange: (like: Like) => void;
}

export function LikeFields({ args, like, onChange }: Props) {
  const { isOn, anyAt } = like;
  const without = (pointer: string) => anyAt.filter((one) => one !== pointer);
  return (
    <>
      <Toggle
        label="Also reject what is like it, for an hour"
        hint="The same tool and arguments but for padding: the agent is told at once, and nobody is asked. What is like it, was approved and is not used is taken back. It stands under Agents, where it can be revoked."
        checked={isOn}
        onChange={(checked) => onChange({ ...like, isOn: checked })}
      />
      {isOn ? (
        <fieldset class="radios">
          <legend>Whatever these say</legend>
          {Object.keys(args)
            .map(pointerPart)
            .map((pointer) => (
              <Toggle
                key={pointer}
                label={<span class="mono">{oneLine(pointer, 80)}</span>}
                checked={anyAt.includes(pointer)}
                onChange={(checked) =>
                  onChange({ isOn, anyAt: checked ? [...anyAt, pointer] : without(pointer) })
                }
              />
            ))}
        </fieldset>
      ) : null}
    </>
  );
}

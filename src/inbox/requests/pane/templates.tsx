import { present } from "../../../domain/present.ts";
import { oneLine } from "../../../render/visible-text.ts";
import { useKeys } from "../../browser/keys.ts";
import { Button } from "../../ui/button.tsx";

interface Props {
  readonly texts: readonly string[];
  /** Where its keys are: beside the field, and not in it, a number chooses. */
  readonly scope: "dialog" | "request";
  readonly onChoose: (text: string) => void;
}

const KEYED = 9;

/** What is often said; the number of one chooses it. */
export function Templates({ texts, scope, onChoose }: Props) {
  const keyed = texts.slice(0, KEYED).map((text, n) => [n + 1, () => onChoose(text)]);
  useKeys(scope, Object.fromEntries(keyed));
  if (texts.length === 0) return null;
  return (
    <div class="templates">
      {texts.map((text, n) => (
        <Button
          key={text}
          {...present({ keyHint: n < KEYED ? `${n + 1}` : undefined })}
          title={text}
          onClick={() => onChoose(text)}
        >
          {oneLine(text, 60)}
        </Button>
      ))}
    </div>
  );
}

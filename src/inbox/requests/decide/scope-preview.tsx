import { useEffect, useState } from "preact/hooks";
import type { PermissionPreview, PermitInput } from "../../../ports/earshot/authority.ts";
import { api } from "../../server/api.ts";
import { problemWords } from "../pane/problem-words.ts";

const PAUSE_MS = 250;

/** What a standing permission would have let pass. */
export function ScopePreview({ input }: { readonly input: PermitInput }) {
  const { typed: _typed, ...asked } = input;
  const key = JSON.stringify(asked);
  const [shown, setShown] = useState<{ readonly key: string; readonly text: string } | undefined>();
  useEffect(() => {
    let isOver = false;
    // Whoever types a pattern is asked about once they pause.
    const timer = setTimeout(() => {
      const preview = api.previewPermission(JSON.parse(key) as PermitInput);
      void preview.then(previewWords, problemWords).then((text) => {
        if (!isOver) setShown({ key, text });
      });
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [key]);
  return (
    <p class="preview" role="status">
      {shown?.key === key ? shown.text : "Looking at the last 7 days…"}
    </p>
  );
}

function previewWords({ matched, sought, never }: PermissionPreview): string {
  if (never !== undefined) return `It would cover nothing. ${never}`;
  return `In the last 7 days it would have covered ${matched} of the ${sought} actions that this agent sought.`;
}

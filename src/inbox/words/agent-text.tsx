import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { visibleText } from "../../render/visible-text.ts";
import { mayHaveMarkup } from "../../render/words/may-have-markup.ts";
import { RevealedText } from "../parts/revealed-text.tsx";

interface Props {
  readonly text: string;
}

let loaded: ComponentType<Props> | undefined;

/**
 * Words of an agent, with their Markdown read. What reads it is loaded when there is some; until
 * then, and if it does not come, the words stand as they were written.
 */
export function AgentText({ text }: Props) {
  const [Words, show] = useState<ComponentType<Props> | undefined>(() => loaded);
  const isMarked = mayHaveMarkup(text);
  useEffect(() => {
    if (!isMarked || loaded !== undefined) return;
    import("./words.tsx").then(
      (part) => {
        loaded = part.Words;
        show(() => loaded);
      },
      () => {},
    );
  }, [isMarked]);
  if (isMarked && Words !== undefined) return <Words text={text} />;
  return (
    <p class="said" dir="auto">
      <RevealedText text={visibleText(text)} />
    </p>
  );
}

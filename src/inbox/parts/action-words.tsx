import type { HeadingPart } from "../../render/decisive-words.ts";
import { RevealedText } from "./revealed-text.tsx";

/** A heading whose values stand apart from Earshot's own words by their type. */
export function ActionWords({ parts }: { readonly parts: readonly HeadingPart[] }) {
  return (
    <>
      {parts.map(({ kind, text }, index) =>
        kind === "own" ? (
          text
        ) : (
          <span key={index} class={`said-${kind}`}>
            <RevealedText text={text} />
          </span>
        ),
      )}
    </>
  );
}

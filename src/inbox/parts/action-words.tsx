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
            {piecesOf(text).map((piece, at) =>
              isKept(piece) ? (
                <span key={at} class="kept">
                  {piece}
                </span>
              ) : (
                <RevealedText key={at} text={piece} />
              ),
            )}
          </span>
        ),
      )}
    </>
  );
}

const MOST_KEPT = 24;

/** By its blanks; as a whole where something in it is marked, since a mark can have blanks. */
function piecesOf(text: string): readonly string[] {
  return /[\\⟨]/.test(text) ? [text] : text.split(/(\s+)/);
}

/** No line ends within a short piece such as `-sh`, which says something else in two. */
function isKept(piece: string): boolean {
  return piece.length <= MOST_KEPT && /\S[-/]|[-/]\S/.test(piece) && !/[\\⟨]/.test(piece);
}

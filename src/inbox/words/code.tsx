import { useEffect, useState } from "preact/hooks";
import { RevealedText } from "../parts/revealed-text.tsx";
import type { Token } from "./colours.ts";

/** Longer code has no colours: to find them could take long. */
const MOST_COLOURED = 10_000;

let tokensOf: ((text: string, language: string) => readonly Token[] | undefined) | undefined;

interface Props {
  readonly text: string;
  readonly language: string | undefined;
}

/** Code of an agent, to the letter; colours come when they are loaded. */
export function Code({ text, language = "" }: Props) {
  const [, loaded] = useState(tokensOf !== undefined);
  const isColoured = language !== "" && text.length <= MOST_COLOURED;
  useEffect(() => {
    if (!isColoured || tokensOf !== undefined) return;
    import("./colours.ts").then(
      (part) => {
        tokensOf = part.tokensOf;
        loaded(true);
      },
      () => {},
    );
  }, [isColoured]);
  const tokens = isColoured ? tokensOf?.(text, language) : undefined;
  return (
    <div class="words-code">
      {language === "" ? null : <p class="words-language">{language}</p>}
      <pre>
        <code>
          {tokens === undefined ? <RevealedText text={text} /> : <Tokens tokens={tokens} />}
        </code>
      </pre>
    </div>
  );
}

function Tokens({ tokens }: { readonly tokens: readonly Token[] }) {
  return (
    <>
      {tokens.map(({ text, name }, index) => (
        <span key={index} class={name === "" ? undefined : name}>
          <RevealedText text={text} />
        </span>
      ))}
    </>
  );
}

const MARKS = /(\\\\|⟨[^⟩]*⟩|\\u\{[0-9a-f]+\})/;

/** A text of the trusted renderer that tells Earshot's own marks from the original text. */
export function RevealedText({ text }: { readonly text: string }) {
  const parts = text.split(MARKS);
  if (parts.length === 1) return <>{text}</>;
  return (
    <>
      {parts.map((part, index) =>
        index % 2 === 1 && part !== "\\\\" ? (
          <mark key={index} class="reveal">
            {part}
          </mark>
        ) : (
          part
        ),
      )}
    </>
  );
}

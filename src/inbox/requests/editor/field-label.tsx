import { RevealedText } from "../../parts/revealed-text.tsx";
import type { EditField } from "./fields.ts";

/** Where a value belongs, and whether it is required. */
export function FieldLabel({ field }: { readonly field: EditField }) {
  const { name, within, isRequired, value } = field;
  return (
    <>
      {within.length === 0 ? null : (
        <span class="muted">
          <RevealedText text={within.join(" / ")} /> /{" "}
        </span>
      )}
      <RevealedText text={name} />
      {isRequired || value !== undefined ? null : <span class="muted"> (optional)</span>}
    </>
  );
}

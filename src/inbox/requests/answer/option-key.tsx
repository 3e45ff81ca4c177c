import { letterKeys } from "../../browser/settings.ts";

export const KEYED_OPTIONS = 9;

/** The number key of an option, for the eye; options beyond the ninth have none. */
export function OptionKey({ index }: { readonly index: number }) {
  if (index >= KEYED_OPTIONS || !letterKeys.value) return null;
  return (
    <span class="option-key" aria-hidden="true">
      <kbd>{index + 1}</kbd>
    </span>
  );
}

/** As `aria-keyshortcuts` wants it. */
export function optionShortcut(index: number): string | undefined {
  return index < KEYED_OPTIONS ? String(index + 1) : undefined;
}

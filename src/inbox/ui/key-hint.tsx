import { letterKeys } from "../browser/settings.ts";

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform);
const SIGNS: Readonly<Record<string, string>> = {
  Mod: IS_MAC ? "⌘" : "Ctrl",
  Shift: "⇧",
  Enter: "↵",
  Escape: "Esc",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
};

interface Props {
  readonly keys: string;
  /** Also if letter keys are switched off. */
  readonly always?: boolean;
}

/**
 * The keys of a command, for display: screen readers know them from `aria-keyshortcuts` and the key
 * sheet.
 */
export function KeyHint({ keys, always = false }: Props) {
  if (!always && !letterKeys.value && !keys.includes("Mod")) return null;
  const parts = keys.split(/[+ ]/).map((key) => SIGNS[key] ?? key.toUpperCase());
  return (
    <span class="key-hint" dir="ltr" aria-hidden="true">
      {parts.map((part) => (
        <kbd key={part}>{part}</kbd>
      ))}
    </span>
  );
}

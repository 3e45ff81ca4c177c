import type { ButtonHTMLAttributes, ComponentChildren } from "preact";
import type { KnownKey } from "../browser/key-table.ts";
import { KeyHint } from "./key-hint.tsx";

interface Props extends ButtonHTMLAttributes {
  readonly kind?: "primary" | "danger" | "quiet" | undefined;
  /** The key that does the same, shown on the button. */
  readonly keyHint?: string;
  /** The same for screen readers. */
  readonly shortcut?: KnownKey;
  /** The action is under way: the button keeps its place and focus, and a press does nothing. */
  readonly busy?: boolean;
  readonly children?: ComponentChildren;
}

export function Button({
  kind,
  shortcut,
  keyHint = shortcut?.key,
  busy = false,
  children,
  onClick,
  ...rest
}: Props) {
  const classes = ["button", kind ?? "", String(rest.class ?? "")].filter((name) => name !== "");
  return (
    <button
      type="button"
      aria-keyshortcuts={shortcut?.key}
      {...rest}
      class={classes.join(" ")}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {children}
      {keyHint === undefined ? null : <KeyHint keys={keyHint} />}
    </button>
  );
}

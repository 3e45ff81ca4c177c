import type { ButtonHTMLAttributes, ComponentChildren } from "preact";
import { KeyHint } from "./key-hint.tsx";

interface Props extends ButtonHTMLAttributes {
  readonly kind?: "primary" | "danger" | "quiet";
  /** The key that does the same. */
  readonly keyHint?: string;
  /** It works on it: it keeps its place and its focus, and a press does nothing. */
  readonly busy?: boolean;
  readonly children?: ComponentChildren;
}

export function Button({ kind, keyHint, busy = false, children, onClick, ...rest }: Props) {
  const classes = ["button", kind ?? "", String(rest.class ?? "")].filter((name) => name !== "");
  return (
    <button
      type="button"
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

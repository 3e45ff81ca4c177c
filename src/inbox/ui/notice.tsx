import type { ComponentChildren } from "preact";

interface Props {
  readonly kind: "info" | "warn" | "error" | "good";
  readonly children: ComponentChildren;
}

const SIGNS = { info: "i", warn: "!", error: "!", good: "✓" } as const;

/** A message beside what it is about; an error is announced at once. */
export function Notice({ kind, children }: Props) {
  return (
    <div class={`notice notice-${kind}`} role={kind === "error" ? "alert" : "status"}>
      <span class="notice-sign" aria-hidden="true">
        {SIGNS[kind]}
      </span>
      <div>{children}</div>
    </div>
  );
}

import type { ComponentChildren } from "preact";

export function Mono({ children }: { readonly children: ComponentChildren }) {
  return <span class="mono">{children}</span>;
}

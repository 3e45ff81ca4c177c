import { EarshotFrame, type EmbedKind } from "./element.ts";

export type { EarshotElement } from "./element.ts";

const ELEMENTS: Readonly<Record<string, EmbedKind>> = {
  "earshot-request": "request",
  "earshot-inbox": "inbox",
};

/**
 * Makes `<earshot-request>` and `<earshot-inbox>` known to this page; once is enough. `server` is the
 * address of Earshot, for elements that name none.
 *
 * @example
 * ```ts
 * import { defineEarshot } from "earshot/embed";
 *
 * defineEarshot({ server: "https://earshot.example.com" });
 * ```
 */
export function defineEarshot({ server }: { readonly server?: string } = {}): void {
  for (const [name, kind] of Object.entries(ELEMENTS)) {
    if (customElements.get(name) !== undefined) continue;
    customElements.define(
      name,
      class extends EarshotFrame {
        readonly kind = kind;
        readonly home = server;
      },
    );
  }
}

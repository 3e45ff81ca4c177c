import type { Capabilities, Content, ContentBlock, Control } from "../../ports/channels/channel.ts";
import type { ShownControl } from "./channel-world.ts";

/** The text that a person reads on the fake platform. */
export function fakeText({ blocks, controls }: Content): string {
  const hints = controls.flatMap((control) => (control.kind === "reply" ? [control.hint] : []));
  return [...blocks.map(blockText), ...hints].join("\n");
}

function blockText(block: ContentBlock): string {
  switch (block.kind) {
    case "title":
    case "note":
      return block.text;
    case "said":
      return `${block.by}: ${block.text}`;
    case "facts":
      return block.facts.map(({ label, value }) => `${label}: ${value}`).join("\n");
    case "lines":
      return [`${block.label}:`, ...block.lines].join("\n");
    case "link":
      return `${block.label}: ${block.url}`;
  }
}

/** The controls that the platform can show. */
export function fakeControls(
  { controls }: Content,
  { buttons, forms }: Capabilities,
): readonly ShownControl[] {
  return controls.flatMap((control): readonly ShownControl[] => {
    if (control.kind === "reply") return [];
    if (control.kind === "form" ? !forms : !buttons) return [];
    return control.kind === "select" ? control.options.map(shown) : [shown(control)];
  });
}

function shown({ label, token }: ShownControl): ShownControl {
  return { label, token };
}

/** The select that an option belongs to. */
export function selectOf(
  controls: readonly Control[],
  token: string,
): Extract<Control, { kind: "select" }> | undefined {
  return controls
    .filter((control) => control.kind === "select")
    .find(({ options }) => options.some((option) => option.token === token));
}

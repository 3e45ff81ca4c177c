import type { Content, ContentBlock, Control } from "../../ports/channels/channel.ts";

/** UTF-16 units of all that a mail shows of the content, before it is escaped. */
export function contentSize({ blocks, controls }: Content): number {
  return sum(blocks.map(blockSize)) + sum(controls.map(controlSize));
}

function blockSize(block: ContentBlock): number {
  switch (block.kind) {
    case "title":
    case "note":
      return block.text.length;
    case "said":
      return block.by.length + block.text.length;
    case "facts":
      return sum(block.facts.map(({ label, value }) => label.length + value.length));
    case "lines":
      return block.label.length + sum(block.lines.map((line) => line.length + 1));
    case "link":
      return block.label.length + block.url.length;
  }
}

function controlSize(control: Control): number {
  return control.kind === "reply" ? control.hint.length : 0;
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}

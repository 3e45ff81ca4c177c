import type { Content, ContentBlock } from "../../ports/channels/channel.ts";

/** The same content with what is said as it was written, for a place where its blocks do not fit. */
export function withoutFormatting(content: Content): Content {
  return { ...content, blocks: content.blocks.map(bare) };
}

function bare(block: ContentBlock): ContentBlock {
  if (block.kind === "said") return { kind: block.kind, by: block.by, text: block.text };
  if (block.kind !== "lines") return block;
  return { kind: block.kind, label: block.label, lines: block.lines };
}

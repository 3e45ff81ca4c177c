import type { Content, ContentBlock } from "../../ports/channels/channel.ts";

/** The same content with what is said as it was written, for a place where its blocks do not fit. */
export function withoutFormatting(content: Content): Content {
  return { ...content, blocks: content.blocks.map(bare) };
}

function bare(block: ContentBlock): ContentBlock {
  if (block.kind !== "said") return block;
  const { by, kind, text } = block;
  return { kind, by, text };
}

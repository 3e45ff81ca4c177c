import type { Content, ContentBlock, WordBlock } from "../../ports/channels/channel.ts";
import { oneLine, visibleText } from "../../render/visible-text.ts";
import { plainLines } from "../../render/word-lines.ts";
import { controlLines } from "./mail-controls.ts";
import { isPageUrl } from "./page-url.ts";

/** The content as text. Words of others stand after bars, so that none of them look like ours. */
export function plainMail(content: Content, isRead: boolean): string {
  const parts = content.blocks.map(plainBlock);
  const controls = controlLines(content, isRead).join("\n");
  return `${[...parts, controls].filter((part) => part !== "").join("\n\n")}\n`;
}

function plainBlock(block: ContentBlock): string {
  switch (block.kind) {
    case "title":
    case "note":
      return visibleText(block.text);
    case "said":
      return `${oneLine(block.by, 200)}:\n${barred(wordsText(block.text, block.blocks))}`;
    case "facts":
      return block.facts.map(({ label, value }) => `${label}: ${inset(value)}`).join("\n");
    case "lines":
      return `${block.label}:\n${barred(wordsText(block.lines.join("\n"), block.blocks))}`;
    case "link":
      return isPageUrl(block.url) ? `${block.label}: ${block.url}` : "";
  }
}

/** Within what mail programs show without breaking it. */
const COLUMNS = 74;

function wordsText(text: string, blocks: readonly WordBlock[] | undefined): string {
  return blocks === undefined ? text : plainLines(blocks, { columns: COLUMNS }).join("\n");
}

function barred(text: string): string {
  return visibleText(text)
    .split("\n")
    .map((line) => `| ${line}`)
    .join("\n");
}

function inset(value: string): string {
  const lines = visibleText(value).split("\n");
  return lines.length === 1 ? (lines[0] ?? "") : `\n${barred(value)}`;
}

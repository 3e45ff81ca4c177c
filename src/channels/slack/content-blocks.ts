import type { ContentBlock } from "../../ports/channels/channel.ts";
import { type Block, type Part, plainSection, plainText, smallText } from "./block.ts";
import { LIMITS } from "./slack-limits.ts";
import { escapeInPieces, escapeText, escapeUpTo } from "./slack-text.ts";
import { wordsPart } from "./word-elements.ts";

type Of<K extends ContentBlock["kind"]> = Extract<ContentBlock, { kind: K }>;

/** One thing to show as blocks, each within Slack's limits. */
export function contentPart(block: ContentBlock): Part {
  switch (block.kind) {
    case "title":
      return titlePart(block.text);
    case "note":
      return textPart(block.text, smallText);
    case "said": {
      const by = block.by === "" ? "" : `${block.by}:`;
      const words = block.blocks;
      return joined(
        textPart(by, smallText),
        words === undefined ? textPart(block.text, plainSection) : wordsPart(words),
      );
    }
    case "facts":
      return textPart(factLines(block), plainSection);
    case "lines": {
      const label = textPart(block.label, smallText);
      const words = block.blocks;
      return joined(
        label,
        words === undefined ? textPart(block.lines.join("\n"), fixedWidth) : wordsPart(words),
      );
    }
    case "link":
      return linkPart(block);
  }
}

function joined(first: Part, second: Part): Part {
  return {
    blocks: [...first.blocks, ...second.blocks],
    isWhole: first.isWhole && second.isWhole,
  };
}

/** Slack refuses blank texts, so a blank piece within a longer text is lost. */
function textPart(text: string, blockOf: (escaped: string) => Block): Part {
  const pieces = escapeInPieces(text, LIMITS.section);
  const shown = pieces.filter((piece) => piece.trim() !== "");
  const isWhole = shown.length === 0 || shown.length === pieces.length;
  return { blocks: shown.map(blockOf), isWhole };
}

function titlePart(text: string): Part {
  const isShort = escapeText(text).length <= LIMITS.header;
  return textPart(text, isShort ? header : plainSection);
}

function header(escaped: string): Block {
  return { type: "header", text: plainText(escaped) };
}

/** Rich text has structure instead of markup, so no content can end the fixed width. */
function fixedWidth(text: string): Block {
  const element = { type: "rich_text_preformatted", elements: [{ type: "text", text }] };
  return { type: "rich_text", elements: [element] };
}

/** Further lines are indented, so that a value cannot look like another label. */
function factLines({ facts }: Of<"facts">): string {
  return facts
    .map(({ label, value }) => `${label}: ${value.replaceAll("\n", "\n        ")}`)
    .join("\n");
}

/** Links only web addresses, whose encoding leaves nothing that would end the link early. */
function linkPart({ label, url }: Of<"link">): Part {
  const target = webAddress(url);
  if (target === undefined) return { blocks: [], isWhole: false };
  const shown = escapeUpTo(label.replace(/[|*_~`\n]/g, " "), 300);
  const text = `<${target}|${shown.text}>`;
  if (text.length > LIMITS.section) return { blocks: [], isWhole: false };
  const block: Block = { type: "section", text: { type: "mrkdwn", text, verbatim: true } };
  return { blocks: [block], isWhole: shown.isWhole };
}

function webAddress(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { href, protocol } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:") return undefined;
  return escapeText(href.replaceAll("|", "%7C"));
}

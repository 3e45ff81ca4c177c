import type { Content, ContentBlock, WordBlock } from "../../ports/channels/channel.ts";
import { oneLine } from "../../render/visible-text.ts";
import { escaped, inert } from "./html-text.ts";
import { htmlWords } from "./html-words.ts";
import { controlLines } from "./mail-controls.ts";
import { isPageUrl } from "./page-url.ts";

const BODY = "font-family:sans-serif;font-size:15px;line-height:1.5;max-width:40em";
const KEPT = "white-space:pre-wrap;overflow-wrap:anywhere";

/** The content as HTML: everything escaped, nothing remote, and no link except to our own page. */
export function htmlMail(content: Content, isRead: boolean): string {
  const blocks = content.blocks.map(htmlBlock);
  const controls = controlLines(content, isRead).map((line) => `<p>${inert(line)}</p>`);
  return `<!doctype html><html><head><meta charset="utf-8"></head><body style="${BODY}">\n${[...blocks, ...controls].join("\n")}\n</body></html>\n`;
}

function htmlBlock(block: ContentBlock): string {
  switch (block.kind) {
    case "title":
      return `<h2 style="font-size:18px;${KEPT}">${inert(block.text)}</h2>`;
    case "note":
      return `<p style="color:#555;font-size:13px;${KEPT}">${inert(block.text)}</p>`;
    case "said":
      return saidHtml(oneLine(block.by, 200), wordsHtml(block.text, block.blocks));
    case "facts":
      return block.facts.map(htmlFact).join("\n");
    case "lines":
      if (block.blocks !== undefined) return saidHtml(block.label, htmlWords(block.blocks));
      return `<p>${inert(block.label)}:</p>\n<pre style="background:#f4f4f4;padding:8px;${KEPT}">${inert(block.lines.join("\n"))}</pre>`;
    case "link":
      return isPageUrl(block.url)
        ? `<p><a href="${escaped(block.url)}">${inert(block.label)}</a></p>`
        : "";
  }
}

function saidHtml(label: string, html: string): string {
  return `<p>${inert(label)}:</p>\n<div style="border-left:3px solid #bbb;padding-left:12px;${KEPT}">${html}</div>`;
}

function wordsHtml(text: string, blocks: readonly WordBlock[] | undefined): string {
  return blocks === undefined ? inert(text) : htmlWords(blocks);
}

function htmlFact({ label, value }: { readonly label: string; readonly value: string }): string {
  return `<p style="margin:4px 0;${KEPT}"><b>${inert(label)}:</b> ${inert(value)}</p>`;
}

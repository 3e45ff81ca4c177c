import type { Run, WordBlock, WordItem } from "../../ports/channels/channel.ts";
import { inert } from "./html-text.ts";

const CODE = "font-family:monospace;background:#f4f4f4";
const PARAGRAPH = "margin:0 0 8px";
const CELL = "border:1px solid #ccc;padding:4px 8px;text-align:left;vertical-align:top";

/**
 * What an agent says as HTML. It has no headings and links of its own, so that nothing in it looks
 * like a part of the mail.
 */
export function htmlWords(blocks: readonly WordBlock[]): string {
  // Line ends between them would be shown.
  return blocks.map(htmlBlock).join("");
}

function htmlBlock(block: WordBlock): string {
  switch (block.kind) {
    case "paragraph":
      return `<p style="${PARAGRAPH}">${htmlRuns(block.runs)}</p>`;
    case "heading":
      return `<p style="${PARAGRAPH}"><b>${htmlRuns(block.runs)}</b></p>`;
    case "code":
      return `${codeName(block.language)}<pre style="${CODE};padding:8px;white-space:pre-wrap">${inert(block.text)}</pre>`;
    case "quote":
      return `<blockquote style="margin:0 0 8px;border-left:2px solid #ccc;padding-left:8px">${htmlWords(block.blocks)}</blockquote>`;
    case "list":
      return `<div style="${PARAGRAPH}">${block.items.map(htmlItem).join("")}</div>`;
    case "table":
      return `<table style="border-collapse:collapse;margin:0 0 8px">${block.rows.map(htmlRow).join("")}</table>`;
    case "rule":
      return `<hr style="border:0;border-top:1px solid #ccc">`;
  }
}

function codeName(language = ""): string {
  return language === ""
    ? ""
    : `<p style="margin:0;color:#555;font-size:13px">${inert(language)}</p>`;
}

/** With its sign as text, since an agent numbers its items as it likes. */
function htmlItem({ sign, blocks }: WordItem): string {
  const [first, ...more] = blocks;
  const isText = first?.kind === "paragraph";
  const begin = isText ? htmlRuns(first.runs) : "";
  return `<div style="margin:0 0 4px 16px">${inert(sign)} ${begin}${htmlWords(isText ? more : blocks)}</div>`;
}

function htmlRow(cells: readonly (readonly Run[])[], index: number): string {
  const tag = index === 0 ? "th" : "td";
  const made = cells.map((runs) => `<${tag} style="${CELL}">${htmlRuns(runs)}</${tag}>`);
  return `<tr>${made.join("")}</tr>`;
}

function htmlRuns(runs: readonly Run[]): string {
  return runs.map(htmlRun).join("");
}

function htmlRun({ text, isStrong, isEmphasis, isCode }: Run): string {
  const plain = inert(text);
  const coded = isCode ? `<code style="${CODE}">${plain}</code>` : plain;
  const emphatic = isEmphasis ? `<i>${coded}</i>` : coded;
  return isStrong ? `<b>${emphatic}</b>` : emphatic;
}

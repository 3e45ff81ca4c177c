import type { ContentBlock } from "../../ports/channels/channel.ts";
import { visibleText } from "../../render/visible-text.ts";
import { wholeLabel } from "./choice-label.ts";
import { fixedText, inertWords } from "./inert-words.ts";
import { joined, plainText, type TelegramText } from "./telegram-text.ts";

/** One block as Telegram shows it; what an agent or a person says is of fixed width, and so inert. */
export function blockText(block: ContentBlock): TelegramText {
  switch (block.kind) {
    case "title":
      return inertWords(block.text, "bold");
    case "note":
      return inertWords(block.text, "italic");
    case "said":
      return underLabel(block.by, block.text);
    case "lines":
      return underLabel(block.label, block.lines.join("\n"));
    case "facts":
      return fixedText(block.facts.map(factLine).join("\n"), "pre");
    case "link":
      return linkText(block);
  }
}

function underLabel(label: string, text: string): TelegramText {
  const head = inertWords(`${wholeLabel(label)}:`, "bold");
  return joined([head, fixedText(text, "pre")], "\n");
}

/** What follows the first line is set in, so that no value can pass for another fact. */
function factLine({ label, value }: { readonly label: string; readonly value: string }): string {
  return `${wholeLabel(label)}: ${visibleText(value).replaceAll("\n", "\n  ")}`;
}

function linkText({ label, url }: Extract<ContentBlock, { kind: "link" }>): TelegramText {
  const head = inertWords(`${wholeLabel(label)}:`, "bold");
  const shown = visibleText(url, { keepLines: false });
  const target: TelegramText = {
    text: shown,
    entities: isWebLink(shown)
      ? [{ type: "text_link", offset: 0, length: shown.length, url: shown }]
      : [{ type: "code", offset: 0, length: shown.length }],
  };
  return joined([head, shown === "" ? plainText("") : target], " ");
}

function isWebLink(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

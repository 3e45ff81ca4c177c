import type { Content } from "../../ports/channels/channel.ts";

/** The first page that the content links to. */
export function pageUrl({ blocks }: Content): string | undefined {
  for (const block of blocks) {
    if (block.kind === "link" && isPageUrl(block.url)) return block.url;
  }
  return undefined;
}

/** Whether a mail may link there: to a page, but not to a program or a mail. */
export function isPageUrl(url: string): boolean {
  return /^https?:\/\/[^\s"'<>]+$/.test(url) && URL.canParse(url);
}

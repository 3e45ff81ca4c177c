import type { JsonObject } from "../../domain/json.ts";

/** A block of Block Kit, as it is sent. */
export type Block = JsonObject & { readonly type: string };

/** Blocks that belong together, and whether they show everything they stand for. */
export interface Part {
  readonly blocks: readonly Block[];
  readonly isWhole: boolean;
}

/** Without markup, mentions, links and emoji names, so that people read exactly this text. */
export function plainText(escaped: string): JsonObject {
  return { type: "plain_text", text: escaped, emoji: false };
}

/** Shown in full, where Slack would otherwise fold a long text under "see more". */
export function plainSection(escaped: string): Block {
  return { type: "section", expand: true, text: plainText(escaped) };
}

export function smallText(escaped: string): Block {
  return { type: "context", elements: [plainText(escaped)] };
}

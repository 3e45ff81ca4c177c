import type { Content, ContentBlock } from "../../ports/channels/channel.ts";
import { plainLines } from "../../render/word-lines.ts";
import { withoutFormatting } from "../../render/words/without-formatting.ts";
import { type Block, type Part, smallText } from "./block.ts";
import { contentPart } from "./content-blocks.ts";
import { controlParts } from "./control-blocks.ts";
import { LIMITS } from "./slack-limits.ts";
import { escapeUpTo } from "./slack-text.ts";

/** A message as it is sent; `isWhole` says that no content is cut or left out. */
export interface Message {
  readonly blocks: readonly Block[];
  /** Shown in notifications, and by clients without blocks. */
  readonly text: string;
  readonly isWhole: boolean;
}

interface Room {
  blocks: number;
  chars: number;
}

const MORE = smallText("…");

/**
 * Links and controls keep their places. Of the rest, the last parts are cut first. Words whose
 * formatting has no room are shown as they were written.
 */
export function messageOf(content: Content): Message {
  const message = laidOut(content);
  return message.isWhole ? message : { ...laidOut(withoutFormatting(content)), text: message.text };
}

function laidOut(whole: Content): Message {
  const { blocks: content } = whole;
  const parts = content.map((block) => ({ block, part: contentPart(block) }));
  const room: Room = { blocks: LIMITS.blocks - 1, chars: LIMITS.message };
  const links = parts.filter(({ block }) => block.kind === "link").map(({ part }) => part);
  const kept = [...links, ...controlParts(whole)].map((part) => taken(part, room));
  const keptLinks = kept.slice(0, links.length);
  const keptControls = kept.slice(links.length);
  let isCut = false;
  const shown = parts.map(({ block, part }) => {
    if (block.kind === "link") return keptLinks.shift() ?? part;
    if (isCut) return { blocks: [], isWhole: false };
    const cut = cutTo(part, room);
    isCut = cut.blocks.length < part.blocks.length;
    return isCut ? { blocks: [...cut.blocks, MORE], isWhole: false } : cut;
  });
  const all = [...shown, ...keptControls];
  return {
    blocks: all.flatMap(({ blocks }) => blocks),
    text: fallbackOf(whole),
    isWhole: all.every(({ isWhole }) => isWhole),
  };
}

/** All of it or nothing. */
function taken(part: Part, room: Room): Part {
  const chars = part.blocks.reduce((sum, block) => sum + sizeOf(block), 0);
  if (part.blocks.length > room.blocks || chars > room.chars) return { blocks: [], isWhole: false };
  room.blocks -= part.blocks.length;
  room.chars -= chars;
  return part;
}

function cutTo(part: Part, room: Room): Part {
  const blocks: Block[] = [];
  for (const block of part.blocks) {
    const size = sizeOf(block);
    if (room.blocks === 0 || size > room.chars) break;
    room.blocks -= 1;
    room.chars -= size;
    blocks.push(block);
  }
  return { blocks, isWhole: part.isWhole && blocks.length === part.blocks.length };
}

/** The size of the text within, without the block's own structure. */
function sizeOf(block: Block): number {
  let size = 0;
  JSON.stringify(block, (key, value: unknown) => {
    if (key === "text" && typeof value === "string") size += value.length;
    return value;
  });
  return size;
}

function fallbackOf(content: Content): string {
  const text = noticeOf(content).join("\n").trim();
  return escapeUpTo(text || "Earshot", LIMITS.fallback).text;
}

function noticeOf({ blocks, opens, subject }: Content): readonly string[] {
  if (opens === "subject" && subject !== undefined) return [subject];
  const asked = opens === "said" ? blocks.find(({ kind }) => kind === "said") : undefined;
  if (asked?.kind === "said") {
    const [first] = blocks;
    return [wordsOf(asked), first?.kind === "title" ? first.text : asked.by];
  }
  return blocks.flatMap((block) => {
    if (block.kind === "title" || block.kind === "note") return [block.text];
    return block.kind === "said" ? [`${block.by}: ${wordsOf(block)}`] : [];
  });
}

/** In a notification nothing is formatted, so the signs of Markdown would only be in the way. */
function wordsOf({ text, blocks }: Extract<ContentBlock, { kind: "said" }>): string {
  return blocks === undefined ? text : plainLines(blocks, { isStyled: true }).join("\n");
}

import type { Content } from "../../ports/channels/channel.ts";
import { blockText } from "./block-text.ts";
import type { InlineKeyboard } from "./bot-api.ts";
import { controlTexts } from "./control-text.ts";
import { keyboardOf } from "./keyboard.ts";
import { cutTo, isWithin, joined, MOST_UNITS, type TelegramText } from "./telegram-text.ts";

export interface RenderedContent extends TelegramText {
  readonly keyboard: InlineKeyboard;
  /** Whether all of the content is shown, and each control with its whole label. */
  readonly isWhole: boolean;
}

interface Part {
  readonly shown: TelegramText;
  /** Of a text that is too long, links and what to do stay. */
  readonly isKept: boolean;
}

const NOTHING: TelegramText = { text: "(empty)", entities: [] };

/** The content as one message of Telegram. What has no room ends in "…". */
export function renderContent({ blocks, controls }: Content): RenderedContent {
  const parts: readonly Part[] = [
    ...blocks.map((block) => ({ shown: blockText(block), isKept: block.kind === "link" })),
    ...controlTexts(controls).map((shown) => ({ shown, isKept: true })),
  ].filter(({ shown }) => shown.text.trim() !== "");
  const whole = joinedLines(parts.map(({ shown }) => shown));
  const { rows, isWhole } = keyboardOf(controls);
  const isAllThere = isWithin(whole, MOST_UNITS);
  const { text, entities } = isAllThere ? whole : cutParts(parts);
  const { text: said } = text === "" ? NOTHING : { text };
  return { text: said, entities, keyboard: rows, isWhole: isWhole && isAllThere };
}

function joinedLines(parts: readonly TelegramText[]): TelegramText {
  return joined(
    parts.filter(({ text }) => text !== ""),
    "\n",
  );
}

/** What is kept takes its room first; of the others, those that come first. */
function cutParts(parts: readonly Part[]): TelegramText {
  const others = joinedLines(parts.filter(({ isKept }) => !isKept).map(({ shown }) => shown));
  const kept = joinedLines(parts.filter(({ isKept }) => isKept).map(({ shown }) => shown));
  const end = cutTo(kept, MOST_UNITS / 2);
  const room = MOST_UNITS - end.text.length - 1;
  const cut = joinedLines([cutTo(others, room), end]);
  return cutTo(cut, MOST_UNITS);
}

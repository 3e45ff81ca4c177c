import type { Run, WordBlock } from "../../ports/channels/channel.ts";
import { type Line, plainLines, wordLines } from "../../render/word-lines.ts";
import type { MessageEntity } from "./bot-api.ts";
import { aliveRanges } from "./inert-words.ts";
import type { TelegramText } from "./telegram-text.ts";

/** Fits the width of a phone without breaking the lines of a table. */
const TABLE_COLUMNS = 36;
/** Some are left for the labels around it. */
const MOST_ENTITIES = 60;

/** How one UTF-16 unit is shown: with which styles, or in which block of code. */
type Look = "plain" | "bold" | "italic" | "both" | "code" | Pre;

interface Pre {
  readonly language?: string;
}

interface Piece {
  readonly text: string;
  readonly look: Look;
}

/**
 * What an agent says with Telegram's entities. Whatever Telegram would bring to life has a fixed
 * width, also where its parts have different styles. Undefined if that takes too many entities.
 */
export function wordText(blocks: readonly WordBlock[]): TelegramText | undefined {
  const pieces = blocks.flatMap((block, index) => [
    ...(index === 0 ? [] : [{ text: "\n\n", look: "plain" } as const]),
    ...piecesOf(block),
  ]);
  const text = pieces.map((piece) => piece.text).join("");
  const looks = pieces.flatMap((piece) => Array<Look>(piece.text.length).fill(piece.look));
  for (const { from, to } of aliveRanges(text)) {
    for (let at = from; at < to; at += 1) {
      if (typeof looks[at] === "string") looks[at] = "code";
    }
  }
  const entities = entitiesOf(looks);
  return entities.length > MOST_ENTITIES ? undefined : { text, entities };
}

function piecesOf(block: WordBlock): readonly Piece[] {
  if (block.kind === "code") {
    const { language = "", text } = block;
    return [{ text, look: language === "" ? {} : { language } }];
  }
  if (block.kind === "table") {
    return [{ text: plainLines([block], { columns: TABLE_COLUMNS }).join("\n"), look: {} }];
  }
  return wordLines([block], { isStyled: true }).flatMap(linePieces);
}

function linePieces({ runs }: Line, index: number): readonly Piece[] {
  const pieces = runs.map((run) => ({ text: run.text, look: lookOf(run) }));
  return index === 0 ? pieces : [{ text: "\n", look: "plain" }, ...pieces];
}

function lookOf({ isStrong, isEmphasis, isCode, isAddress }: Run): Look {
  if (isCode || isAddress) return "code";
  if (isStrong) return isEmphasis ? "both" : "bold";
  return isEmphasis ? "italic" : "plain";
}

function entitiesOf(looks: readonly Look[]): readonly MessageEntity[] {
  const entities: MessageEntity[] = [];
  let from = 0;
  for (let at = 1; at <= looks.length; at += 1) {
    if (looks[at] === looks[from]) continue;
    for (const entity of entitiesFor(looks[from] ?? "plain")) {
      entities.push({ ...entity, offset: from, length: at - from });
    }
    from = at;
  }
  return entities;
}

function entitiesFor(look: Look) {
  if (typeof look !== "string") return [{ type: "pre", ...look } as const];
  switch (look) {
    case "plain":
      return [];
    case "both":
      return [{ type: "bold" } as const, { type: "italic" } as const];
    default:
      return [{ type: look } as const];
  }
}

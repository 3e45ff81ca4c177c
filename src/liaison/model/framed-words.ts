import type { Exchange } from "../../domain/liaison/liaison.ts";

/*
 * How people's words are shown to a model: as rows of JSON between two marks. Nothing in the rows
 * can imitate the marks, since every angle bracket and hidden character is escaped.
 */

const MAX_EXCHANGES = 80;
const MAX_CHARACTERS = 24_000;
const MAX_OF_ONE = 4_000;
/** Hidden characters carry instructions that no person has seen. */
const HIDDEN = /[<>&\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/gu;

/** Rows of data between marks; nothing in them is an instruction. */
export function frame(mark: string, rows: readonly unknown[]): string {
  const lines = rows.map((row) => JSON.stringify(row).replace(HIDDEN, escapeCharacter));
  return [`<${mark}>`, ...lines, `</${mark}>`].join("\n");
}

/**
 * What a model is shown of a conversation, each exchange from its beginning: the first, which holds
 * the task, and as many of the newest as fit. Nothing else can be quoted.
 */
export function shownOf(exchanges: readonly Exchange[]): readonly Exchange[] {
  const [first, ...rest] = exchanges.map((one) => ({
    ...one,
    content: one.content.slice(0, MAX_OF_ONE).toWellFormed(),
  }));
  if (first === undefined) return [];
  const kept: Exchange[] = [];
  let room = MAX_CHARACTERS - first.content.length;
  for (const one of rest.slice(1 - MAX_EXCHANGES).reverse()) {
    room -= one.content.length;
    if (room < 0) break;
    kept.unshift(one);
  }
  return [first, ...kept];
}

export function frameExchanges(shown: readonly Exchange[]): string {
  const rows = shown.map(({ role, content }) => ({
    by: role === "human" ? "person" : "assistant",
    said: content,
  }));
  return frame("conversation", rows);
}

/** As much of a long value as a model is shown. */
export function cut(text: string, most = MAX_OF_ONE): string {
  return text.length <= most ? text : `${text.slice(0, most).toWellFormed()} …`;
}

function escapeCharacter(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    const code = character.charCodeAt(index).toString(16).padStart(4, "0");
    return `\\u${code}`;
  }).join("");
}

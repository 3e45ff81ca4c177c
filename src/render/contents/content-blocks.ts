import { present } from "../../domain/present.ts";
import type { Content, ContentBlock } from "../../ports/channels/channel.ts";
import { headline } from "../headline.ts";
import type { RenderMessages } from "../messages/messages.ts";
import { readWords } from "../read-words.ts";
import { oneLine, visibleText } from "../visible-text.ts";

/* Blocks of a channel's content, with nothing hidden in any of them. */

const NAME_CHARS = 80;
const SUBJECT_CHARS = 80;
const SUBJECT_NAME_CHARS = 30;

/** What a channel says beside it comes in the same language. */
export function inLanguage({ language }: RenderMessages, content: Content): Content {
  return language === "en" ? content : { ...content, language };
}

export function title(text: string): ContentBlock {
  return { kind: "title", text };
}

export function note(text: string): ContentBlock {
  return { kind: "note", text };
}

/** The words of a person, as they are. */
export function said(by: string, text: string): ContentBlock {
  return { kind: "said", by: shownName(by), text: visibleText(text) };
}

/** The words of an agent, whose Markdown is read. */
export function agentSaid(by: string, text: string): ContentBlock {
  return { ...said(by, text), ...present({ blocks: readWords(text) }) };
}

export function lines(label: string, texts: readonly string[]): ContentBlock {
  const shown = texts.map((text) => visibleText(text, { keepLines: false }));
  return { kind: "lines", label, lines: shown };
}

export function fact(label: string, value: string): { label: string; value: string } {
  return { label, value: visibleText(value, { keepLines: false }) };
}

export function link(label: string, url: string): ContentBlock {
  return { kind: "link", label, url };
}

/** A line of what somebody says, with their name, for places that do not show it. */
export function subjectOf(by: string, text: string): string {
  return `${headline(text, SUBJECT_CHARS)} (${oneLine(by, SUBJECT_NAME_CHARS)})`;
}

export function shownName(name: string): string {
  return oneLine(name, NAME_CHARS);
}

import type { Content } from "../../ports/channel.ts";
import { oneLine } from "../../render/visible-text.ts";

const MOST_SUBJECT = 120;

/** One line whatever stands in the title, so that it can begin no other header. */
export function mailSubject({ blocks }: Content, prefix = ""): string {
  const title = blocks.find(({ kind }) => kind === "title");
  const text = title?.kind === "title" ? oneLine(title.text, MOST_SUBJECT) : "";
  return oneLine(`${prefix}${text === "" ? "Earshot" : text}`, MOST_SUBJECT);
}

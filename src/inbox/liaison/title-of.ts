import type { Liaison } from "../../domain/liaison/liaison.ts";
import { oneLine } from "../../render/visible-text.ts";
import { say } from "./messages/messages.ts";

const WIDTH = 120;

/** Its title on one line, or a stand-in if it has none. */
export function titleOf({ title, id, erasedAt }: Liaison): string {
  if (erasedAt !== undefined) return say("erased-of", { id: id.slice(-6) });
  const text = oneLine(title, WIDTH);
  return text === "" ? say("conversation-of", { id: id.slice(-6) }) : text;
}

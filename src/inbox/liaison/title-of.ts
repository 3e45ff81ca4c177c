import type { Liaison } from "../../domain/liaison/liaison.ts";
import { headline } from "../../render/headline.ts";
import { say } from "./messages/messages.ts";

const WIDTH = 120;

/** Its title on one line, or a stand-in if it has none. */
export function titleOf({ title, id, erasedAt }: Liaison): string {
  if (erasedAt !== undefined) return say("erased-of", { id: id.slice(-6) });
  const text = headline(title, WIDTH);
  return text === "" ? say("conversation-of", { id: id.slice(-6) }) : text;
}

import type { Content } from "../../ports/channels/channel.ts";
import { oneLine } from "../../render/visible-text.ts";
import { wordsOf } from "../messages/messages.ts";
import { pageUrl } from "./page-url.ts";

/**
 * What a mail says instead of showing controls. It has no button and no link that decides, because
 * scanners open every link of a mail before its reader does.
 */
export function controlLines(content: Content, isRead: boolean): readonly string[] {
  const hints = content.controls.flatMap((control) =>
    control.kind === "reply" && isRead ? [oneLine(control.hint, 400)] : [],
  );
  if (content.controls.every(({ kind }) => kind === "reply")) return hints;
  const url = pageUrl(content);
  const words = wordsOf(content);
  const place = url === undefined ? words.say("decide.own") : words.say("decide.page", { url });
  return [...hints, place];
}

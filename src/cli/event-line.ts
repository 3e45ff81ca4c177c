import type { Event } from "../domain/event.ts";
import { oneLine } from "../render/visible-text.ts";
import type { Style } from "./output.ts";

/** An event on one line, for people. */
export function eventLine(event: Event, style: Style): string {
  const { seq, at, type, subject, actor, data } = event;
  const who = actor ?? (type === "request.expired" ? "time" : "Earshot");
  const via = data?.via === undefined ? "" : ` via ${data.via}`;
  const named = data?.name === undefined ? "" : ` ${oneLine(data.name, 40)}`;
  return `${String(seq).padStart(6)}  ${style.dim(at)}  ${type.padEnd(22)} ${subject}${named}  ${style.dim(`by ${who}${via}`)}`;
}

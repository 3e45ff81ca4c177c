import { formatDuration } from "../../domain/duration.ts";
import type { Address } from "../../domain/hub/delivery.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { ShownDelivery } from "../../ports/earshot/hub.ts";
import { oneLine } from "../../render/visible-text.ts";
import type { Output } from "../terminal/output.ts";
import { heldWords } from "./held-words.ts";

const DEFAULT_WIDTH = 80;
const INDENT = "  ";

/** One delivery, and below it why it has not arrived yet. */
export function deliveryLine(
  delivery: ShownDelivery,
  { style, columns = DEFAULT_WIDTH }: Pick<Output, "style" | "columns">,
  now: number,
): string {
  const { id, status, address, createdAt } = delivery;
  const age = formatDuration(now - toMs(createdAt)).padStart(7);
  const head = `${id}  ${status.padEnd(7)} ${age}  `;
  const room = Math.max(columns - head.length, 20);
  const first = `${style.dim(head)}${addressText(address, room)}`;
  const why = whyNot(delivery);
  return why === undefined
    ? first
    : `${first}\n${INDENT}${oneLine(why, Math.max(columns - INDENT.length, 40))}`;
}

/** `slack C0123`, followed by the thread. */
export function addressText({ channel, chatId, threadId }: Address, width: number): string {
  return oneLine(`${channel} ${chatId}${threadId === undefined ? "" : `/${threadId}`}`, width);
}

function whyNot(delivery: ShownDelivery): string | undefined {
  const { status, error, heldFor, createdAt, dueAt = createdAt } = delivery;
  if (status !== "failed" && status !== "queued") return undefined;
  if (error !== undefined) return `${error.code.replace("_", " ")}: ${error.message}`;
  if (heldFor === undefined) return undefined;
  return heldWords({ heldFor, at: dueAt });
}

import type { Link } from "../../domain/hub/link.ts";
import { oneLine } from "../../render/visible-text.ts";
import { addressText } from "./delivery-line.ts";

const ADDRESS_WIDTH = 24;
const NAME_WIDTH = 16;
const OTHERS_WIDTH = 56;

/**
 * One link; an operator is reached first at the link with the lowest number. Not cut if there is no
 * terminal width to fit.
 */
export function linkLine(link: Link, columns: number | undefined): string {
  const whose = link.operator === undefined ? "chat" : `#${link.rank}`;
  const room = columns === undefined ? Number.MAX_SAFE_INTEGER : columns - OTHERS_WIDTH;
  const address = addressText(link, Math.max(room, ADDRESS_WIDTH)).padEnd(ADDRESS_WIDTH);
  return `${link.id}  ${whose.padEnd(4)}  ${address}  ${oneLine(link.name, NAME_WIDTH)}`;
}

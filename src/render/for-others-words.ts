import type { ForOthers, ShownRequest } from "../domain/requests/request.ts";
import { oneLine } from "./visible-text.ts";

const NAMED = 3;
const NAME_CHARS = 40;
const WHY_CHARS = 160;

/** Who can decide it; if nobody can at the moment, why. */
export function whoDecides({ forOthers }: Pick<ShownRequest, "forOthers">): string {
  if (forOthers === undefined) return "you";
  return decidersOf(forOthers) ?? oneLine(forOthers.why, WHY_CHARS).replace(/\.$/, "");
}

/** "ana or ben"; undefined if nobody can. */
export function decidersOf({ deciders }: ForOthers): string | undefined {
  if (deciders.length === 0) return undefined;
  const names = deciders.slice(0, NAMED).map((name) => oneLine(name, NAME_CHARS));
  const more = deciders.length - names.length;
  return more === 0 ? names.join(" or ") : `${names.join(", ")} or ${more} others`;
}

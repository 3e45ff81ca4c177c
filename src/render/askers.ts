import { askerNames, type ShownRequest } from "../domain/requests/request.ts";
import { oneLine } from "./visible-text.ts";

type Asked = Pick<ShownRequest, "agentName" | "alsoAskedBy" | "keyRevoked" | "agentHalted">;

const NAME_CHARS = 80;
/** More names than this are too long for a head line; all of them are listed below it. */
const MOST_NAMED = 3;

/** Added to the name of an agent that may not hear the answer; empty for any other. */
export function askerMark({
  keyRevoked,
  agentHalted,
}: Pick<Asked, "keyRevoked" | "agentHalted">): string {
  const marks = [
    ...(agentHalted === true ? ["it is halted"] : []),
    ...(keyRevoked === true ? ["its key was revoked"] : []),
  ];
  return marks.length === 0 ? "" : ` (${marks.join(", ")})`;
}

/** Who asks, for a head line: "scout", "scout and rival", "4 agents", "scout (it is halted)". */
export function askersShort(asked: Asked): string {
  const names = askerNames(asked);
  if (names.length > MOST_NAMED) return `${names.length} agents`;
  return names.length === 1 ? listed(names) + askerMark(asked) : listed(names);
}

/** All others who ask the same: "rival and third"; undefined if there are none. */
export function otherAskers(asked: Asked): string | undefined {
  const names = askerNames(asked).slice(1);
  return names.length === 0 ? undefined : listed(names);
}

function listed(all: readonly string[]): string {
  const names = all.map((name) => oneLine(name, NAME_CHARS));
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}

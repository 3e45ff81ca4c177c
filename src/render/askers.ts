import { askerNames, type Request } from "../domain/request.ts";
import { oneLine } from "./visible-text.ts";

type Asked = Pick<Request, "agentName" | "alsoAskedBy">;

const NAME_CHARS = 80;
/** More names than these are no head line any more; all of them stand below it. */
const MOST_NAMED = 3;

/** Who asks, for a head line: "scout", "scout and rival", "4 agents". */
export function askersShort(asked: Asked): string {
  const names = askerNames(asked);
  return names.length > MOST_NAMED ? `${names.length} agents` : listed(names);
}

/** All others who ask the same: "rival and third"; undefined where nobody else does. */
export function otherAskers(asked: Asked): string | undefined {
  const names = askerNames(asked).slice(1);
  return names.length === 0 ? undefined : listed(names);
}

function listed(all: readonly string[]): string {
  const names = all.map((name) => oneLine(name, NAME_CHARS));
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}

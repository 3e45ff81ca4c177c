import { decisiveArgs } from "../authority/decisive-args.ts";
import { hazardsIn } from "../hazards/hazards.ts";
import { SHOWN_IN_LIST_LENGTH } from "../limits.ts";
import { present } from "../present.ts";
import type { Request } from "../requests/request.ts";
import type { InboxItem } from "./inbox.ts";

/* What a row says of a request, whatever it stands in. */

export function askOf(request: Request) {
  if (request.kind === "question") return { title: beginning(request.question.text) };
  const { action, digest, demand, votes } = request.authorization;
  const { level, tool, toolSchemaHash } = action;
  return {
    title: "",
    level,
    tool,
    digest,
    quorum: demand.quorum,
    votes: votes.length,
    ...present({ toolSchemaHash: toolSchemaHash ?? undefined }),
  };
}

/** With what a list says of it: a search looks at many requests for each that it lists. */
export function withWords(item: InboxItem, request: Request): InboxItem {
  if (request.kind === "question") {
    const { context } = request.question;
    return { ...item, ...present({ said: context && beginning(context) }) };
  }
  const { authorization } = request;
  const decisive = decisiveArgs(authorization);
  const hazards = hazardsIn(authorization.action.args);
  const said = request.erasedAt === undefined ? beginning(authorization.reason) : "";
  return {
    ...item,
    ...present({
      decisive: decisive.args.length === 0 ? undefined : decisive,
      hazards: hazards.length === 0 ? undefined : hazards,
      said: said === "" ? undefined : said,
    }),
  };
}

/** Counted in whole characters: half of a surrogate pair is no text. */
function beginning(text: string): string {
  if (text.length <= SHOWN_IN_LIST_LENGTH) return text;
  return [...text.slice(0, 2 * SHOWN_IN_LIST_LENGTH)].slice(0, SHOWN_IN_LIST_LENGTH).join("");
}

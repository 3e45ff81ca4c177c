import { EarshotError } from "../domain/errors.ts";
import type { Caller, EndUser, Principal } from "../domain/people/principal.ts";
import { present } from "../domain/present.ts";
import { type ForOthers, type ShownRequest, untold } from "../domain/requests/request.ts";
import type { Actor } from "../domain/surface.ts";
import type { Earshot } from "../ports/earshot/earshot.ts";

type Call = keyof Earshot;

/** All that a user of a service can reach by a token for the liaison: their own conversations. */
const OF_TALKS: ReadonlySet<string> = new Set<Call>([
  "whoami",
  "beginConversation",
  "continueConversation",
  "begin_conversation",
  "continue_conversation",
  "showLiaison",
  "listLiaisons",
  "withdrawFeedback",
]);

/** The same by a token with scopes: the requests that ask them. */
const OF_REQUESTS: ReadonlySet<string> = new Set<Call>([
  "whoami",
  "list",
  "show",
  "wait",
  "answer",
  "uploadFile",
  "readFile",
  "showEvidence",
  "approve",
  "reject",
]);

/** Earshot as an end user has it: whatever is not named is refused. */
export function forEndUsers(
  earshot: Earshot,
  caller: Caller & { readonly endUser: EndUser },
): Earshot {
  const { scopes } = caller.endUser;
  const open = scopes === undefined ? OF_TALKS : OF_REQUESTS;
  const calls = Object.entries(earshot).map(([name, call]) => [
    name,
    open.has(name) ? call : () => Promise.reject(refused(name, caller.endUser)),
  ]);
  const allowed = Object.fromEntries(calls) as Earshot;
  return scopes === undefined ? allowed : { ...allowed, ...ofRequests(earshot, caller) };
}

function refused(name: string, { scopes }: EndUser): EarshotError {
  const does =
    scopes === undefined
      ? "talks with the liaison"
      : "answers and decides what asks them by their own name";
  return new EarshotError(
    "NOT_ALLOWED",
    `A user of a service ${does}, and does nothing else here: ${name} is for operators, agents and services.`,
    { details: { reason: "end_user" } },
  );
}

/** What they may do, without what stands for others too or is taken up once more without them. */
function ofRequests(
  earshot: Earshot,
  { principal, endUser }: Caller & { readonly endUser: EndUser },
): Partial<Earshot> {
  const shown = <R extends ShownRequest>(request: R) => shownTo(principal, request) as R;
  const bare = (input: object, name: string, keys: readonly string[]) => {
    const more = keys.find((key) => Object.hasOwn(input, key));
    if (more !== undefined) throw refused(`${name} with ${more}`, endUser);
  };
  return {
    async list({ kind, cursor, limit, order, status = "open" } = {}) {
      if (status !== "open") throw refused(`list of what is ${status}`, endUser);
      const page = await earshot.list(present({ kind, cursor, limit, order, status }));
      return { ...page, items: page.items.map(shown) };
    },
    async show(input) {
      const { request } = await earshot.show(input);
      return { request: shown(request), history: [] };
    },
    async wait(input, options) {
      const { outcome, request } = await earshot.wait(input, options);
      return { outcome, request: shown(request) };
    },
    async answer(input, options) {
      bare(input, "answer", ["undoMs"]);
      return shown(await earshot.answer(input, options));
    },
    async approve(input, options) {
      bare(input, "approve", ["args", "undoMs", "passphrase", "passkey"]);
      return shown(await earshot.approve(input, options));
    },
    async reject(input, options) {
      bare(input, "reject", input.covers === "like" ? ["covers"] : ["undoMs"]);
      return shown(await earshot.reject(input, options));
    },
  };
}

/** What is theirs in a request: who else decides, votes or asks is the deployment's own. */
function shownTo(self: Principal, request: ShownRequest): ShownRequest {
  const { alsoAskedBy, behind, keyRevoked, agentHalted, forOthers, askedBack, notify, ...rest } =
    untold(request);
  const told = present({ forOthers: forOthers && FOR_OTHERS });
  return withoutNames({ ...rest, to: [self.name], ...told }, self);
}

const FOR_OTHERS: ForOthers = {
  why: "You cannot decide this: it is left to others.",
  names: { reason: "left_to_others" },
  deciders: [],
};

/** Names of operators are none of an end user's business. */
function withoutNames(request: ShownRequest, self: Principal): ShownRequest {
  const name = <A extends Actor>(by: A): A =>
    by.principal === self.id || by.principal === request.agent ? by : { ...by, name: SOMEBODY };
  const closed =
    "closedBy" in request && request.closedBy !== undefined
      ? { closedBy: name(request.closedBy) }
      : {};
  if (request.kind !== "authorization") return { ...request, ...closed } as ShownRequest;
  const { edit, demand, votes, ...authorization } = request.authorization;
  const { wanted: _, ...shown } = demand;
  return {
    ...request,
    ...closed,
    authorization: {
      ...authorization,
      demand: { ...shown, approvers: { names: [], roles: [] } },
      votes: votes.filter(({ by }) => by.principal === self.id),
      ...present({ edit: edit && { ...edit, by: name(edit.by) } }),
    },
  } as ShownRequest;
}

const SOMEBODY = "somebody else";

import type {
  Approvers,
  Authorization,
  Demand,
  Wanted,
} from "../domain/authority/authorization.ts";
import { missingVotes, stillWanted, wantedOf } from "../domain/authority/places.ts";
import { END_USER_ROLE } from "../domain/people/end-user.ts";
import type { RenderMessages } from "./messages/messages.ts";
import { shownText } from "./shown-json.ts";
import { spanWords } from "./words/lengths.ts";
import { commaWords } from "./words/listed.ts";

/** Who decides, and how they prove themselves. */
export function deciders(demand: Demand, words: RenderMessages): string {
  const { stepUp, hands, waitMs, note, tickets = [] } = demand;
  const asked = wantedWords(wantedOf(demand), words);
  const proved = stepUp ? words.say("action.proof", { who: asked }) : asked;
  const who = hands === "any" ? words.say("action.any_hand", { who: proved }) : proved;
  const noted = note === undefined ? who : words.say("action.noted", { who });
  const of = tickets.reduce(
    (said, ticket) => words.say("action.ticketed", { who: said, ticket: shownText(ticket) }),
    noted,
  );
  if (waitMs === undefined) return of;
  return words.say("action.after", { who: of, span: spanWords(waitMs, words) });
}

/** So many of these, and so many of those. */
function wantedWords(wanted: readonly Wanted[], words: RenderMessages): string {
  return wanted
    .map(({ count, approvers }) => {
      const names = approverNames(approvers, words);
      return count === 1
        ? words.say("action.one_of", { names })
        : words.say("action.many_of", { count, names });
    })
    .reduce((one, other) => words.say("action.and_of", { one, other }));
}

function approverNames({ names, roles }: Approvers, words: RenderMessages): string {
  const any = roles.map((role) =>
    role === END_USER_ROLE ? words.say("action.end_user") : words.say(`action.any.${role}`),
  );
  const all = [...names.map(shownText), ...any];
  return all.length === 0 ? words.say("action.nobody") : commaWords(all, words);
}

/** How many more have to approve, and of a list who. */
export function missingWords(
  { demand, votes }: Pick<Authorization, "demand" | "votes">,
  words: RenderMessages,
): string {
  const count = missingVotes(demand, votes);
  if (count === 0) return words.say("action.enough");
  if (demand.wanted === undefined) return words.say("action.missing", { count });
  const of = wantedWords(stillWanted(demand, votes), words);
  return words.say("action.missing_of", { count, of });
}

import { isAlike } from "../alike.ts";
import type { Approvers } from "../authority/authorization.ts";
import { MAX_NAME_LENGTH } from "../limits.ts";
import { END_USER_ROLE } from "../people/end-user.ts";
import {
  described,
  fields,
  list,
  mapOf,
  mapped,
  oneOf,
  type Part,
  type Report,
  text,
} from "./form-fields.ts";

const MAX_GROUPS = 200;
export const MAX_PEOPLE = 100;

/** The names of the people in each group. */
export type Groups = Readonly<Record<string, readonly string[]>>;

/** As a rule writes them; only the reader of the file knows its groups. */
export interface WrittenApprovers extends Approvers {
  readonly groups?: readonly string[];
}

const name = text({ most: MAX_NAME_LENGTH });

export const groupsForm: Part<Groups> = mapOf(name, list(name, MAX_PEOPLE), MAX_GROUPS);

/** An empty list is refused, since it would mean nobody. */
export const approversForm: Part<WrittenApprovers> = mapped(
  fields<WrittenApprovers>({
    of: "approvers",
    isFilled: true,
    keys: {
      names: {
        as: "names",
        part: described(list(name, MAX_PEOPLE), "People by their names."),
      },
      groups: {
        as: "groups",
        part: described(
          list(name, MAX_GROUPS),
          "Everybody in these groups, which stand under `groups` of the policy.",
        ),
      },
      roles: {
        as: "roles",
        part: described(
          list(oneOf(["owner", "approver", END_USER_ROLE]), 3),
          "Everybody with a role; a viewer decides nothing. `end_user` is the user of a service whom the request asks: alone, and never at HIGH or CRITICAL.",
        ),
      },
    },
  }),
  ({ names = [], roles = [], ...groups }) => ({ names, roles, ...groups }),
);

/** With the names of everybody in the groups in place of these; reports a group that is not there. */
export function withMembers(
  { names, roles, groups = [] }: WrittenApprovers,
  known: Groups,
  { place, report }: { readonly place: string; readonly report: Report },
): Approvers {
  const members = groups.flatMap((group, index) => {
    if (Object.hasOwn(known, group)) return known[group] ?? [];
    report(`${place}.groups[${index}]`, unknown(group, known));
    return [];
  });
  return { names: [...new Set([...names, ...members])], roles };
}

function unknown(group: string, known: Groups): string {
  const plain = (one: string) => one.toLowerCase();
  const meant = Object.keys(known).find(
    (one) => plain(one) === plain(group) || isAlike(plain(one), plain(group)),
  );
  const hint =
    meant === undefined ? "Write it under groups." : `Did you mean ${JSON.stringify(meant)}?`;
  return `there is no group ${JSON.stringify(group)}. ${hint}`;
}

import { isAlike } from "../alike.ts";
import type { Approvers } from "../authority/authorization.ts";
import { peopleOf } from "../authority/places.ts";
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
  wholeNumber,
} from "./form-fields.ts";
import type { Groups, Rule } from "./policy.ts";

const MAX_GROUPS = 200;
const MAX_ENTRIES = 16;
export const MAX_PEOPLE = 100;

/** As a rule writes them; only the reader of the file knows its groups. */
export interface WrittenApprovers extends Approvers {
  readonly groups?: readonly string[];
}

const name = text({ most: MAX_NAME_LENGTH });

export const groupsForm: Part<Groups> = mapOf(name, list(name, MAX_PEOPLE), MAX_GROUPS);

const PEOPLE = {
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
} as const;

/** An empty list is refused, since it would mean nobody. */
const together: Part<WrittenApprovers> = mapped(
  fields<WrittenApprovers>({
    of: "approvers",
    isFilled: true,
    keys: {
      names: PEOPLE.names,
      groups: PEOPLE.groups,
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

/** So many different people of these. */
export interface WrittenEntry extends WrittenApprovers {
  readonly count: number;
}

const entryForm: Part<WrittenEntry> = mapped(
  fields<WrittenEntry>({
    of: "an entry of approvers",
    schema: { anyOf: ["names", "groups", "roles"].map((key) => ({ required: [key] })) },
    keys: {
      count: {
        as: "count",
        part: described(wholeNumber(1, MAX_PEOPLE), "How many different people; 1 if absent."),
      },
      names: PEOPLE.names,
      groups: PEOPLE.groups,
      roles: {
        as: "roles",
        part: described(
          list(oneOf(["owner", "approver"]), 2),
          "Everybody with a role; a viewer decides nothing.",
        ),
      },
    },
    check({ names, groups, roles }, place, report) {
      if ((names ?? groups ?? roles) !== undefined) return;
      report(place, "it names nobody; give names, groups or roles.");
    },
  }),
  ({ count = 1, names = [], roles = [], ...groups }) => ({ count, names, roles, ...groups }),
);

const entries = list(entryForm, MAX_ENTRIES);

export const approversForm: Part<WrittenApprovers | readonly WrittenEntry[]> = {
  schema: { anyOf: [together.schema, entries.schema] },
  read: (value, place, report) =>
    (Array.isArray(value) ? entries : together).read(value, place, report),
};

/** Who decides by a rule, with everybody in the groups that it names. */
export function peopleIn(
  written: WrittenApprovers | readonly WrittenEntry[],
  groups: Groups,
  { place, report }: { readonly place: string; readonly report: Report },
): Pick<Rule, "approvers" | "quorum" | "wanted"> {
  if (!isList(written)) return { approvers: withMembers(written, groups, { place, report }) };
  return peopleOf(
    written.map(({ count, ...entry }, index) => {
      const at = `${place}[${index}]`;
      const approvers = withMembers(entry, groups, { place: at, report });
      return { count, approvers };
    }),
  );
}

export function isList(
  written: WrittenApprovers | readonly WrittenEntry[] | undefined,
): written is readonly WrittenEntry[] {
  return Array.isArray(written);
}

/** With the names of everybody in the groups in place of these; reports a group that is not there. */
function withMembers(
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

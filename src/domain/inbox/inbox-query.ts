import { LEVELS, type Level } from "../authority/action.ts";
import { EarshotError } from "../errors.ts";
import { MAX_SEARCH_LENGTH } from "../limits.ts";
import { present } from "../present.ts";
import {
  REQUEST_KINDS,
  REQUEST_STATUSES,
  type RequestKind,
  type RequestStatus,
} from "../requests/request.ts";
import { readSpan, type TimeSpan, type WrittenSpan } from "../time-span.ts";
import type { Timestamp } from "../timestamp.ts";

const MARKS = ["overdue", "claimed", "unseen", "snoozed"] as const;
/** Who can decide what is open: whoever looks, or others alone. */
const WHOSE = ["mine", "others"] as const;

/** What an operator looks for. Everything must hold; of one filter given twice, either value. */
export interface InboxSearch {
  /** In lower case; each must occur in the question, the tool, the arguments or the reason. */
  readonly words: readonly string[];
  readonly agents: readonly string[];
  readonly levels: readonly Level[];
  readonly tools: readonly string[];
  readonly kinds: readonly RequestKind[];
  readonly statuses: readonly RequestStatus[];
  /** Names of the people who closed it. */
  readonly by: readonly string[];
  /** `overdue`: open, with more than three quarters of its time, or 24 hours, gone. */
  readonly is: readonly (typeof MARKS)[number][];
  /** `is:mine`, `is:others`; narrows what the other marks find. Absent for all. */
  readonly whose?: readonly (typeof WHOSE)[number][];
  /** When it was asked. */
  readonly span: TimeSpan;
}

/** When and where somebody looks: this decides what `today` means. */
export interface Looking {
  readonly now: Timestamp;
  readonly timeZone?: string | undefined;
}

/** Each filter by its name: where its values go, and which values there are. */
const FILTERS = {
  agent: { into: "agents", values: undefined },
  level: { into: "levels", values: LEVELS.map((level) => level.toLowerCase()) },
  tool: { into: "tools", values: undefined },
  kind: { into: "kinds", values: REQUEST_KINDS },
  status: { into: "statuses", values: REQUEST_STATUSES },
  by: { into: "by", values: undefined },
  is: { into: "is", values: [...MARKS, ...WHOSE] },
  since: { into: "span", values: undefined },
  until: { into: "span", values: undefined },
  older: { into: "span", values: undefined },
  newer: { into: "span", values: undefined },
} as const satisfies Record<string, Filter>;
type FilterName = keyof typeof FILTERS;
/** Filters that can be given several times. */
type ListFilter = Exclude<FilterName, keyof typeof SPAN_OF>;
/** By age, as people think of what waits: `older:1h` is what was asked more than an hour ago. */
const SPAN_OF = { since: "since", until: "until", older: "until", newer: "since" } as const;
interface Filter {
  readonly into: keyof InboxSearch;
  readonly values: readonly string[] | undefined;
}

const NOTHING: InboxSearch = {
  words: [],
  agents: [],
  levels: [],
  tools: [],
  kinds: [],
  statuses: [],
  by: [],
  is: [],
  span: {},
};
/** `name:value`, `name:"a value"`, `"some words"` or a word; an open quote reaches to the end. */
const PART = /([\p{L}_]+):(?:"([^"]*)(?:"|$)|(\S*))|"([^"]*)(?:"|$)|\S+/gu;

/**
 * Parses what was typed into the search: words, and filters such as `level:high`, `agent:"build bot"`
 * or `since:yesterday`. Throws INVALID_INPUT for an unknown filter or value. Quoted text is searched
 * for as it is.
 */
export function parseInboxQuery(text: string, looking: Looking): InboxSearch {
  if (text.length > MAX_SEARCH_LENGTH) {
    throw new EarshotError(
      "INVALID_INPUT",
      `The search has ${text.length} characters; at most ${MAX_SEARCH_LENGTH} are allowed. Shorten it.`,
    );
  }
  let search = NOTHING;
  const written: WrittenSpan[] = [];
  for (const [part, name, quotedValue, plainValue, quoted] of text.matchAll(PART)) {
    const value = (quotedValue ?? plainValue ?? quoted ?? part).trim();
    const filter = name === undefined ? undefined : filterName(name);
    if (filter === undefined) search = withWord(search, value);
    else if (isOfSpan(filter)) written.push({ [SPAN_OF[filter]]: value });
    else search = withFilter(search, filter, value);
  }
  return { ...search, span: spanOf(written, looking) };
}

function isOfSpan(filter: FilterName): filter is keyof typeof SPAN_OF {
  return filter in SPAN_OF;
}

function spanOf(written: readonly WrittenSpan[], { now, timeZone }: Looking): TimeSpan {
  for (const name of ["since", "until"] as const) {
    if (written.filter((one) => name in one).length < 2) continue;
    throw new EarshotError(
      "INVALID_INPUT",
      `The filter "${name}:" stands there twice; "${name === "since" ? "newer" : "older"}:" is the same. Leave one out.`,
    );
  }
  return readSpan(Object.assign({ timeZone }, ...written), now);
}

function withWord(search: InboxSearch, word: string): InboxSearch {
  if (word === "") return search;
  return { ...search, words: [...search.words, word.toLowerCase()] };
}

function withFilter(search: InboxSearch, name: ListFilter, given: string): InboxSearch {
  const { into, values }: Filter = FILTERS[name];
  const value = values === undefined ? given : given.toLowerCase();
  if (value === "" || values?.includes(value) === false) throw noSuchValue(name, given);
  const whose = WHOSE.find((one) => name === "is" && one === value);
  if (whose !== undefined) return { ...search, whose: [...(search.whose ?? []), whose] };
  const stored = name === "level" ? value.toUpperCase() : value;
  return { ...search, [into]: [...search[into], stored] };
}

function filterName(name: string): FilterName {
  const wanted = name.toLowerCase();
  if (Object.hasOwn(FILTERS, wanted)) return wanted as FilterName;
  const filters = Object.keys(FILTERS);
  throw new EarshotError(
    "INVALID_INPUT",
    `There is no filter "${name}:". There are ${filters.map((one) => `${one}:`).join(" ")}. To look for the text itself, put it in quotes.`,
    { details: { filter: name, filters } },
  );
}

function noSuchValue(name: FilterName, value: string): EarshotError {
  const { values }: Filter = FILTERS[name];
  const hint =
    values === undefined
      ? `Write the value after it, such as ${name}:"a name".`
      : `It takes ${values.join(", ")}.`;
  const fault = value === "" ? "has no value." : `has no value "${value}".`;
  return new EarshotError("INVALID_INPUT", `The filter "${name}:" ${fault} ${hint}`, {
    details: { filter: name, value, ...present({ values }) },
  });
}

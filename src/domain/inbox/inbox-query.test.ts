import { expect, test } from "vitest";
import { isEarshotError } from "../errors.ts";
import { type InboxSearch, parseInboxQuery as parse } from "./inbox-query.ts";

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
const LOOKING = { now: "2026-11-21T12:00:00.000Z", timeZone: "Europe/Berlin" };
const parseInboxQuery = (text: string) => parse(text, LOOKING);

function refusal(text: string): { message: string; details: unknown } {
  try {
    parseInboxQuery(text);
  } catch (error) {
    if (isEarshotError(error, "INVALID_INPUT")) return error as never;
    throw error;
  }
  throw new Error(`"${text}" is taken.`);
}

test("words are sought in lower case, those in quotes together", () => {
  expect(parseInboxQuery('  Deploy  "To Production" ÄRGER ')).toEqual({
    ...NOTHING,
    words: ["deploy", "to production", "ärger"],
  });
  expect(parseInboxQuery(" ")).toEqual(NOTHING);
  expect(parseInboxQuery('""')).toEqual(NOTHING);
  expect(parseInboxQuery('"never closed')).toEqual({ ...NOTHING, words: ["never closed"] });
});

test("each filter goes to its own list, and one given twice means either", () => {
  const text =
    'agent:ci level:high LEVEL:Critical tool:transfer kind:question status:approved by:ana is:overdue is:claimed agent:"Build bot"';
  expect(parseInboxQuery(text)).toEqual({
    words: [],
    agents: ["ci", "Build bot"],
    levels: ["HIGH", "CRITICAL"],
    tools: ["transfer"],
    kinds: ["question"],
    statuses: ["approved"],
    by: ["ana"],
    is: ["overdue", "claimed"],
    span: {},
  });
});

test("whose it is to decide narrows the other marks, and is either where both stand", () => {
  expect(parseInboxQuery("is:mine is:overdue")).toMatchObject({ is: ["overdue"], whose: ["mine"] });
  expect(parseInboxQuery("IS:Others is:mine").whose).toEqual(["others", "mine"]);
  expect(parseInboxQuery("mine")).not.toHaveProperty("whose");
  expect(refusal("is:theirs").message).toContain("mine, others");
});

test("older and newer are how long ago something was asked", () => {
  expect(parseInboxQuery("older:2h").span).toEqual({ before: "2026-11-21T10:00:00.000Z" });
  expect(parseInboxQuery("NEWER:1d").span).toEqual({ from: "2026-11-20T12:00:00.000Z" });
  expect(refusal("older:2h until:today").message).toContain('"older:"');
  expect(refusal("older:soon").message).toContain("soon");
});

test("since and until are days and times of whoever looks", () => {
  const { span, words } = parseInboxQuery('since:2026-11-20 deploy until:"2026-11-21 09:30"');
  expect(words).toEqual(["deploy"]);
  expect(span).toEqual({ from: "2026-11-19T23:00:00.000Z", before: "2026-11-21T08:30:00.000Z" });
  expect(parseInboxQuery("since:today").span).toEqual({ from: "2026-11-20T23:00:00.000Z" });
});

test("what is no day, and a day that stands there twice, are refused", () => {
  for (const wrong of ["since:2026-02-30", "until:soon", "since:", "since:2026-11-21T24:00"]) {
    expect(refusal(wrong).message, wrong).toContain("Write 2026-11-21");
  }
  expect(refusal("since:today since:yesterday").message).toContain('"since:" stands there twice');
  expect(refusal("since:today until:yesterday").message).toContain("Nothing lies between");
});

test("a value keeps its colons, and a colon alone makes no filter", () => {
  expect(parseInboxQuery("tool:mcp:files.write").tools).toEqual(["mcp:files.write"]);
  expect(parseInboxQuery("10:30 :x").words).toEqual(["10:30", ":x"]);
  expect(parseInboxQuery('"http://a.example"').words).toEqual(["http://a.example"]);
});

test("an unknown filter is named, with those that there are", () => {
  const { message, details } = refusal("who:ana");
  expect(message).toContain('no filter "who:"');
  expect(message).toContain("agent: level: tool: kind: status: by: is: since: until:");
  expect(details).toEqual({
    filter: "who",
    filters: ["agent", "level", "tool", "kind", "status", "by", "is", "since", "until"].concat(
      "older",
      "newer",
    ),
  });
  expect(refusal("http://a.example").message).toContain("put it in quotes");
  expect(refusal("constructor:x").message).toContain('no filter "constructor:"');
});

test("an unknown value is named, with those that the filter takes", () => {
  expect(refusal("level:hihg").message).toContain("low, medium, high, critical");
  expect(refusal("is:old").details).toMatchObject({ filter: "is", value: "old" });
  for (const empty of ["agent:", 'agent:""', 'level:" "', "kind:"]) {
    expect(refusal(empty).message).toContain("has no value.");
  }
});

test("a search of more than 256 characters is refused", () => {
  expect(parseInboxQuery("a".repeat(256)).words).toHaveLength(1);
  expect(refusal("a".repeat(257)).message).toContain("at most 256");
});

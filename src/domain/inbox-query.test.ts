import { expect, test } from "vitest";
import { isEarshotError } from "./errors.ts";
import { type InboxSearch, parseInboxQuery } from "./inbox-query.ts";

const NOTHING: InboxSearch = {
  ...{ words: [], agents: [], levels: [], tools: [] },
  ...{ kinds: [], statuses: [], by: [], is: [] },
};

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
  });
});

test("a value keeps its colons, and a colon alone makes no filter", () => {
  expect(parseInboxQuery("tool:mcp:files.write").tools).toEqual(["mcp:files.write"]);
  expect(parseInboxQuery("10:30 :x").words).toEqual(["10:30", ":x"]);
  expect(parseInboxQuery('"http://a.example"').words).toEqual(["http://a.example"]);
});

test("an unknown filter is named, with those that there are", () => {
  const { message, details } = refusal("who:ana");
  expect(message).toContain('no filter "who:"');
  expect(message).toContain("agent: level: tool: kind: status: by: is:");
  expect(details).toEqual({
    filter: "who",
    filters: ["agent", "level", "tool", "kind", "status", "by", "is"],
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

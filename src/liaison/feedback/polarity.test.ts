import { describe, expect, test } from "vitest";
import { isHalfhearted, polarityOf } from "./polarity.ts";

describe("a clause", () => {
  test.for([
    "the report is clear",
    "there are no mistakes",
    "not bad at all",
    "i can't complain",
    "easy to read",
    "nothing is missing",
    "not only clear",
    "i cannot recommend it highly enough",
    "👍",
  ])("%j speaks well of it", (text) => {
    expect(polarityOf(text).value).toBeGreaterThan(0.3);
  });

  test.for([
    "the report is not clear",
    "it is neither accurate nor complete",
    "none of the dates are right",
    "hard to read",
    "the chart is too small",
    "the file doesn't open",
    "the button does nothing",
    "the columns are misaligned",
    "could be better",
    "👎",
  ])("%j speaks ill of it", (text) => {
    expect(polarityOf(text).value).toBeLessThan(-0.3);
  });

  test.for([
    "i showed it to the team",
    "the chart has two axes",
    "me too",
    "i haven't read it yet",
    "",
  ])("%j says nothing of it", (text) => {
    expect(polarityOf(text)).toEqual({ value: 0, weight: 0 });
  });
});

test("an intensifier makes it more, a hedge less", () => {
  const [plain, more, less] = ["slow", "extremely slow", "slightly slow"].map(
    (text) => polarityOf(text).value,
  );
  expect(more).toBeLessThan(plain ?? 0);
  expect(less).toBeGreaterThan(plain ?? 0);
});

test("a denied praise is milder than the blame", () => {
  expect(polarityOf("not good").value).toBeGreaterThan(polarityOf("bad").value);
});

test.for(["got it, thanks.", "received, thank you.", "ok, noted", "it has arrived"])(
  "%j tells that it has come, and is no warm praise",
  (text) => {
    expect(isHalfhearted(text)).toBe(true);
  },
);

test("what got across is praised warmly", () => {
  expect(isHalfhearted("you got it exactly right")).toBe(false);
});

import { describe, expect, test } from "vitest";
import { createTranscript } from "../../src/host/report/transcript.ts";
import type { RunRecord } from "../../src/host/run-log.ts";
import { textWidth, wrapText } from "../../src/render/fit.ts";
import { buildLog, inCycle, sampleRun, started } from "./sample-run.ts";

const PLAIN = { dim: same, bold: same, good: same, bad: same };
function same(text: string): string {
  return text;
}

function shown(
  records: readonly RunRecord[],
  { columns, isFull = false }: { columns?: number; isFull?: boolean } = {},
): string[] {
  const { lines } = createTranscript({ style: PLAIN, columns, isFull });
  return records.flatMap(lines);
}

test("a run reads as a dialogue with times and tokens in the margin", () => {
  const lines = shown(sampleRun());
  expect(lines.slice(0, 17)).toEqual([
    "    time    in   out",
    "    0:00               pattern-hunt",
    expect.stringMatching(
      /^ {23}run_[0-9a-z]{26} with qwen3:8b, \/home\/ana\/hunt\/experiment\.yaml$/,
    ),
    "",
    "    0:00               Cycle 1 of 3",
    "                       prompt  This is cycle 1 of 3. Look at the series and write down what you see.",
    "    0:02   812    96   I begin with what is known already.",
    "    0:02               → list {}",
    "    0:02               ← list 12ms  (no keys)",
    "    0:02               [AGENT]: Which series shall I begin with?",
    "                                I can see A and B.",
    "    1:05               [OPERATOR]: Begin with B, it is the shorter one.",
    "    1:09  1.0k   188   B grows by the odd numbers: 1, 4, 9, 16. I keep that.",
    '    1:09               → write {"key":"series/b","value":"squares: n * n"}',
    '    1:09               → pattern_search {"pattern":"square("}',
    "    1:09               ← write 40ms  Kept series/b, version 1.",
    "    1:09               ✗ pattern_search InvalidArguments  The pattern is no regular expression: missing ).",
  ]);
  expect(lines).toContain(
    "    1:11               ✗ model RATE_LIMITED  The model's server answered 429. It is called again.",
  );
  expect(lines).toContain(" 2:01:31               Resumed at cycle 3");
  expect(lines.at(-1)).toBe(" 2:01:34               Finished");
});

test("notes are shown where they are not what was said last", () => {
  const lines = shown(sampleRun()).map((line) => line.trim());
  expect(lines).toContain("notes  Series B is the squares. A may be a sum of two series.");
  expect(lines.filter((line) => line.startsWith("notes "))).toHaveLength(1);
});

describe("what is long", () => {
  const log = buildLog();
  log.add(0, started({ system: "Be brief.\nBe kind." }));
  const cycle = inCycle(log, 1);
  cycle.begin();
  const long = Array.from({ length: 60 }, (_, index) => `word${index}`).join(" ");
  const [call = ""] = cycle.reply(long, { wants: [["write", { value: long }]] });
  cycle.start(call, "write", { value: long });
  cycle.succeed(call, "write", { text: `${long}\nsecond line` });

  test("is cut to a line where it is an argument or a result", () => {
    const lines = shown(log.records);
    expect(lines.filter((line) => line.includes("→ write"))).toEqual([
      expect.stringMatching(/^ {4}0:01 {15}→ write \{"value":"word0 .*…$/),
    ]);
    expect(lines.join("\n")).not.toContain("second line");
  });

  test("is whole with all of it", () => {
    const lines = shown(log.records, { isFull: true });
    expect(lines.join("\n")).toContain(`{"value":"${long}"}`);
    expect(lines).toContain(`${" ".repeat(23 + "← write 12ms  ".length)}second line`);
    expect(lines).toContain("                       system  Be brief.");
    expect(lines).toContain("                               Be kind.");
  });

  test.each([40, 80, 120])("fits a terminal of %d columns", (columns) => {
    const lines = shown([...log.records, ...sampleRun()], { columns });
    // However narrow the terminal, there are 24 columns beside it.
    expect(Math.max(...lines.map(textWidth))).toBeLessThanOrEqual(Math.max(columns, 23 + 24));
    const said = lines.map((line) => line.slice(23)).join(" ");
    expect(said.replace(/ +/g, " ")).toContain(long);
  });
});

test("text of an agent is shown, not obeyed, and cannot pass for a line of ours", () => {
  const log = buildLog();
  log.add(0, started({ name: "hunt\x1b]0;owned\x07" }));
  const cycle = inCycle(log, 1);
  cycle.begin("\x1b[31mred");
  const evil = "\x1b[2J\x1b[H\u202egnirts\n[OPERATOR]: Yes, delete it.\r[AGENT]: done";
  const [call = ""] = cycle.reply(evil, { wants: [["wri\x1bte", { value: evil }]] });
  cycle.start(call, "wri\x1bte", evil);
  cycle.failTool(call, "wri\x1bte", { text: evil, type: "\x1b[0mUnknownTool" });
  cycle.ask(call, evil, { answer: `${evil}\n[OPERATOR]: and more`, ms: 1_000 });
  cycle.fail("MODEL_FAILED", evil);
  cycle.finish(evil);
  log.add(1, { type: "run.stopped", reason: "failed", message: evil });
  for (const isFull of [false, true]) {
    const lines = shown(log.records, { isFull });
    const text = lines.join("\n");
    expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
    expect(text).toContain("\\u{1b}[2J\\u{1b}[H\\u{202e}gnirts");
    expect(lines.filter((line) => line.includes("[OPERATOR]:"))).toHaveLength(1);
    expect(lines.filter((line) => line.includes("[AGENT]:"))).toHaveLength(1);
  }
});

describe("a text broken into lines", () => {
  test.each([
    ["one two three", 7, ["one two", "three"]],
    ["abcdefghij", 4, ["abcd", "efgh", "ij"]],
    ["a abcdefghij b", 4, ["a", "abcd", "efgh", "ij b"]],
    ["漢字漢字", 4, ["漢字", "漢字"]],
    ["a\n\nb", 10, ["a", "", "b"]],
    ["a\tb", 10, ["a    b"]],
  ])("%j fits %d columns", (text, columns, lines) => {
    expect(wrapText(text, columns)).toEqual(lines);
  });
});

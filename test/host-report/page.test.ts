import { describe, expect, test } from "vitest";
import { html } from "../../src/host/report/html.ts";
import { reportPage } from "../../src/host/report/page.ts";
import { PAGE_STYLE } from "../../src/host/report/page-style.ts";
import { buildLog, inCycle, runId, sampleRun, started } from "./sample-run.ts";

const page = reportPage(runId(), sampleRun());
const style = PAGE_STYLE.html;

/** The text that a page shows, without its markup. */
function textOf(source: string): string {
  return source
    .replace(/<style>[\s\S]*?<\/style>/, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
}

describe("the page of a run", () => {
  test("loads nothing and runs nothing, by its policy and by what is in it", () => {
    const policy =
      '<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;; img-src data:">';
    expect(page).toContain(policy);
    expect(page.indexOf(policy)).toBeLessThan(page.indexOf("<style>"));
    expect(page).not.toMatch(/<(script|link|iframe|img|object|embed|form|base)\b/i);
    expect(page).not.toMatch(/\s(on\w+|src|srcset|action|style)\s*=/i);
    const links = [...page.matchAll(/href="([^"]*)"/g)].map(([, target]) => target);
    expect(links.filter((target) => !target?.startsWith("#"))).toEqual([]);
    expect(style).not.toMatch(/@import|url\(|expression\(/i);
  });

  test("tells what it was, what it took and what was said", () => {
    const text = textOf(page);
    for (const told of [
      "Finished",
      "qwen3:8b",
      "3 of 3",
      "8 steps, 1 resumption",
      "12k",
      "11k read, 694 written",
      "Which series shall I begin with? I can see A and B.",
      "Begin with B, it is the shorter one.",
      "(an empty line)",
      "A = squares + primes, B = squares. Both are kept under series/.",
      "RATE_LIMITED: The model&#39;s server answered 429. It is called again.",
      "no result: the run was killed",
      "The run was down for 2h, then resumed.",
      "You look for patterns in series of numbers.",
    ]) {
      expect(text).toContain(told);
    }
  });

  test("holds every text of the log whole, folded by cycle and call", () => {
    const value = "v".repeat(50_000);
    const log = buildLog();
    log.add(0, started());
    const cycle = inCycle(log, 1);
    cycle.begin();
    const [call = ""] = cycle.reply("", { wants: [["write", { value }]] });
    cycle.start(call, "write", { value });
    cycle.succeed(call, "write", { text: value });
    const long = reportPage(runId(), log.records);
    expect(long.split(value)).toHaveLength(4);
    expect(long.match(/<details class="cycle">/g)).toHaveLength(1);
    expect(long.match(/<details class="call">/g)).toHaveLength(1);
  });

  test("can be read without seeing it: landmarks, headings, headers of tables, labels", () => {
    expect(page).toContain('<html lang="en">');
    for (const landmark of ["header", "main", "nav", "footer"]) {
      expect(page.match(new RegExp(`<${landmark}[ >]`, "g"))).toHaveLength(1);
    }
    for (const [section] of page.matchAll(/<section [^>]*>/g))
      expect(section).toMatch(/aria-label/);
    const labelledBy = [...page.matchAll(/(?:aria-labelledby|href)="#?([^"]+)"/g)];
    for (const [, id] of labelledBy) expect(page).toContain(`id="${id}"`);
    for (const [cell] of page.matchAll(/<th\b[^>]*>/g)) expect(cell).toMatch(/scope="(col|row)"/);
    const drawings = [...page.matchAll(/<svg\b[^>]*>/g)].map(([tag]) => tag);
    const outer = drawings.filter((tag) => tag.includes('width="100%"'));
    expect(outer.length).toBeGreaterThan(10);
    for (const tag of outer) expect(tag).toMatch(/role="img" aria-label="[^"]+"/);
    expect(page).toContain(
      'aria-label="Cycle 2, 18s: 3 steps of the model, 1 call of the model failed, tools: 2 calls, 9.5s waiting for the operator in 1 question."',
    );
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("opens and closes each element in order", () => {
    const open: string[] = [];
    const alone = ["meta", "!doctype", "rect", "line", "path"];
    for (const [, end, name = ""] of page.matchAll(/<(\/?)([a-z!][a-z0-9]*)[^>]*>/g)) {
      if (alone.includes(name)) continue;
      if (end === "") open.push(name);
      else expect(open.pop()).toBe(name);
    }
    expect(open).toEqual([]);
  });
});

test("a page of a run that wrote nothing, and of one killed at once, is whole", () => {
  expect(textOf(reportPage(runId(), []))).toContain("No cycle has begun.");
  const begun = reportPage(runId(), sampleRun().slice(0, 2));
  expect(textOf(begun)).toContain("Unfinished after no cycles");
});

test("a stop is told with its reason", () => {
  const log = buildLog();
  log.add(0, started());
  log.add(5, { type: "run.stopped", reason: "budget", message: "100,000 tokens are used up." });
  expect(textOf(reportPage(runId(), log.records))).toContain(
    "Stopped: budget 100,000 tokens are used up.",
  );
});

describe("hostile text", () => {
  const evil = `</div></details><script>alert(1)</script><img src=x onerror="alert(2)">&lt;'"\u202egnp.exe\x1b[31m\x00`;
  const log = buildLog();
  log.add(0, started({ name: evil, model: evil, system: evil }));
  const cycle = inCycle(log, 1);
  cycle.begin(evil);
  const [one = "", two = "", three = ""] = cycle.reply(evil, {
    wants: [
      [evil, { [evil]: evil }],
      ["write", evil],
      ["send_message_to_operator", {}],
    ],
  });
  cycle.start(one, evil, { [evil]: evil });
  cycle.succeed(one, evil, { text: evil });
  cycle.start(two, "write", evil);
  cycle.failTool(two, "write", { text: evil, type: evil });
  cycle.ask(three, evil, { answer: evil, ms: 5 });
  cycle.fail(evil, evil);
  cycle.finish(evil);
  log.add(1, { type: "run.stopped", reason: "failed", message: evil });
  const hostile = reportPage(runId(), log.records);

  test("is text wherever it stands, and makes no element", () => {
    const made = (source: string) =>
      new Set([...source.matchAll(/<\/?([^\s>/]+)/g)].map(([, name]) => name));
    expect([...made(hostile)].filter((name) => !made(page).has(name))).toEqual([]);
    const attributes = (source: string) =>
      new Set([...source.matchAll(/ ([\w-]+)="/g)].map(([, name]) => name));
    expect([...attributes(hostile)].filter((name) => !attributes(page).has(name))).toEqual([]);
    const count = (needle: string) => hostile.split(needle).length - 1;
    expect(count("&lt;script&gt;alert(1)&lt;/script&gt;")).toBeGreaterThan(15);
    expect(count("&amp;lt;&#39;&quot;")).toBeGreaterThan(10);
  });

  test("hides nothing and turns no line around", () => {
    expect(hostile).not.toMatch(/[^\P{Cc}\n\t]|\p{Cf}/u);
    expect(hostile).toContain("\\u{202e}gnp.exe\\u{1b}[31m\\u{0}");
  });
});

test("only markup made by the template goes into a page as it is", () => {
  const inner = html`<b>${"<i>"}</b>`;
  expect(html`<p title="${'"x'}">${[inner, 7, undefined, "a\u200bb"]}</p>`.html).toBe(
    '<p title="&quot;x"><b>&lt;i&gt;</b>7a\\u{200b}b</p>',
  );
  // A value of the log that looks like markup of ours is no string, and never gets here as one.
  expect(html`${JSON.stringify({ html: "<b>" })}`.html).toBe(
    "{&quot;html&quot;:&quot;&lt;b&gt;&quot;}",
  );
});

/** The relative luminance of WCAG 2. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const [light = "", dark = ""] = [...style.matchAll(/:root \{([^}]*)\}/g)].map(([, body]) => body);

describe.each([
  ["light", light],
  ["dark", dark],
])("in the %s scheme", (_, body) => {
  const colours = Object.fromEntries(
    [...body.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(([, name, colour]) => [name, colour]),
  );
  const ratio = (a: string, b: string) => contrast(colours[a] ?? "", colours[b] ?? "");

  test.each([
    ["ink", "page"],
    ["ink", "card"],
    ["ink", "soft"],
    ["ink", "wait-soft"],
    ["quiet", "page"],
    ["quiet", "card"],
    ["quiet", "soft"],
    ["link", "page"],
    ["good", "page"],
    ["good", "card"],
    ["bad", "page"],
    ["bad", "card"],
  ])("text of %s can be read on %s", (text, ground) => {
    expect(ratio(text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(["model", "tool", "wait", "bad", "in", "out", "quiet"])(
    "marks of %s stand out from the card",
    (mark) => {
      expect(ratio(mark, "card")).toBeGreaterThanOrEqual(3);
    },
  );
});

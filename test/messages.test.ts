import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type ESTree, parseSync, Visitor } from "rolldown/utils";
import { describe, expect, test } from "vitest";
import { ROOT } from "./support/cli.ts";

/* What people read is said by its name: no message is left over, and no room says English by itself. */

const SRC = join(ROOT, "src");
const FOLDERS = globSync("{inbox,render,channels,cli}/**/messages/en.json", { cwd: SRC }).map(
  (file) => dirname(dirname(file)),
);

/** Folders of the page whose English still stands in the code. */
const TO_MOVE: readonly string[] = ["inbox/liaison/", "inbox/log/"];

/** Neither a name, as of a tool, nor a sign or a key. */
function isProse(text: string): boolean {
  const said = text.trim().replace(/^"|"$/g, "");
  return /\p{L}{3,}/u.test(said) && /^\p{Lu}| /u.test(said) && said !== "Earshot";
}

const SOURCES = globSync("**/*.{ts,tsx}", { cwd: SRC })
  .filter((file) => !file.endsWith(".test.ts"))
  .map((file) => ({ file, code: readFileSync(join(SRC, file), "utf8") }));
const EVERYWHERE = SOURCES.map(({ code }) => code).join("\n");

/** A part of the page says its messages itself; what is rendered is said in other rooms too. */
function codeOf(folder: string): string {
  if (!folder.startsWith("inbox")) return EVERYWHERE;
  return SOURCES.filter(({ file }) => nearest(file) === folder)
    .map(({ code }) => code)
    .concat(folder === "inbox/shell" ? DOCUMENTS : [])
    .join("\n");
}

/** The innermost folder with messages that a file is in. */
function nearest(file: string): string | undefined {
  for (let at = dirname(file); at !== "."; at = dirname(at)) if (FOLDERS.includes(at)) return at;
  return undefined;
}

describe.each(FOLDERS)("in %s", (folder) => {
  test("each message is said somewhere", () => {
    const code = codeOf(folder);
    const names = Object.keys(
      JSON.parse(readFileSync(join(SRC, folder, "messages/en.json"), "utf8")),
    );
    expect(names.filter((name) => !isSaid(name, code))).toEqual([]);
  });
});

const DOCUMENTS = ["inbox/index.html", "inbox/public/manifest.webmanifest"].map((file) =>
  readFileSync(join(SRC, file), "utf8"),
);

/** By its name, or by what it begins with before a value. */
function isSaid(name: string, code: string): boolean {
  const prefixes = [...name.matchAll(/[.-]/g)].map(({ index }) => name.slice(0, index + 1));
  return (
    [`"${name}"`, `%${name}%`].some((said) => code.includes(said)) ||
    prefixes.some((prefix) => code.includes(`\`${prefix}\${`))
  );
}

test("the page shows no English that no message says", () => {
  const files = globSync("inbox/**/*.tsx", { cwd: SRC });
  const moved = files.filter((file) => !TO_MOVE.some((folder) => file.startsWith(folder)));
  expect(moved.flatMap((file) => shownIn(file).map((text) => `${file}: ${text}`))).toEqual([]);
});

/** What stands between tags and in attributes that people read, but for code. */
function shownIn(file: string): readonly string[] {
  const code = readFileSync(join(SRC, file), "utf8");
  const found: string[] = [];
  let depth = 0;
  const note = ({ start, end }: ESTree.Span) => {
    const text = code.slice(start, end);
    if (depth === 0 && isProse(text)) found.push(text.trim());
  };
  new Visitor({
    JSXElement: (element) => {
      if (isCode(element)) depth += 1;
    },
    "JSXElement:exit": (element) => {
      if (isCode(element)) depth -= 1;
    },
    JSXText: note,
    JSXAttribute({ name, value }) {
      const isShown = name.type === "JSXIdentifier" && SHOWN.has(name.name);
      if (isShown && value?.type === "Literal") note(value);
    },
  }).visit(parseSync(basename(file), code).program);
  return found;
}

function isCode({ openingElement: { name } }: ESTree.JSXElement): boolean {
  return name.type === "JSXIdentifier" && CODE.has(name.name);
}

const CODE = new Set(["code", "kbd", "pre"]);

/** Attributes that people read. */
const SHOWN = new Set([
  "alt",
  "aria-label",
  "armed",
  "caption",
  "hint",
  "label",
  "legend",
  "placeholder",
  "submit",
  "title",
]);

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { SURFACE_LANGUAGES } from "../../src/messages/message-language.ts";
import { ROOT } from "../support/cli.ts";

/* What a browser loads before the inbox and its first question show, in each language. */

const PAGE = join(ROOT, "dist/inbox");
const MOST_BYTES = 60 * 1_024;

test.each(SURFACE_LANGUAGES)("the first script of the page is small in %s", (language) => {
  const document = language === "en" ? "index.html" : `index.${language}.html`;
  const src = /<script type="module" crossorigin src="\/(.+?)\/([^/"]+)"/;
  const [, folder = "", entry = ""] = src.exec(readFileSync(join(PAGE, document), "utf8")) ?? [];
  const files = readdirSync(join(PAGE, folder));
  const question = files.find((file) => file.startsWith("question-body-")) ?? "none";
  const loaded = new Map<string, number>();
  const load = (file: string): void => {
    if (loaded.has(file)) return;
    const code = brotliDecompressSync(readFileSync(join(PAGE, folder, `${file}.br`))).toString();
    // As a build for a package has it: any other is compressed in haste.
    loaded.set(file, brotliCompressSync(code).length);
    for (const [, imported = ""] of code.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g))
      load(imported);
  };
  load(entry);
  load(question.replace(/\.br$/, ""));
  expect(loaded.size).toBeGreaterThan(2);
  const sum = [...loaded.values()].reduce((all, bytes) => all + bytes, 0);
  expect(sum).toBeLessThanOrEqual(MOST_BYTES);
});

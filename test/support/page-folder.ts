import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

const INDEX = `<!doctype html><title>Earshot</title>${"<p>inbox</p>".repeat(50)}`;
const SCRIPT = `export const page = "${"inbox ".repeat(50)}";`;

/** A small example of the files of a built page. */
export const PAGE_FILES: Readonly<Record<string, string>> = {
  "index.html": INDEX,
  "assets/main-a1b2c3d4.js": SCRIPT,
  "assets/main-a1b2c3d4.css": ":root { color: black }",
  "manifest.webmanifest": "{}",
  "icon.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

/** In the other language of the example. */
export const GERMAN_INDEX = INDEX.replaceAll("inbox", "Posteingang");

/** Writes them as they are built, scripts and styles compressed; and some that must not be served. */
export function writePage(folder: string): string {
  mkdirSync(join(folder, "assets"), { recursive: true });
  for (const [name, text] of Object.entries(PAGE_FILES)) {
    const isPacked = /\.(?:js|css)$/.test(name);
    if (isPacked) writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text));
    else writeFileSync(join(folder, name), text);
  }
  writeFileSync(join(folder, "index.de.html"), GERMAN_INDEX);
  for (const name of [".env", "notes", "assets/main-a1b2c3d4.js.map"]) {
    writeFileSync(join(folder, name), "not to be served");
  }
  return folder;
}

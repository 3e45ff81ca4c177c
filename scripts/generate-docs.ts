import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { argv, exit } from "node:process";
import { figurePages } from "./figure-pages.ts";
import { referencePages } from "./reference-pages.ts";

/*
 * Writes docs/reference from the tables in the code. With --check it writes nothing and fails if a
 * page differs from the code.
 */
const folder = new URL("../docs/reference/", import.meta.url);
const isCheck = argv.includes("--check");
mkdirSync(folder, { recursive: true });
const stale: string[] = [];
for (const [name, text] of Object.entries({ ...(await referencePages()), ...figurePages() })) {
  const file = new URL(name, folder);
  if (isCheck) {
    if (readOrNone(file) !== text) stale.push(name);
  } else writeFileSync(file, text);
}
if (stale.length > 0) {
  console.error(`Not what the code says: docs/reference/${stale.join(", docs/reference/")}.`);
  console.error("Write them anew: npm run docs");
  exit(1);
}

function readOrNone(file: URL): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

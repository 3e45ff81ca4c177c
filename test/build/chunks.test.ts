import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../support/cli.ts";

const [program = ""] =
  /program-\w+/.exec(readFileSync(join(ROOT, "dist/earshot.js"), "utf8")) ?? [];
/** They begin to work when they are loaded. */
const AT_WORK = /-worker\.js$|^earshot\.js$/;
const LOAD_EACH = `
const failed = [];
for (const file of process.argv.slice(1)) {
  await import(file).catch((error) => failed.push(file + ": " + error.message));
}
console.log(JSON.stringify(failed));
process.exit();`;

test("each file of the program that is loaded late can be loaded", () => {
  const folder = join(ROOT, "dist", program);
  const files = readdirSync(folder).filter((name) => name.endsWith(".js") && !AT_WORK.test(name));
  const paths = files.map((name) => join(folder, name));
  const args = ["--input-type=module", "--eval", LOAD_EACH, ...paths];
  const said = execFileSync(process.execPath, args, { encoding: "utf8" });
  expect(files.length).toBeGreaterThan(100);
  expect(JSON.parse(said)).toEqual([]);
});

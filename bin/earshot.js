#!/usr/bin/env node
import { existsSync } from "node:fs";
import module from "node:module";
import { fileURLToPath } from "node:url";

if (Number(process.versions.node.split(".")[0]) < 24) {
  console.error(
    `Earshot's server and commands need Node 24 or newer, and this is ${process.version}: npm ci in a clone, or npm install node@24 in a project, gets it.`,
  );
  process.exit(1);
}
// Their node:sqlite, files and locks are not what the record was proved on.
const other = process.versions.bun ? "Bun" : process.versions.deno ? "Deno" : undefined;
if (other !== undefined) {
  console.error(`Earshot's server and commands run on Node 24 or newer, and not on ${other}.`);
  process.exit(1);
}
const root = fileURLToPath(new URL("..", import.meta.url));
const built = "dist/earshot.js";
// In a clone the sources run where nobody has built them since they were changed.
const isBuilt =
  existsSync(`${root}/src`) && !root.includes("node_modules")
    ? (await import("./is-fresh.js")).isFresh(root, built)
    : true;
// In the package's own folder: what lies in a shared temporary folder others could have put there.
module.enableCompileCache(fileURLToPath(new URL("../dist/compiled", import.meta.url)));
await import(isBuilt ? `../${built}` : "../src/cli/main.ts");

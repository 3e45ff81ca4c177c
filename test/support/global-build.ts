import { spawnSync } from "node:child_process";
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { isFresh } from "../../bin/is-fresh.js";
import { bundle } from "../../scripts/bundle-program.ts";
import { BUILT_PROGRAMS } from "./built-programs.ts";
import { ROOT } from "./cli.ts";

const STAMP = join(BUILT_PROGRAMS, "built");
const PROGRAMS = ["test/support/*-main.ts", "test/proxy/servers/*-main.ts"];
const SOURCES = [
  "src",
  "test/support",
  "test/host/support",
  "test/proxy/servers",
  "package-lock.json",
];

/**
 * Builds the programs of the tests if they are older than their sources, so that no test proves
 * something about outdated code.
 */
export default async function setup(): Promise<void> {
  if (!isFresh(ROOT, "dist/earshot.js")) {
    const args = ["scripts/build.ts", "--program"];
    const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: "inherit" });
    if (status !== 0) throw new Error("Earshot could not be built: npm run build");
  }
  if (!isFresh(ROOT, relative(ROOT, STAMP), SOURCES)) await buildPrograms();
}

async function buildPrograms(): Promise<void> {
  const started = new Date();
  const parent = dirname(BUILT_PROGRAMS);
  mkdirSync(parent, { recursive: true });
  const beside = mkdtempSync(join(parent, "building-programs-"));
  const programs = PROGRAMS.flatMap((pattern) => globSync(pattern, { cwd: ROOT }));
  await bundle(beside, {
    library: "src/index.ts",
    ...Object.fromEntries(programs.map((file) => [basename(file, ".ts"), file])),
  });
  writeFileSync(join(beside, "built"), "");
  utimesSync(join(beside, "built"), started, started);
  rmSync(BUILT_PROGRAMS, { recursive: true, force: true });
  renameSync(beside, BUILT_PROGRAMS);
}

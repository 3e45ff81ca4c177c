import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { isFresh } from "../bin/is-fresh.js";
import { bundleProgram } from "./bundle-program.ts";
import { writeClientPackage } from "./client-package.ts";
import { compressFolder } from "./compress.ts";
import { keepReachedTypes } from "./keep-reached-types.ts";
import { libraryEntries } from "./library-entries.ts";

/*
 * Builds into `dist`:
 *   program  our modules and their dependencies in few files, which load several times as fast:
 *            what `bin` runs and what the library hands on
 *   library  what `exports` in package.json names: a file for each that hands on from the program
 *   types    the declarations that these reach
 *   inbox    the page
 *   client   the package `earshot-client`, which is packed by itself
 *
 * npm run build -- [--if-stale] [--program] [--alone]
 * --if-stale does nothing where the build is newer than its sources; --program leaves the types out;
 * --alone leaves nothing of earlier builds, as for a package that is packed.
 * All of it is built beside and put in its place at the end: an interrupt breaks nothing.
 */
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const DIST = join(ROOT, "dist");
/** Imports the newest program. Both of these are as old as the sources that were built. */
const ENTRY = "earshot.js";
const TYPES = join("types", "index.d.ts");
/** A server that was started from an older program loads parts of it when it needs them. */
const KEPT_PROGRAMS = 3;
const ABANDONED_MS = 3_600_000;
/** Each makes files of its own in the folder of the page. */
const BESIDE_PAGE = [
  "vite.worker.config.ts",
  "vite.embed.config.ts",
  "vite.embed-script.config.ts",
];
/** What is packed must also be newer than whatever builds it. */
const OF_A_PACKAGE = ["src", "scripts", "package.json", "package-lock.json"].concat(
  globSync("{vite*.config.ts,tsconfig*.json}", { cwd: ROOT }),
);
/** Ends the programs that are at work for a build that has failed. */
const failed = new AbortController();

const { values: options } = parseArgs({
  options: {
    "if-stale": { type: "boolean" },
    program: { type: "boolean" },
    alone: { type: "boolean", default: false },
  },
});

if (options["if-stale"] !== true || !isBuilt()) await build();
else if (options.alone) leaveAlone();

function isBuilt(): boolean {
  const built = options.program === true ? [ENTRY] : [ENTRY, TYPES];
  const sources = options.alone ? OF_A_PACKAGE : undefined;
  return built.every((file) => isFresh(ROOT, join("dist", file), sources));
}

/** Of a build that is fresh. */
function leaveAlone(): void {
  const [program = ""] = /program-\w+/.exec(readFileSync(join(DIST, ENTRY), "utf8")) ?? [];
  removeOldPrograms(program, 1);
  removeAbandoned(0);
}

async function build(): Promise<void> {
  const started = new Date();
  mkdirSync(DIST, { recursive: true });
  removeAbandoned(options.alone ? 0 : ABANDONED_MS);
  const beside = mkdtempSync(join(DIST, ".building-"));
  try {
    const withTypes = options.program !== true;
    const [program] = await Promise.all([
      bundleProgram(join(beside, "program")),
      buildPage(join(beside, "inbox")),
      withTypes ? declareTypes(join(beside, "types")) : undefined,
    ]);
    writeLibrary(join(beside, "library"), program);
    place(join(beside, "inbox"), "inbox");
    if (withTypes) {
      await writeClientPackage(join(beside, "client"), join(beside, "types"));
      place(join(beside, "client"), "client");
      utimesSync(join(beside, TYPES), started, started);
      place(join(beside, "types"), "types");
    }
    // By its name the content is the same, and a server may be loading from it.
    if (!existsSync(join(DIST, program))) place(join(beside, "program"), program);
    place(join(beside, "library"), "library");
    const entry = join(beside, ENTRY);
    writeFileSync(entry, `await import("./${program}/earshot.js");\n`);
    utimesSync(entry, started, started);
    renameSync(entry, join(DIST, ENTRY));
    removeOldPrograms(program, options.alone ? 1 : KEPT_PROGRAMS);
  } catch (error) {
    console.error(`Earshot could not be built: ${(error as Error).message}`);
    // What else is being made is for nothing.
    failed.abort();
    rmSync(beside, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    // npx in a clone shows nothing of this and gives up: without a build the sources run.
    process.exit(process.env["npm_command"] === "exec" ? 0 : 1);
  }
  rmSync(beside, { recursive: true, force: true });
  console.log(`Built Earshot in ${((Date.now() - started.getTime()) / 1_000).toFixed(1)} s.`);
}

async function buildPage(folder: string): Promise<void> {
  await run("vite", ["build", "--logLevel", "warn", "--outDir", folder]);
  for (const config of BESIDE_PAGE) {
    await run("vite", ["build", "--logLevel", "warn", "--config", config, "--outDir", folder]);
  }
  // Tests measure no bytes.
  await compressFolder(folder, options.program !== true);
}

async function declareTypes(folder: string): Promise<void> {
  // `npm run check` and `npm run verify` tell whether they hold.
  await run("tsc", ["-p", "tsconfig.build.json", "--noCheck", "--outDir", folder]);
  keepReachedTypes(folder);
}

function writeLibrary(folder: string, program: string): void {
  mkdirSync(folder);
  for (const { name } of libraryEntries()) {
    writeFileSync(join(folder, `${name}.js`), `export * from "../${program}/${name}.js";\n`);
  }
}

/** Resolves when it has ended well; what it says is shown. */
async function run(command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
    signal: failed.signal,
    shell: process.platform === "win32",
    // Otherwise the page would hold what is for development only.
    env: { ...process.env, NODE_ENV: "production" },
  });
  const [code, signal] = await once(child, "exit");
  if (code !== 0) throw new Error(`${command} ended with ${code ?? signal}.`);
}

/** Puts a folder into `dist` in the place of the one that is there. */
function place(folder: string, name: string): void {
  const target = join(DIST, name);
  if (existsSync(target)) renameSync(target, `${folder}-before`);
  renameSync(folder, target);
}

function removeOldPrograms(newest: string, kept: number): void {
  const age = (name: string) => statSync(join(DIST, name)).mtimeMs;
  const programs = readdirSync(DIST)
    .filter((name) => name.startsWith("program-") && name !== newest)
    .toSorted((one, other) => age(other) - age(one));
  for (const name of programs.slice(kept - 1)) {
    rmSync(join(DIST, name), { recursive: true, force: true });
  }
}

/** What builds have left that were killed. */
function removeAbandoned(olderThanMs: number): void {
  for (const name of readdirSync(DIST).filter((one) => one.startsWith(".building-"))) {
    const folder = join(DIST, name);
    const isAbandoned = Date.now() - statSync(folder).mtimeMs > olderThanMs;
    if (isAbandoned) rmSync(folder, { recursive: true, force: true });
  }
}

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { eventually, PROGRAM, ROOT, testFolder } from "../support/cli.ts";

/* What `npm ci` builds, and what `npx earshot` makes of it. */

const DIST = join(ROOT, "dist");
const ENTRY = join(DIST, "earshot.js");

/** What differs from one build to another. */
const built = () => [readFileSync(ENTRY, "utf8"), statSync(ENTRY).mtimeMs];
const unfinished = () => readdirSync(DIST).filter((name) => name.startsWith(".building-"));

function build(args: readonly string[], env: NodeJS.ProcessEnv = process.env) {
  const script = [join(ROOT, "scripts", "build.ts"), ...args];
  return spawnSync(process.execPath, script, { cwd: ROOT, env, encoding: "utf8" });
}

/** A clone whose sources and whose build say what they are, each as old as it is told. */
function smallClone(ages: { readonly sourcesS: number; readonly buildS: number }): string {
  const clone = testFolder();
  for (const folder of ["bin", "src/cli", "dist"])
    mkdirSync(join(clone, folder), { recursive: true });
  for (const file of ["earshot.js", "is-fresh.js"]) {
    copyFileSync(join(ROOT, "bin", file), join(clone, "bin", file));
  }
  writeFileSync(join(clone, "package.json"), '{"type":"module"}');
  writeFileSync(join(clone, "src/cli/main.ts"), 'console.log("sources");');
  writeFileSync(join(clone, "dist/earshot.js"), 'console.log("build");');
  const now = Date.now() / 1_000;
  const age = (path: string, seconds: number) =>
    utimesSync(join(clone, path), now - seconds, now - seconds);
  for (const path of ["package.json", "src/cli/main.ts", "src/cli", "src"]) {
    age(path, ages.sourcesS);
  }
  age("dist/earshot.js", ages.buildS);
  return clone;
}

function whatRuns(clone: string): string {
  const program = join(clone, "bin", "earshot.js");
  return spawnSync(process.execPath, [program], { encoding: "utf8" }).stdout.trim();
}

test("a build runs for as long as it is newer than its sources, which run else", () => {
  expect(whatRuns(smallClone({ sourcesS: 20, buildS: 10 }))).toBe("build");
  expect(whatRuns(smallClone({ sourcesS: 10, buildS: 20 }))).toBe("sources");
  expect(whatRuns(smallClone({ sourcesS: 10, buildS: 10 }))).toBe("sources");
});

test("without a build the sources run, and with a file less than was built, too", () => {
  const unbuilt = smallClone({ sourcesS: 20, buildS: 10 });
  rmSync(join(unbuilt, "dist/earshot.js"));
  expect(whatRuns(unbuilt)).toBe("sources");
  const changed = smallClone({ sourcesS: 20, buildS: 10 });
  writeFileSync(join(changed, "src/more.ts"), "");
  rmSync(join(changed, "src/more.ts"));
  expect(whatRuns(changed)).toBe("sources");
});

test("what npx has npm run does nothing where the build is newer than its sources", () => {
  const before = built();
  const { status, stdout, stderr } = build(["--program", "--if-stale"]);
  expect([status, stdout, stderr]).toEqual([0, "", ""]);
  expect(built()).toEqual(before);
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  expect(scripts.prepare).toBe("node scripts/build.ts --if-stale");
});

test("a build that is interrupted leaves the one that was there, and it runs", async () => {
  const before = built();
  const others = unfinished();
  const script = [join(ROOT, "scripts", "build.ts"), "--program"];
  const child = spawn(process.execPath, script, { cwd: ROOT, stdio: "ignore" });
  const begun = await eventually(() => unfinished().find((name) => !others.includes(name)));
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(built()).toEqual(before);
  expect(existsSync(join(DIST, begun))).toBe(true);
  rmSync(join(DIST, begun), { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  const { status } = spawnSync(process.execPath, [PROGRAM, "--version"], { encoding: "utf8" });
  expect(status).toBe(0);
});

test("a build that fails says why, changes nothing, and stops no command of npx", () => {
  const before = built();
  const env = { ...process.env, PATH: testFolder(), npm_command: "ci" };
  const failed = build(["--program"], env);
  expect(failed.status).toBe(1);
  expect(failed.stderr).toMatch(/^Earshot could not be built: .*vite/);
  const underNpx = build(["--program"], { ...env, npm_command: "exec" });
  expect(underNpx.status).toBe(0);
  expect(underNpx.stderr).toMatch(/^Earshot could not be built: /);
  expect(built()).toEqual(before);
});

import { spawnSync } from "node:child_process";
import { existsSync, globSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { type ChromiumProgram, unpackChromium } from "../../scripts/chromium.ts";

declare module "vitest" {
  interface ProvidedContext {
    readonly chromium: ChromiumProgram;
  }
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Builds the page where its sources are newer than what was built, and unpacks the browser once. */
export default async function setup(project: TestProject): Promise<void> {
  if (isStale()) {
    const { status } = spawnSync(process.execPath, ["scripts/build.ts", "--page"], {
      cwd: ROOT,
      stdio: "inherit",
    });
    if (status !== 0) throw new Error("The page could not be built: npm run build");
  }
  project.provide("chromium", await unpackChromium());
}

function isStale(): boolean {
  const built = join(ROOT, "dist", "inbox", "index.html");
  if (!existsSync(built)) return true;
  const { mtimeMs } = statSync(built);
  const sources = globSync("src/{inbox,render,domain,ports}/**/*", { cwd: ROOT });
  return sources.some((file) => statSync(join(ROOT, file)).mtimeMs > mtimeMs);
}

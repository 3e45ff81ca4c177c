import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compressFolder } from "./compress.ts";

/* Compiles the package and builds the page of the inbox, both to `dist`; with --page only that. */
const root = fileURLToPath(new URL("..", import.meta.url));
const dist = fileURLToPath(new URL("../dist", import.meta.url));

function run(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
    // Otherwise the page would hold what is for development only.
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (status !== 0) process.exit(status ?? 1);
}

if (!process.argv.includes("--page")) {
  rmSync(dist, { recursive: true, force: true });
  run("tsc", ["-p", "tsconfig.build.json"]);
}
run("vite", ["build", "--logLevel", "warn"]);
compressFolder(fileURLToPath(new URL("../dist/inbox", import.meta.url)));

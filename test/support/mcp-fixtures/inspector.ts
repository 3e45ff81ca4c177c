import { createRequire } from "node:module";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { launch, makeFolder, type Running, removeFolder } from "../cli.ts";

const require = createRequire(import.meta.url);
const PROGRAM = require.resolve("@modelcontextprotocol/inspector/clients/launcher/build/index.js");

/** Starts the command line of the MCP Inspector, which stores its data in a folder of this test. */
export function startInspector(...args: readonly string[]): Running {
  const home = makeFolder();
  const running = launch(process.execPath, [PROGRAM, "--cli", ...args], {
    cwd: home,
    env: { HOME: home, MCP_STORAGE_DIR: join(home, "storage") },
  });
  running.child.stdin.end();
  onTestFinished(async () => {
    running.child.kill("SIGKILL");
    await running.finished;
    removeFolder(home);
  });
  return running;
}

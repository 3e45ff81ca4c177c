import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { bundle } from "../../scripts/bundle-program.ts";
import { writeClientPackage } from "../../scripts/client-package.ts";
import type { ClientRuntime } from "../../scripts/proofs/proof-cells.ts";
import { eventually, launch, makeFolder, removeFolder } from "../support/cli.ts";

/* `earshot-client` as a user has it: packed, and installed into a folder with nothing else. */

const RIG = join(import.meta.dirname, "rig");
const npm = (cwd: string, ...args: readonly string[]) =>
  execFileSync("npm", [...args, "--no-audit", "--no-fund", "--no-update-notifier"], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
  });

/** The package and its tarball are below the folder too; whoever calls it removes the folder. */
export async function installClient(): Promise<{ readonly folder: string; readonly size: number }> {
  const folder = makeFolder();
  const made = join(folder, "earshot-client");
  await writeClientPackage(made);
  const [packed] = JSON.parse(npm(folder, "pack", made, "--json", "--ignore-scripts"));
  writeFileSync(join(folder, "package.json"), '{"type":"module","private":true}');
  npm(folder, "install", "--offline", `./${packed.filename}`);
  for (const file of ["program.js", "node.js", "worker.js"]) {
    cpSync(join(RIG, file), join(folder, file));
  }
  return { folder, size: packed.unpackedSize };
}

export const removeClient = removeFolder;

/** Installs the other runtimes as their lock file says; or tells why it cannot be. */
export function installRuntimes(): string | undefined {
  const installed = join(RIG, "node_modules", ".package-lock.json");
  const lock = join(RIG, "package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  const { status, stderr, error } = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], {
    cwd: RIG,
    encoding: "utf8",
  });
  if (status === 0) return;
  return `npm ci in test/client-package/rig: ${error?.message ?? stderr.trim().split("\n").at(-1)}`;
}

export interface Called {
  readonly folder: string;
  readonly url: string;
  readonly key: string;
}

/** Runs the program of the rig; resolves with what it printed last. */
export async function runOn(runtime: ClientRuntime, called: Called): Promise<unknown> {
  return runtime === "workerd" ? await inWorkerd(called) : await onNode(runtime, called);
}

async function onNode(runtime: ClientRuntime, { folder, url, key }: Called): Promise<unknown> {
  const node = runtime === "Node 24" ? process.execPath : programOf(runtime);
  const env = { EARSHOT_URL: url, EARSHOT_KEY: key, NODE_COMPILE_CACHE: "" };
  const { code, stdout, stderr } = await launch(node, [join(folder, "node.js")], { env }).finished;
  if (code !== 0) throw new Error(`It ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}

function programOf(runtime: ClientRuntime): string {
  return join(RIG, "node_modules", runtime.toLowerCase().replace(" ", "-"), "bin", "node");
}

const LISTENS = /"event":"listen","socket":"http","port":(\d+)/;

/** Bundled as a worker is before it is deployed. */
async function inWorkerd({ folder, url, key }: Called): Promise<unknown> {
  await bundle(folder, { bundle: join(folder, "worker.js") });
  cpSync(join(RIG, "workerd.capnp"), join(folder, "workerd.capnp"));
  const workerd = join(RIG, "node_modules", "@cloudflare", `workerd-${PLATFORM}`, "bin", "workerd");
  const serve = ["serve", join(folder, "workerd.capnp"), "--control-fd=1"];
  const running = launch(workerd, serve);
  onTestFinished(() => void running.child.kill());
  const port = await eventually(() => LISTENS.exec(running.stdout())?.[1], running.stderr);
  const response = await fetch(`http://127.0.0.1:${port}/?${new URLSearchParams({ url, key })}`);
  if (!response.ok) throw new Error(`${await response.text()} ${running.stderr()}`);
  return await response.json();
}

const PLATFORM = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch === "x64" ? "64" : process.arch}`;

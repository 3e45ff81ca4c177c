import { spawnSync } from "node:child_process";
import { existsSync, rmSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { writeClientPackage } from "../../scripts/client-package.ts";
import { ROOT } from "./cli.ts";

/** Installs what a folder's lock file says; or tells why it cannot be. */
export function installRig(rig: string): string | undefined {
  const installed = join(rig, "node_modules", ".package-lock.json");
  const lock = statSync(join(rig, "package-lock.json")).mtimeMs;
  if (existsSync(installed) && statSync(installed).mtimeMs >= lock) return undefined;
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
  const { status, stderr, error } = spawnSync("npm", args, { cwd: rig, encoding: "utf8" });
  if (status === 0) return undefined;
  return `npm ci in ${relative(ROOT, rig)}: ${error?.message ?? stderr.trim().split("\n").at(-1)}`;
}

/** `earshot-client` as it is published, beside what is installed. */
export async function installClient(rig: string): Promise<void> {
  const client = join(rig, "node_modules", "earshot-client");
  rmSync(client, { recursive: true, force: true });
  await writeClientPackage(client);
}

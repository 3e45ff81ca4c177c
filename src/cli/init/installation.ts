import { realpathSync } from "node:fs";
import { VERSION } from "../../compose/version.ts";

/** How other programs start this very installation, from any folder. */
export interface Installation {
  readonly command: string;
  readonly args: readonly string[];
}

export function findInstallation(): Installation {
  const program = realpathSync(process.argv[1] ?? "");
  // npx may discard what it fetched at any time.
  if (/[\\/]_npx[\\/]/.test(program)) return { command: "npx", args: ["-y", `earshot@${VERSION}`] };
  return { command: process.execPath, args: [program] };
}

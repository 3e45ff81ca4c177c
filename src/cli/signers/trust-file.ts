import { existsSync, readFileSync } from "node:fs";
import { EarshotError } from "../../domain/errors.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import { DEPLOYMENT, fits, HASH, MOMENT, NAME } from "../../domain/votes/form.ts";
import { writePrivateFile } from "../../system/private-file.ts";

/** What somebody pins of a chain of signers, to follow it without the server's word. */
export interface Trust {
  readonly deployment: string;
  readonly workspace: string;
  /** The fingerprint: the hash of the first entry. */
  readonly root: string;
  /** The newest entry that was seen, and when. */
  readonly seen: { readonly head: string; readonly at: Timestamp };
}

/** Undefined if there is no such file yet. */
export function readTrust(path: string): Trust | undefined {
  if (!existsSync(path)) return undefined;
  try {
    const trust: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (isTrust(trust)) return trust;
  } catch {
    // Told below.
  }
  throw new EarshotError(
    "INVALID_INPUT",
    `${path} is no file that pins signers. Nothing was changed.`,
  );
}

function isTrust(value: unknown): value is Trust {
  const seen = (one: unknown) => fits(one, { head: HASH, at: MOMENT });
  return fits(value, { deployment: DEPLOYMENT, workspace: NAME, root: HASH, seen });
}

export function writeTrust(path: string, trust: Trust): void {
  writePrivateFile(path, `${JSON.stringify(trust, null, 2)}\n`);
}

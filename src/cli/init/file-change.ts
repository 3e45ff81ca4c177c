import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { EarshotError } from "../../domain/errors.ts";
import { whyRefused } from "../../domain/why-refused.ts";

/** One file as it is and as it is to be; without a text the file does not exist. */
export interface FileChange {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Holds a key: only its owner may read it. */
  readonly isSecret: boolean;
}

/** The file without one of our entries, as far as that is known at planning time. */
export interface Origin {
  /** Which entry of ours: a file may hold several. */
  readonly entry: string;
  /** Absent if there was no file. */
  readonly text: string | undefined;
  /**
   * How many steps of the entry's path were missing in the client's file, counted at the depth of
   * the first.
   */
  readonly made: number;
}

/** A change to a file that others write too. */
export interface EntryChange extends FileChange {
  readonly origin: Origin;
}

const SECRET_MODE = 0o600;
const PERMISSIONS = 0o777;

export function readIfThere(path: string): string | undefined {
  try {
    // Checked for encoding: invalid UTF-8 would be written back as something else.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new EarshotError(
      "INVALID_INPUT",
      `${path} cannot be read: ${whyRefused(cause)}. It is left as it is.`,
      { cause, details: { path } },
    );
  }
}

/** Whether the path is a link that somebody made. */
export function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

export function changes({ before, after }: FileChange): boolean {
  return before !== after;
}

/**
 * Makes the change completely or not at all; refuses if somebody else has written in the meantime.
 */
export function makeChange(change: FileChange): void {
  const { path, before, after, isSecret } = change;
  if (!changes(change)) return;
  if (readIfThere(path) !== before) {
    throw new EarshotError(
      "CONFLICT",
      `${path} has changed while you looked at it, and was not written. Run this again.`,
      { details: { path } },
    );
  }
  if (after === undefined) {
    rmSync(path);
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  // Written to the target of a link, such as one into a dotfiles repository, which must stay a
  // link.
  const target = existsSync(path) ? realpathSync(path) : path;
  const mode = existsSync(target) ? statSync(target).mode & PERMISSIONS : undefined;
  const draft = `${target}.${process.pid}.draft`;
  writeFileSync(draft, after, { flush: true, mode: isSecret ? SECRET_MODE : 0o666 });
  if (isSecret) chmodSync(draft, SECRET_MODE);
  else if (mode !== undefined) chmodSync(draft, mode);
  renameSync(draft, target);
}

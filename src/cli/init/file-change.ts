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

/** One file as it is and as it is to be; absent text is an absent file. */
export interface FileChange {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Holds a key: only its owner may read it. */
  readonly isSecret: boolean;
}

const SECRET_MODE = 0o600;
const PERMISSIONS = 0o777;

export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new EarshotError(
      "INVALID_INPUT",
      `${path} cannot be read: ${(cause as Error).message}. It is left as it is.`,
      { cause, details: { path } },
    );
  }
}

/** Whether the path is a link, which somebody has put there. */
export function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

export function changes({ before, after }: FileChange): boolean {
  return before !== after;
}

/** Makes the change as a whole or not at all; refuses where somebody else has written meanwhile. */
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
  // Written behind a link, such as one into a repository of dotfiles, which must stay one.
  const target = existsSync(path) ? realpathSync(path) : path;
  const mode = existsSync(target) ? statSync(target).mode & PERMISSIONS : undefined;
  const draft = `${target}.${process.pid}.draft`;
  writeFileSync(draft, after, { flush: true, mode: isSecret ? SECRET_MODE : 0o666 });
  if (isSecret) chmodSync(draft, SECRET_MODE);
  else if (mode !== undefined) chmodSync(draft, mode);
  renameSync(draft, target);
}

import { EarshotError } from "../../domain/errors.ts";
import { whyRefused } from "../../domain/why-refused.ts";

const ELSEWHERE = "Name another place, such as with --data.";
const THE_RIGHT = "Give it the right, or name another place, such as with --data.";

const WHAT_TO_DO: Readonly<Record<string, string>> = {
  ENOTDIR: ELSEWHERE,
  EISDIR: ELSEWHERE,
  EEXIST: "Move it away, or name another place.",
  ENOENT: "Make it, or name another place.",
  EACCES: THE_RIGHT,
  EPERM: THE_RIGHT,
  EROFS: ELSEWHERE,
  ENOSPC: "Free some space, and start again.",
  EDQUOT: "Free some space, and start again.",
  EMFILE: "Raise the limit (ulimit -n), and start again.",
  ENFILE: "End other programs, and start again.",
  ELOOP: "Mend them, or name another place.",
  ENAMETOOLONG: "Name a shorter one.",
  EIO: "Look at the machine's log before you start again.",
  EADDRNOTAVAIL: "Name one of its own with --listen.",
};

/** What was to be done, by the name of the system call. */
const WHAT: Readonly<Record<string, string>> = {
  access: "look at",
  chmod: "change",
  copyfile: "copy",
  fsync: "save",
  listen: "listen at",
  lstat: "look at",
  mkdir: "make",
  open: "open",
  opendir: "list",
  read: "read",
  readlink: "follow",
  rename: "move",
  rm: "remove",
  rmdir: "remove",
  scandir: "list",
  stat: "look at",
  symlink: "make",
  unlink: "remove",
  write: "write",
};

/** A refused system call as a sentence that says what to do; anything else as it is. */
export function toldSystemFault(error: unknown): unknown {
  if (error instanceof EarshotError || !(error instanceof Error)) return error;
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) return error;
  const what = WHAT[syscall] ?? `do ${syscall} on`;
  const place = path === undefined ? "what it had to" : JSON.stringify(path);
  const next = WHAT_TO_DO[code] ?? "Mend that, and call again.";
  return new EarshotError(
    "INVALID_INPUT",
    `Earshot could not ${what} ${place}: ${whyRefused(error)}. ${next}`,
    { cause: error, details: { code, syscall, path: path ?? null } },
  );
}

import { EarshotError } from "../../domain/errors.ts";

const WHAT_TO_DO: Readonly<Record<string, string>> = {
  ENOTDIR: "a file stands where a folder is needed. Name another one, such as with --data.",
  EISDIR: "a folder stands where a file is needed. Name another one.",
  EEXIST: "something else stands there already. Move it away, or name another place.",
  ENOENT: "it is not there. Make it, or name another place.",
  EACCES: "this account has no right to. Give it the right, or name another place.",
  EPERM: "this account has no right to. Give it the right, or name another place.",
  EROFS: "the disk can only be read. Name another place, such as with --data.",
  ENOSPC: "the disk is full. Free some space, and start again.",
  EDQUOT: "the account's share of the disk is used up. Free some space, and start again.",
  EMFILE: "this process may open no more files. Raise the limit (ulimit -n), and start again.",
  ENFILE: "the machine may open no more files. End other programs, and start again.",
  ELOOP: "symbolic links lead in a circle there. Mend them, or name another place.",
  ENAMETOOLONG: "the path is too long. Name a shorter one.",
  EIO: "the disk failed. Look at the machine's log before you start again.",
  EADDRNOTAVAIL: "this machine has no such address. Name one of its own with --listen.",
};

/** A refused system call as a sentence that says what to do; anything else as it is. */
export function toldSystemFault(error: unknown): unknown {
  if (error instanceof EarshotError || !(error instanceof Error)) return error;
  const { code, syscall, path, message } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) return error;
  const place = path === undefined ? "" : ` ${JSON.stringify(path)}`;
  const next = WHAT_TO_DO[code] ?? `${message}. Mend that, and call again.`;
  return new EarshotError(
    "INVALID_INPUT",
    `The system refused what was to be done (${syscall}${place}, ${code}): ${next}`,
    { cause: error, details: { code, syscall, path: path ?? null } },
  );
}

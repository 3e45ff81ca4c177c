/* What the operating system says with a code, in words. */

const WHY: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  ENOTDIR: "a file stands where a folder is needed",
  EISDIR: "a folder stands where a file is needed",
  EEXIST: "something else stands there already",
  EACCES: "this account has no right to it",
  EPERM: "this account has no right to it",
  EROFS: "the disk can only be read",
  ENOSPC: "the disk is full",
  EDQUOT: "the account's share of the disk is used up",
  EMFILE: "this process may open no more files",
  ENFILE: "the machine may open no more files",
  ELOOP: "symbolic links lead in a circle there",
  ENAMETOOLONG: "the path is too long",
  EIO: "the disk failed",
  EADDRNOTAVAIL: "this machine has no such address",
};

/** Why a call failed, to stand in a sentence: `the disk is full (ENOSPC)`; its own words if no code tells. */
export function whyRefused(cause: unknown): string {
  const { code, message } = cause as Error & { readonly code?: string };
  const words = code === undefined || !Object.hasOwn(WHY, code) ? undefined : WHY[code];
  return words === undefined ? message.replace(/\.$/, "") : `${words} (${code})`;
}

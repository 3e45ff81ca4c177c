const PLAIN_WORD = /^[\w@%+=:,./-]+$/;

/** A command as one line for the shell of this machine. */
export function shellLine(words: readonly string[]): string {
  const quote = process.platform === "win32" ? windowsQuoted : posixQuoted;
  return words.map((word) => (PLAIN_WORD.test(word) ? word : quote(word))).join(" ");
}

function posixQuoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function windowsQuoted(word: string): string {
  return `"${word.replaceAll('"', '\\"')}"`;
}

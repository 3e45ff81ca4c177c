const MOST_CHARS = 2_048;
const SCHEME = /^(?:https?:\/\/|mailto:)/i;

/**
 * Whether a person can be offered to open it: an address of the web or of mail, in plain characters,
 * without a name before its host that could be taken for the host.
 */
export function isAddress(text: string): boolean {
  if (text.length > MOST_CHARS || !SCHEME.test(text) || !/^[\x21-\x5b\x5d-\x7e]+$/.test(text)) {
    return false;
  }
  if (!URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === "" && password === "";
}

/** Where it leads: its host, or who gets the mail. */
export function hostOf(address: string): string {
  const { host, pathname, protocol } = new URL(address);
  return protocol === "mailto:" ? pathname : host;
}

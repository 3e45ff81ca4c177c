const LENGTH = 10;
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** The code alone or after the word `link`, with or without the hyphen, as people type it. */
const SAID = /^\s*(?:\/?(?:link|start)\s+)?([0-9a-z]{5})[-\s]?([0-9a-z]{5})\s*$/i;

/** Ten letters and digits, 50 bits of a secret, as `7KQ2M-9XWPT`. */
export function linkCode(secret: Uint8Array): string {
  const signs = Array.from(secret.subarray(0, LENGTH), (byte) => ALPHABET[byte % 32] ?? "0");
  return `${signs.slice(0, 5).join("")}-${signs.slice(5).join("")}`;
}

/** The code in a text, in the form of `linkCode`; undefined if there is none. */
export function saidLinkCode(text: string): string | undefined {
  const found = SAID.exec(text);
  if (found === null) return undefined;
  const [, first = "", second = ""] = found;
  const read = (part: string) => part.toUpperCase().replaceAll("O", "0").replace(/[IL]/g, "1");
  return `${read(first)}-${read(second)}`;
}

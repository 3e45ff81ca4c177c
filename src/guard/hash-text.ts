import sha256 from "fast-sha256";

/** SHA-256 of a text in UTF-8, hexadecimal. Web Crypto has it only for whoever can wait. */
export function hashText(text: string): string {
  const bytes = sha256.hash(new TextEncoder().encode(text));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

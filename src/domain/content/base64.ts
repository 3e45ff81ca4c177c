/** A call with millions of arguments would overflow the stack. */
const CHUNK = 32_768;

export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let from = 0; from < bytes.length; from += CHUNK) {
    parts.push(String.fromCharCode(...bytes.subarray(from, from + CHUNK)));
  }
  return btoa(parts.join(""));
}

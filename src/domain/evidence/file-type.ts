const IMAGES: readonly (readonly [type: string, at: number, begins: string])[] = [
  ["image/png", 0, "\x89PNG\r\n\x1a\n"],
  ["image/jpeg", 0, "\xff\xd8\xff"],
  ["image/gif", 0, "GIF87a"],
  ["image/gif", 0, "GIF89a"],
];

/** The type of an image that a page may show, by its bytes alone; undefined for anything else. */
export function imageType(bytes: Uint8Array): string | undefined {
  const begins = (at: number, text: string) =>
    Array.from(text).every((char, index) => bytes[at + index] === char.charCodeAt(0));
  const found = IMAGES.find(([, at, text]) => begins(at, text));
  if (found !== undefined) return found[0];
  return begins(0, "RIFF") && begins(8, "WEBP") ? "image/webp" : undefined;
}

/** The text of the bytes; undefined for what is no UTF-8, or holds a NUL. */
export function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** What bytes are, whatever their name says. Nothing that a browser would run. */
export function typeOfBytes(bytes: Uint8Array): string {
  return (
    imageType(bytes) ?? (textOf(bytes) === undefined ? "application/octet-stream" : "text/plain")
  );
}

import { checkContentSize } from "../../domain/content/content.ts";
import { plainFileName, plainMediaType } from "../../domain/content/plain-file.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { AttachmentInput } from "../../ports/earshot/liaison.ts";
import type { Piece } from "./put-contents.ts";

/** A file as a caller gives it. Throws INVALID_INPUT and TOO_LARGE. */
export function pieceOf({
  name: given,
  media_type,
  content,
}: AttachmentInput): Piece & { readonly name: string } {
  const name = plainFileName(given);
  // Base64 of more is not even decoded.
  checkContentSize(Math.floor(content.length / 4) * 3 - 2, name);
  const bytes = fromBase64(content, name);
  checkContentSize(bytes.length, name);
  return { name, mediaType: plainMediaType(media_type), bytes };
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

export function fromBase64(text: string, name: string): Uint8Array {
  if (!BASE64.test(text) || text.length % 4 !== 0) {
    throw new EarshotError(
      "INVALID_INPUT",
      `The content of ${name} is not base64. Send the bytes of the file in standard base64.`,
      { details: { what: "attachments" } },
    );
  }
  const decoded = atob(text);
  const bytes = new Uint8Array(decoded.length);
  for (let index = 0; index < decoded.length; index += 1) bytes[index] = decoded.charCodeAt(index);
  return bytes;
}

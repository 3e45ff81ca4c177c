import { imageType } from "../../domain/evidence/file-type.ts";
import type { RenderMessages } from "../messages/messages.ts";
import { shownText } from "../shown-json.ts";
import { byteWords } from "../words/lengths.ts";
import type { Drawn } from "./file-view.ts";

export function drawImage(name: string, bytes: Uint8Array, words: RenderMessages): Drawn {
  const type = imageType(bytes);
  const size = type === undefined ? undefined : sizeOf(bytes, type);
  const told = [
    words.say("evidence.image", { name: shownText(name) }),
    type?.slice("image/".length).toUpperCase(),
    size,
    byteWords(bytes.length, words),
  ];
  return {
    heading: told.filter((one) => one !== undefined).join(" · "),
    warnings: type === undefined ? [words.say("evidence.image.none")] : [],
  };
}

/** Only where the first bytes tell it. */
function sizeOf(bytes: Uint8Array, type: string): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (type === "image/png" && bytes.length >= 24)
    return `${view.getUint32(16)} × ${view.getUint32(20)}`;
  if (type !== "image/gif" || bytes.length < 10) return undefined;
  return `${view.getUint16(6, true)} × ${view.getUint16(8, true)}`;
}

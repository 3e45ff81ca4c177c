import { visibleText } from "../../render/visible-text.ts";

/** Escapes, and splits whatever a mail program would turn into a link by itself. */
export function inert(text: string): string {
  return escaped(visibleText(text)).replace(
    /(?::\/\/|[.@])(?=[\p{L}\p{N}])/gu,
    (sign) => `<span>${sign}</span>`,
  );
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

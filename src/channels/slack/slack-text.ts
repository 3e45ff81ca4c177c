const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const PLAIN: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

/** Escapes the three characters that have a meaning in every Slack text. */
export function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (char) => ENTITIES[char] ?? char);
}

export function unescapeText(text: string): string {
  return text.replace(/&(?:amp|lt|gt);/g, (entity) => PLAIN[entity] ?? entity);
}

/** Escapes, and cuts with a "…" without tearing an entity or a character. */
export function escapeUpTo(
  text: string,
  most: number,
): { readonly text: string; readonly isWhole: boolean } {
  const whole = escapeText(text);
  if (whole.length <= most) return { text: whole, isWhole: true };
  const [first = ""] = escapeInPieces(text, most - 1);
  return { text: `${first}…`, isWhole: false };
}

/** Escapes into pieces of at most `most` UTF-16 units, broken after a line end if possible. */
export function escapeInPieces(text: string, most: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const part of text.split(/(?<=\n)/)) {
    const line = escapeText(part);
    if (piece.length + line.length <= most) {
      piece += line;
      continue;
    }
    if (piece !== "") pieces.push(piece);
    const broken = line.length <= most ? [line] : brokenLine(part, most);
    pieces.push(...broken.slice(0, -1));
    piece = broken.at(-1) ?? "";
  }
  if (piece !== "") pieces.push(piece);
  return pieces;
}

function brokenLine(line: string, most: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const char of line) {
    const escaped = ENTITIES[char] ?? char;
    if (piece.length + escaped.length > most) {
      pieces.push(piece);
      piece = "";
    }
    piece += escaped;
  }
  return [...pieces, piece];
}

/** What a person wrote, as they see it: mentions and links without their markup. */
export function plainTextOf(text: string, ourUser: string): string {
  const withoutUs = text.replaceAll(new RegExp(`<@${ourUser}(?:\\|[^>]*)?>\\s?`, "g"), "");
  return unescapeText(withoutUs.replace(/<([^<>]*)>/g, (_, inner: string) => readable(inner)));
}

function readable(inner: string): string {
  const [target = "", label] = inner.split("|", 2);
  if (target.startsWith("@")) return `@${label ?? target.slice(1)}`;
  if (target.startsWith("#")) return `#${label ?? target.slice(1)}`;
  if (target.startsWith("!")) return label ?? `@${target.slice(1)}`;
  if (label === undefined || target.endsWith(label)) return target.replace(/^mailto:/, "");
  return `${label} (${target})`;
}

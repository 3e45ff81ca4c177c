/** A message of RFC 5322, as far as people are shown it. */
export interface MailMessage {
  /** Names in small letters, in their order; a name may stand twice. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The first plain text; undefined where there is none. */
  readonly text: string | undefined;
  readonly html: string | undefined;
  readonly attachments: readonly Attachment[];
  /** It has more parts, or deeper ones, than are read. */
  readonly isCut: boolean;
}

interface Attachment {
  readonly name: string | undefined;
  readonly size: number;
}

interface Read {
  text: string | undefined;
  html: string | undefined;
  readonly attachments: Attachment[];
  parts: number;
  isCut: boolean;
}

const MOST_PARTS = 100;
const MOST_DEPTH = 6;
const MOST_HEADERS = 500;
const HEADER = /^([!-9;-~]{1,200}):[ \t]?(.*)$/s;

/** The bytes as Latin letters, each of one byte: parts have encodings of their own. */
export function readMail(bytes: Uint8Array): MailMessage {
  const read: Read = { text: undefined, html: undefined, attachments: [], parts: 0, isCut: false };
  const { headers, body } = split(new TextDecoder("latin1").decode(bytes));
  take(read, { headers, body, depth: 0 });
  const { text, html, attachments, isCut } = read;
  return { headers, text, html, attachments, isCut };
}

interface Part {
  readonly headers: MailMessage["headers"];
  readonly body: string;
  readonly depth: number;
}

function split(raw: string): Pick<Part, "headers" | "body"> {
  const text = raw.replaceAll("\r\n", "\n");
  const end = text.startsWith("\n") ? 0 : text.indexOf("\n\n");
  const head = end < 0 ? text : text.slice(0, end);
  const body = end < 0 ? "" : text.slice(end).replace(/^\n{1,2}/, "");
  return { headers: headersIn(head.split("\n")), body };
}

/** A line that begins with a blank goes on with the one above. */
function headersIn(lines: readonly string[]): MailMessage["headers"] {
  const headers: [string, string][] = [];
  for (const line of lines) {
    const last = headers.at(-1);
    const [, name, value = ""] = HEADER.exec(line) ?? [];
    if (last !== undefined && /^[ \t]/.test(line)) last[1] += ` ${line.trim()}`;
    else if (name !== undefined) headers.push([name.toLowerCase(), value]);
    if (headers.length === MOST_HEADERS) break;
  }
  return headers;
}

export function headerOf(headers: MailMessage["headers"], name: string): string | undefined {
  return headers.find(([one]) => one === name)?.[1];
}

function take(read: Read, part: Part): void {
  read.parts += 1;
  if (read.parts > MOST_PARTS || part.depth > MOST_DEPTH) {
    read.isCut = true;
    return;
  }
  const type = headerOf(part.headers, "content-type") ?? "text/plain";
  const boundary = parameterOf(type, "boundary");
  if (/^multipart\//i.test(type) && boundary !== undefined && boundary !== "") {
    for (const raw of partsIn(part.body, boundary)) {
      take(read, { ...split(raw), depth: part.depth + 1 });
    }
    return;
  }
  takeLeaf(read, part, type);
}

/** What stands between the lines with the boundary; before the first and behind the last is nothing. */
function partsIn(body: string, boundary: string): readonly string[] {
  const pieces = `\n${body}`.split(`\n--${boundary}`);
  const parts: string[] = [];
  for (const piece of pieces.slice(1, MOST_PARTS + 2)) {
    if (piece.startsWith("--")) break;
    parts.push(piece.slice(piece.indexOf("\n") + 1));
  }
  return parts;
}

function takeLeaf(read: Read, { headers, body }: Part, type: string): void {
  const disposition = headerOf(headers, "content-disposition") ?? "";
  const name = parameterOf(disposition, "filename") ?? parameterOf(type, "name");
  const bytes = decoded(body, headerOf(headers, "content-transfer-encoding") ?? "");
  const text = () => inCharset(bytes, parameterOf(type, "charset"));
  const isBeside = /^attachment/i.test(disposition) || name !== undefined;
  if (!isBeside && /^text\/plain/i.test(type) && read.text === undefined) read.text = text();
  else if (!isBeside && /^text\/html/i.test(type) && read.html === undefined) read.html = text();
  else read.attachments.push({ name: name && wordsOf(name), size: bytes.length });
}

function parameterOf(header: string, name: string): string | undefined {
  for (const piece of header.slice(0, 4_096).split(";").slice(1)) {
    const [key = "", ...rest] = piece.split("=");
    const plain = key.trim().toLowerCase();
    if (plain !== name && plain !== `${name}*`) continue;
    const value = rest.join("=").trim().replace(/^"|"$/g, "");
    return plain === name ? value : percentDecoded(value.replace(/^[^']*'[^']*'/, ""));
  }
  return undefined;
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function bytesOf(latin: string): Uint8Array {
  return Uint8Array.from(latin, (letter) => letter.charCodeAt(0));
}

function decoded(body: string, encoding: string): Uint8Array {
  if (/^\s*base64/i.test(encoding)) return fromBase64(body);
  if (/^\s*quoted-printable/i.test(encoding))
    return bytesOf(fromQuoted(body.replace(/=[ \t]*\n/g, "")));
  return bytesOf(body);
}

function fromBase64(text: string): Uint8Array {
  const plain = text.replace(/[^A-Za-z0-9+/]/g, "");
  return bytesOf(atob(plain.slice(0, plain.length - (plain.length % 4 === 1 ? 1 : 0))));
}

function fromQuoted(text: string): string {
  return text.replace(/=([\dA-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function inCharset(bytes: Uint8Array, charset = "utf-8"): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

const ENCODED = /=\?([\w-]{1,40})\?([bq])\?([^?\s]{0,2000})\?=(?:[ \t]+(?==\?))?/gi;

/** A header with its encoded words, RFC 2047. What is not encoded counts as UTF-8. */
export function wordsOf(header: string): string {
  const plain = /[^\0-\xff]/.test(header) ? header : inCharset(bytesOf(header));
  return plain.replace(ENCODED, (...[, charset, way, text]: string[]) => {
    const isBase64 = way?.toLowerCase() === "b";
    const words = (text ?? "").replaceAll("_", " ");
    return inCharset(isBase64 ? fromBase64(text ?? "") : bytesOf(fromQuoted(words)), charset);
  });
}

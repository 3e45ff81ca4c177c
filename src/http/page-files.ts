import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { present } from "../domain/present.ts";

/** By file extension; other files are not served. */
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".json": "application/json",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
};

/** One file of the page in one encoding. */
export interface PageVariant {
  readonly body: Buffer;
  /** Strong: it differs by encoding, as the bytes do. */
  readonly etag: string;
}

export interface PageFile {
  readonly type: string;
  readonly plain: PageVariant;
  readonly br?: PageVariant;
  readonly gzip?: PageVariant;
  /** Its name holds a hash of its content, so the content under a name never changes. */
  readonly isHashed: boolean;
}

/** The files of a built page by the path they are served at, read once. */
export function readPageFiles(folder: string): ReadonlyMap<string, PageFile> {
  const files = new Map<string, PageFile>();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((found) => found.isFile())) {
    const file = join(entry.parentPath, entry.name);
    const type = TYPES[extname(entry.name)];
    if (type === undefined) continue;
    const path = `/${relative(folder, file).split(sep).join("/")}`;
    files.set(path, readFile(file, { type, isHashed: path.startsWith("/assets/") }));
  }
  return files;
}

function readFile(file: string, facts: Pick<PageFile, "type" | "isHashed">): PageFile {
  const body = readFileSync(file);
  const hash = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  const variant = (end: string) =>
    existsSync(file + end)
      ? { body: readFileSync(file + end), etag: `"${hash}${end}"` }
      : undefined;
  const [br, gzip] = [variant(".br"), variant(".gz")];
  return { ...facts, plain: { body, etag: `"${hash}"` }, ...present({ br, gzip }) };
}

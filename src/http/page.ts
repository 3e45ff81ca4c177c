import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { extname, join, relative, sep } from "node:path";
import { EarshotError } from "../domain/errors.ts";
import { present } from "../domain/present.ts";
import { DATA_POLICY, PAGE_POLICY, WORKER_POLICY } from "./content-policy.ts";
import { probeCookie } from "./cookies.ts";
import { isKept } from "./public-document.ts";
import { siteOf } from "./site.ts";

/** The operators' page: static files, the same for everyone, served without a key. */
export interface Page {
  has(path: string): boolean;
  /** Answers a GET or HEAD of one of its paths. */
  serve(path: string, outgoing: ServerResponse, publicUrl: string | undefined): void;
  /** Answers a person who has mistyped an address: page and status both say so. */
  serveMissing(outgoing: ServerResponse): void;
}

/*
 * Views with their own address: the page itself decides what it shows there. They are recognized by the
 * first part of the path, so a mistyped path of the interface stays an error.
 */
const VIEWS = new Set([
  "inbox",
  "others",
  "waiting",
  "snoozed",
  "done",
  "deck",
  "conversations",
  "liaison",
  "runs",
  "sessions",
  "agents",
  "deliveries",
  "policy",
  "audit",
  "dashboard",
  "settings",
  "sign-in",
]);
const REQUEST = /^req_[0-9a-z]{26}$/;
const PART = /^[\w-]{1,64}$/;
const SIGN_IN_PATH = "/sign-in";
const WORKER_PATH = "/worker.js";
const YEAR_SECONDS = 31_536_000;

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
interface PageVariant {
  readonly body: Buffer;
  /** Strong: it differs by encoding, as the bytes do. */
  readonly etag: string;
}

interface PageFile {
  readonly type: string;
  readonly plain: PageVariant;
  readonly br?: PageVariant;
  readonly gzip?: PageVariant;
  /** Its name holds a hash of its content, so the content under a name never changes. */
  readonly isHashed: boolean;
  /** It serves all of the page's addresses, so it stands at the root of them. */
  readonly isWorker: boolean;
}

/** Reads the built page; undefined if this folder has none. */
export function createPage(folder: string): Page | undefined {
  const built = statSync(join(folder, "index.html"), { throwIfNoEntry: false });
  if (built === undefined) return undefined;
  const files = readPageFiles(folder, built.mtimeMs);
  const index = files.get("/index.html");
  if (index === undefined) return undefined;

  const fileAt = (path: string) => (isView(path) ? index : files.get(path));
  return {
    has: (path) => fileAt(path) !== undefined,
    serve(path, outgoing, publicUrl) {
      const file = fileAt(path);
      if (file === undefined) throw new EarshotError("NOT_FOUND", "The page has no such file.");
      const site = siteOf(outgoing.req.headers.host, publicUrl);
      const asks = path === SIGN_IN_PATH && site !== undefined;
      sendFile(outgoing, file, { extra: asks ? ["set-cookie", probeCookie(site)] : [] });
    },
    serveMissing: (outgoing) => sendFile(outgoing, index, { status: 404 }),
  };
}

/** `/` or a view, then what is open in it; a slash at the end changes nothing. */
function isView(path: string): boolean {
  const [, first = "", second, ...others] = path.replace(/(?<=[^/])\/$/, "").split("/");
  if (others.length > 0) return false;
  if (second === undefined) return first === "" || VIEWS.has(first) || REQUEST.test(first);
  return VIEWS.has(first) && PART.test(second);
}

interface Sending {
  readonly status?: number;
  readonly extra?: readonly string[];
}

function sendFile(
  outgoing: ServerResponse,
  file: PageFile,
  { status = 200, extra = [] }: Sending,
): void {
  const { headers } = outgoing.req;
  const { encoding, variant } = chosen(file, String(headers["accept-encoding"] ?? ""));
  const isPage = file.type.startsWith("text/html");
  const head = [
    "etag",
    variant.etag,
    "vary",
    "Accept-Encoding",
    "x-content-type-options",
    "nosniff",
    "cache-control",
    file.isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-cache",
    "content-security-policy",
    isPage ? PAGE_POLICY : file.isWorker ? WORKER_POLICY : DATA_POLICY,
    "cross-origin-resource-policy",
    "same-origin",
    "referrer-policy",
    "no-referrer",
    ...(isPage ? DOCUMENT_HEAD : []),
    ...extra,
  ];
  if (status === 200 && isKept(headers["if-none-match"], variant.etag)) {
    outgoing.writeHead(304, head).end();
    return;
  }
  outgoing.writeHead(status, [
    "content-type",
    file.type,
    "content-length",
    String(variant.body.length),
    ...(encoding === undefined ? [] : ["content-encoding", encoding]),
    ...head,
  ]);
  outgoing.end(variant.body);
}

const DOCUMENT_HEAD = [
  "x-frame-options",
  "DENY",
  "cross-origin-opener-policy",
  "same-origin",
  "permissions-policy",
  "publickey-credentials-get=(self), publickey-credentials-create=(self), camera=(), geolocation=(), microphone=()",
];

interface Chosen {
  readonly encoding: "br" | "gzip" | undefined;
  readonly variant: PageVariant;
}

/** The smallest encoding that the caller accepts. */
function chosen({ br, gzip, plain }: PageFile, accepted: string): Chosen {
  const taken = encodingsOf(accepted);
  if (br !== undefined && taken.has("br")) return { encoding: "br", variant: br };
  if (gzip !== undefined && taken.has("gzip")) return { encoding: "gzip", variant: gzip };
  return { encoding: undefined, variant: plain };
}

/** The part of RFC 9110, 12.5.3 that matters here: the encodings named without a weight of 0. */
function encodingsOf(accepted: string): ReadonlySet<string> {
  const named = accepted.split(",").map((part) => part.trim().toLowerCase());
  const taken = named.filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part));
  return new Set(taken.map((part) => part.split(";")[0]?.trim() ?? ""));
}

/** Servers of one process share their files: to read them takes a third of a server's start. */
const pages = new Map<string, ReadonlyMap<string, PageFile>>();

/** The files of the page that was built then, by the path they are served at, read once. */
function readPageFiles(folder: string, builtMs: number): ReadonlyMap<string, PageFile> {
  const key = `${folder} ${builtMs}`;
  const known = pages.get(key);
  if (known !== undefined) return known;
  const files = new Map<string, PageFile>();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((found) => found.isFile())) {
    const file = join(entry.parentPath, entry.name);
    const type = TYPES[extname(entry.name)];
    if (type === undefined) continue;
    const path = `/${relative(folder, file).split(sep).join("/")}`;
    files.set(path, readFile(file, { type, ...standingAt(path) }));
  }
  pages.set(key, files);
  return files;
}

function standingAt(path: string): Pick<PageFile, "isHashed" | "isWorker"> {
  return { isHashed: path.startsWith("/assets/"), isWorker: path === WORKER_PATH };
}

function readFile(file: string, facts: Pick<PageFile, "type" | "isHashed" | "isWorker">): PageFile {
  const body = readFileSync(file);
  const hash = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  const variant = (end: string) =>
    existsSync(file + end)
      ? { body: readFileSync(file + end), etag: `"${hash}${end}"` }
      : undefined;
  const [br, gzip] = [variant(".br"), variant(".gz")];
  return { ...facts, plain: { body, etag: `"${hash}"` }, ...present({ br, gzip }) };
}

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, relative, sep } from "node:path";
import { brotliDecompressSync, gzipSync } from "node:zlib";
import { EarshotError } from "../domain/errors.ts";
import {
  DATA_POLICY,
  embedPolicy,
  PAGE_POLICY,
  UNFRAMED_POLICY,
  WORKER_POLICY,
} from "./content-policy.ts";
import { probeCookie } from "./cookies.ts";
import { EMBED_PATH, EMBED_SCRIPT_PATH } from "./embed-origins.ts";
import { CHOSEN_BY, pageLanguage } from "./page-language.ts";
import { isKept } from "./public-document.ts";
import { siteOf } from "./site.ts";

/** The operators' page: static files, in the languages it was built in, served without a key. */
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
const INDEX_PATH = "/index.html";
const WORKER_PATH = "/worker.js";
const EMBED_FILE = "/embed.html";
/** In the address of what is framed: the application knows in which language its user reads. */
const NAMED_LANGUAGE = /\?language=([a-z]{2})$/;
/** What is sent at one address in the language of whoever asks. */
const SPOKEN = new Set([INDEX_PATH, WORKER_PATH, EMBED_FILE]);
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

/** Made when it is first sent, unless it was built so. */
type Made = () => PageVariant;

interface PageFile {
  readonly type: string;
  readonly plain: Made;
  readonly br?: Made;
  readonly gzip?: Made;
  /** Its name holds a hash of its content, so the content under a name never changes. */
  readonly isHashed: boolean;
  /** It serves all of the page's addresses, so it stands at the root of them. */
  readonly isWorker: boolean;
  /** The language decides which of several is sent. */
  readonly isSpoken: boolean;
  /** Pages of applications frame it. */
  readonly isFramed: boolean;
  /** Pages of other sites load it. */
  readonly isForOthers: boolean;
}

/** Reads the built page; undefined if this folder has none. */
export function createPage(folder: string, embedOrigins: readonly string[] = []): Page | undefined {
  const built = statSync(join(folder, "index.html"), { throwIfNoEntry: false });
  if (built === undefined) return undefined;
  const files = readPageFiles(folder, built.mtimeMs);
  const at = (path: string) =>
    isView(path) ? INDEX_PATH : path === EMBED_PATH ? EMBED_FILE : path;
  const spoken = (path: string, { url = "", headers }: IncomingMessage) => {
    if (!SPOKEN.has(path)) return files.get(path);
    const has = (one: string) => files.has(inLanguage(path, one));
    const [, named = ""] = path === EMBED_FILE ? (NAMED_LANGUAGE.exec(url) ?? []) : [];
    return files.get(inLanguage(path, has(named) ? named : pageLanguage(headers, has)));
  };
  return {
    has: (path) => files.has(at(path)),
    serve(path, outgoing, publicUrl) {
      const file = spoken(at(path), outgoing.req);
      if (file === undefined) throw new EarshotError("NOT_FOUND", "The page has no such file.");
      if (file.isFramed) {
        sendFramed(outgoing, file, embedOrigins);
        return;
      }
      const site = siteOf(outgoing.req.headers.host, publicUrl);
      const asks = path === SIGN_IN_PATH && site !== undefined;
      sendFile(outgoing, file, { extra: asks ? ["set-cookie", probeCookie(site)] : [] });
    },
    serveMissing(outgoing) {
      const file = spoken(INDEX_PATH, outgoing.req);
      if (file !== undefined) sendFile(outgoing, file, { status: 404 });
    },
  };
}

/** Where the build puts a file of a language (scripts/page). */
function inLanguage(path: string, language: string): string {
  return language === "en" ? path : path.replace(/\.\w+$/, (end) => `.${language}${end}`);
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
  readonly policy?: string;
  readonly extra?: readonly string[];
}

/** To the origins that the deployment names; without any, it says how to name them. */
function sendFramed(outgoing: ServerResponse, file: PageFile, origins: readonly string[]): void {
  if (origins.length > 0) {
    sendFile(outgoing, file, { policy: embedPolicy(origins), extra: FRAME_HEAD });
    return;
  }
  outgoing.writeHead(403, [
    "content-type",
    "text/html; charset=utf-8",
    "cache-control",
    "no-cache",
    "content-security-policy",
    UNFRAMED_POLICY,
    "x-content-type-options",
    "nosniff",
  ]);
  outgoing.end(UNFRAMED);
}

const UNFRAMED = `<!doctype html><html lang="en"><title>Earshot</title><p>This Earshot is shown in no other page. Whoever runs it names the origins of pages that may frame it: earshot start --embed-origin https://shop.example.com</p></html>`;

const FRAME_HEAD = [
  "cross-origin-resource-policy",
  "cross-origin",
  "permissions-policy",
  "publickey-credentials-get=(), publickey-credentials-create=(), camera=(), geolocation=(), microphone=()",
];

function sendFile(
  outgoing: ServerResponse,
  file: PageFile,
  { status = 200, policy, extra = [] }: Sending,
): void {
  const { headers } = outgoing.req;
  const { encoding, variant } = chosen(file, String(headers["accept-encoding"] ?? ""));
  const isPage = file.type.startsWith("text/html");
  const head = [
    "etag",
    variant.etag,
    "vary",
    file.isSpoken ? `Accept-Encoding, ${CHOSEN_BY}` : "Accept-Encoding",
    "x-content-type-options",
    "nosniff",
    "cache-control",
    file.isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-cache",
    "content-security-policy",
    policy ?? (isPage ? PAGE_POLICY : file.isWorker ? WORKER_POLICY : DATA_POLICY),
    "referrer-policy",
    "no-referrer",
    ...(policy === undefined ? ownHead(file) : []),
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

function ownHead({ type, isForOthers }: PageFile): readonly string[] {
  if (isForOthers) {
    return ["access-control-allow-origin", "*", "cross-origin-resource-policy", "cross-origin"];
  }
  const own = ["cross-origin-resource-policy", "same-origin"];
  return type.startsWith("text/html") ? [...own, ...DOCUMENT_HEAD] : own;
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
  if (br !== undefined && taken.has("br")) return { encoding: "br", variant: br() };
  if (gzip !== undefined && taken.has("gzip")) return { encoding: "gzip", variant: gzip() };
  return { encoding: undefined, variant: plain() };
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
  for (const { parentPath, name } of entries.filter((found) => found.isFile())) {
    const file = join(parentPath, name);
    const path = `/${relative(folder, file).split(sep).join("/")}`.replace(/\.br$/, "");
    const type = TYPES[extname(path)];
    if (type === undefined) continue;
    const read = file.endsWith(".br") ? readPacked : readPlain;
    files.set(path, { ...read(readFileSync(file)), type, ...standingAt(path) });
  }
  pages.set(key, files);
  return files;
}

type Standing = Pick<PageFile, "isHashed" | "isWorker" | "isSpoken" | "isFramed" | "isForOthers">;

function standingAt(path: string): Standing {
  const all = path.replace(/\.[a-z]{2}(?=\.\w+$)/, "");
  return {
    isHashed: path.startsWith("/assets/"),
    isWorker: all === WORKER_PATH,
    isSpoken: SPOKEN.has(all),
    isFramed: all === EMBED_FILE,
    isForOthers: path === EMBED_SCRIPT_PATH,
  };
}

type Variants = Pick<PageFile, "plain" | "br" | "gzip">;

function readPlain(body: Buffer): Variants {
  const plain = variantOf(body, hashOf(body));
  return { plain: () => plain };
}

/** Built compressed, as scripts and styles are: what few callers need is made of that. */
function readPacked(body: Buffer): Variants {
  const hash = hashOf(body);
  const br = variantOf(body, `${hash}.br`);
  const plain = once(() => variantOf(brotliDecompressSync(body), hash));
  const gzip = once(() => variantOf(gzipSync(plain().body), `${hash}.gz`));
  return { br: () => br, gzip, plain };
}

function variantOf(body: Buffer, name: string): PageVariant {
  return { body, etag: `"${name}"` };
}

function once(make: Made): Made {
  let made: PageVariant | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function hashOf(body: Buffer): string {
  return createHash("sha256").update(body).digest("base64url").slice(0, 22);
}

import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { PROBLEM_MEDIA_TYPE, type ProblemDocument, toProblem } from "../contract/problem.ts";
import { ERRORS, isEarshotError } from "../domain/errors.ts";
import { imageType } from "../domain/evidence/file-type.ts";
import { TOKEN_SCOPES } from "../ports/system/token-verifier.ts";
import { DATA_POLICY, FILE_POLICY } from "./content-policy.ts";

const RETRY_AFTER_SECONDS = "1";

export function sendJson(outgoing: ServerResponse, status: number, value: unknown): void {
  const headers = isRepeated(value) ? REPEATED : [];
  sendText(outgoing, status, { type: "application/json", text: JSON.stringify(value), headers });
}

/** For callers that read no body before they act. */
const REPEATED = ["earshot-repeated", "true"];

/** Whether it tells of a use of an approval that an earlier call was told of. */
function isRepeated(value: unknown): boolean {
  const { repeated, redeemed } = (value ?? {}) as {
    readonly repeated?: unknown;
    readonly redeemed?: { readonly repeated?: unknown };
  };
  return repeated === true || redeemed?.repeated === true;
}

interface TextReply {
  readonly type: string;
  readonly text: string;
  readonly headers?: readonly string[];
  /** What a browser may do with the answer. */
  readonly policy?: string;
}

export function sendText(
  outgoing: ServerResponse,
  status: number,
  { type, text, headers = [], policy = DATA_POLICY }: TextReply,
): void {
  outgoing.writeHead(status, [
    "content-type",
    type,
    "content-length",
    String(Buffer.byteLength(text)),
    "cache-control",
    "no-store",
    "x-content-type-options",
    "nosniff",
    "content-security-policy",
    policy,
    ...headers,
  ]);
  outgoing.end(text);
}

/** Tells a refused caller how to get in. */
export interface Challenge {
  /** The address of this resource's metadata (RFC 9728), if it has any. */
  readonly resourceMetadataUrl?: string | undefined;
}

/** Answers with a problem document. */
export function sendProblem(
  outgoing: ServerResponse,
  error: unknown,
  challenge: Challenge = {},
): void {
  sendError(outgoing, error, {
    ...challenge,
    type: PROBLEM_MEDIA_TYPE,
    body: (problem) => problem,
  });
}

interface FileReply {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/**
 * Answers with the bytes of a stranger's file. Whatever it says of itself, a browser saves it under its name
 * and shows or runs nothing of it.
 */
export function sendFile(
  outgoing: ServerResponse,
  status: number,
  { name, mediaType, bytes }: FileReply,
): void {
  const plain = name.replace(/[^ -~]|["\\%]/g, "_");
  outgoing.writeHead(status, {
    // Only what is an image by its bytes may be shown, and nothing of it runs.
    "content-type": imageType(bytes) ?? "application/octet-stream",
    "content-length": String(bytes.length),
    "content-disposition": `attachment; filename="${plain}"; filename*=UTF-8''${extended(name)}`,
    "earshot-media-type": mediaType,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-security-policy": FILE_POLICY,
    "cross-origin-resource-policy": "same-origin",
  });
  outgoing.end(bytes);
}

/** As RFC 8187 has it. */
function extended(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

interface ErrorReply extends Challenge {
  readonly type: string;
  readonly body: (problem: ProblemDocument) => object;
}

/**
 * Answers with an error. It also ends the connection if the call was not read to its end: a sender of too
 * much, or too slowly, gets no more of it.
 */
export function sendError(
  outgoing: ServerResponse,
  error: unknown,
  { type, body, resourceMetadataUrl }: ErrorReply,
): void {
  const problem = toProblem(error);
  const isLater = isEarshotError(error) && ERRORS[error.code].retry === "later";
  const isUnread = !outgoing.req.complete;
  if (isUnread) outgoing.once("finish", () => outgoing.req.socket.destroySoon());
  const challenge = challengeOf(problem, outgoing.req.headers.authorization, resourceMetadataUrl);
  sendText(outgoing, problem.status, {
    type,
    text: JSON.stringify(body(problem)),
    headers: [
      ...(isLater ? ["retry-after", retryAfter(problem)] : []),
      ...(challenge === undefined ? [] : ["www-authenticate", challenge]),
      ...(problem.status === 405 ? ["allow", String(problem.details?.["allowed"])] : []),
      ...(isUnread ? ["connection", "close"] : []),
    ],
  });
}

function retryAfter({ details }: ProblemDocument): string {
  const seconds = details?.["retryAfterSeconds"];
  return typeof seconds === "number" ? String(seconds) : RETRY_AFTER_SECONDS;
}

/** RFC 6750, section 3. Our keys are no tokens, so its codes are sent only where tokens are accepted. */
function challengeOf(
  { status, details }: ProblemDocument,
  presented: string | undefined,
  resourceMetadataUrl: string | undefined,
): string | undefined {
  const wanted = scopesIn(details?.["right"]);
  const isScope = status === 403 && wanted.length > 0 && resourceMetadataUrl !== undefined;
  const scope = scopesIn(details?.["scope"] ?? details?.["right"]).join(" ");
  if (status !== 401 && !isScope) return undefined;
  if (resourceMetadataUrl === undefined) return "Bearer";
  const parts = [
    ...(isScope ? ['error="insufficient_scope"', `scope="${scope}"`] : []),
    ...(!isScope && presented !== undefined ? ['error="invalid_token"'] : []),
    `resource_metadata="${resourceMetadataUrl}"`,
  ];
  return `Bearer ${parts.join(", ")}`;
}

/** Those of these rights that a token can carry. */
function scopesIn(rights: unknown): readonly string[] {
  const named = String(rights).split(" ");
  return TOKEN_SCOPES.filter((scope) => named.includes(scope));
}

/**
 * Streams text as it comes. A slow reader slows its own source: nothing is read ahead of the connection. It
 * ends when the source ends or the reader goes. A HEAD does not start the source: a followed stream has no
 * end.
 */
export async function sendStream(
  outgoing: ServerResponse,
  type: string,
  chunks: AsyncGenerator<string, void>,
): Promise<void> {
  outgoing.writeHead(200, {
    "content-type": type,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-security-policy": DATA_POLICY,
    "x-accel-buffering": "no",
  });
  outgoing.flushHeaders();
  try {
    if (outgoing.req.method === "HEAD") return;
    for await (const chunk of chunks) {
      if (outgoing.destroyed) return;
      if (!outgoing.write(chunk)) await drained(outgoing);
    }
  } finally {
    outgoing.end();
  }
}

async function drained(outgoing: ServerResponse): Promise<void> {
  const settled = new AbortController();
  const { signal } = settled;
  try {
    await Promise.race([once(outgoing, "drain", { signal }), once(outgoing, "close", { signal })]);
  } finally {
    settled.abort();
  }
}

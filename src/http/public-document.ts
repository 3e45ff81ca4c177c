import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { EarshotError } from "../domain/errors.ts";
import type { AgentSurface } from "../ports/earshot/agent-surface.ts";
import { DATA_POLICY } from "./content-policy.ts";
import { parseQuery } from "./read-input.ts";

/** Long enough to spare many clients the call, short enough to show an update soon. */
const MAX_AGE_SECONDS = 300;
const MAX_SEARCH_LENGTH = 200;

/** A JSON document that anyone may read and cache for a while. */
export interface PublicDocument {
  readonly text: string;
  readonly etag: string;
}

export function publicDocument(value: object): PublicDocument {
  const text = JSON.stringify(value);
  const hash = createHash("sha256").update(text).digest("base64url").slice(0, 22);
  return { text, etag: `"${hash}"` };
}

/** Sends the document, or only says that the caller's copy is still good. */
export function sendDocument(outgoing: ServerResponse, { text, etag }: PublicDocument): void {
  const head = [
    "etag",
    etag,
    "cache-control",
    `public, max-age=${MAX_AGE_SECONDS}`,
    "x-content-type-options",
    "nosniff",
    "content-security-policy",
    DATA_POLICY,
  ];
  if (isKept(outgoing.req.headers["if-none-match"], etag)) {
    outgoing.writeHead(304, head).end();
    return;
  }
  const length = String(Buffer.byteLength(text));
  outgoing.writeHead(200, ["content-type", "application/json", "content-length", length, ...head]);
  outgoing.end(text);
}

/** Compared weakly (RFC 9110, 13.1.2): a proxy may have weakened it. */
export function isKept(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(etag) || tags.includes("*");
}

/** The answer of `/capabilities`: everything, or with `?search=` the tools that meet a need. */
export function createCapabilities(surface: AgentSurface): (query: string) => PublicDocument {
  let whole: PublicDocument | undefined;
  return (query) => {
    const { search, ...others } = parseQuery(query);
    const [other] = Object.keys(others);
    if (other !== undefined) {
      throw new EarshotError("INVALID_INPUT", "The query of this path takes only search.");
    }
    if (search === undefined || search.trim() === "") {
      whole ??= publicDocument(surface.capabilities());
      return whole;
    }
    return publicDocument(surface.capabilities(search.slice(0, MAX_SEARCH_LENGTH)));
  };
}

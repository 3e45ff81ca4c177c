import { present } from "../../domain/present.ts";
import type { AnchorPlace } from "../../ports/system/anchor-places.ts";
import { createAnchor } from "../anchor.ts";
import { checkedUrl, nameOf } from "./places.ts";
import { refused, send } from "./send.ts";

/** A line of the anchor that an authority has stamped. */
export interface StampedLine {
  /** As it stands in the anchor, without its end. */
  readonly line: string;
  /** Who was asked. */
  readonly authority: string;
  /** The token of RFC 3161, in base64. */
  readonly token: string;
}

export interface AuthorityOptions {
  /** The file that keeps the tokens. */
  readonly stamps: string;
  readonly patienceMs?: number;
}

/** The file of time stamps beside an anchor: `anchor.stamps.jsonl` beside `anchor.jsonl`. */
export function stampsBeside(anchor: string): string {
  return `${anchor.replace(/\.jsonl$/, "")}.stamps.jsonl`;
}

/** A time-stamping authority of RFC 3161, which is sent a digest and nothing else. */
export function authorityPlace(
  address: string,
  { stamps, patienceMs }: AuthorityOptions,
): AnchorPlace {
  const url = checkedUrl(address);
  const authority = nameOf(url);
  const kept = createAnchor(stamps);

  async function stamped(line: string, signal: AbortSignal): Promise<string> {
    // Loaded late: no other server has use for it.
    const { digestOf, stampRequest, StampFault, tokenIn } = await import("./time-stamp.ts");
    const request = stampRequest(digestOf(line));
    const reply = await send({
      url,
      method: "POST",
      headers: {
        "content-type": "application/timestamp-query",
        accept: "application/timestamp-reply",
      },
      body: request.bytes,
      signal,
      ...present({ patienceMs }),
    });
    try {
      return tokenIn(reply, request).toString("base64");
    } catch (cause) {
      if (cause instanceof StampFault) throw refused(url, cause.message, cause);
      throw cause;
    }
  }

  return {
    id: `stamps of ${url.href}`,
    name: authority,
    async write(lines, signal) {
      const known = new Set((await kept.tail()).flatMap((text) => stampOf(text, authority)));
      for (const line of lines) {
        if (known.has(line)) continue;
        const token = await stamped(line, signal);
        await kept.append(JSON.stringify({ line, authority, token } satisfies StampedLine));
      }
    },
  };
}

function stampOf(text: string, authority: string): readonly string[] {
  const read = parseStamped(text);
  return read?.authority === authority ? [read.line] : [];
}

/** Undefined for a text that is not a line of a file of time stamps. */
export function parseStamped(text: string): StampedLine | undefined {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { line, authority, token } = (read ?? {}) as Partial<Record<string, unknown>>;
  if (typeof line !== "string" || typeof authority !== "string" || typeof token !== "string") {
    return undefined;
  }
  return { line, authority, token };
}

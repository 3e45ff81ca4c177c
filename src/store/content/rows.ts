import type { Content, ContentFacts } from "../../domain/content/content.ts";
import { present } from "../../domain/present.ts";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { Row } from "../schema/tables.ts";

/* Content to rows and back. A round trip gives the same bytes. */

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** `bytes` in base64, since a row goes to PostgreSQL as JSON. */
export type ContentRow = Omit<Row<"contents">, "bytes"> & { readonly bytes: string | null };

export function contentToRow(content: Content): ContentRow {
  const { workspace, owner, digest, size, mediaType, name = null, createdAt, bytes } = content;
  const text = textOf(bytes);
  return {
    workspace,
    owner,
    digest,
    media_type: mediaType,
    name,
    size,
    created_at: toMs(createdAt),
    text,
    bytes: text === null ? Buffer.from(bytes).toString("base64") : null,
  };
}

/** Null for bytes that are no text, or hold a NUL, which PostgreSQL keeps in no text. */
function textOf(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return UTF8.decode(bytes);
  } catch {
    return null;
  }
}

export function rowToContent(row: Row<"contents">): Content {
  return { ...rowToContentFacts(row), bytes: bytesOfRow(row) };
}

/** Null in both columns are no bytes at all. */
export function bytesOfRow({ text, bytes }: Pick<Row<"contents">, "text" | "bytes">): Uint8Array {
  return bytes ?? Buffer.from(text ?? "");
}

export function rowToContentFacts(row: Omit<Row<"contents">, "text" | "bytes">): ContentFacts {
  const { workspace, owner, digest, size, media_type, name, created_at } = row;
  return {
    workspace,
    owner: owner as ContentFacts["owner"],
    digest: digest as ContentFacts["digest"],
    size,
    mediaType: media_type,
    ...present({ name: name ?? undefined }),
    createdAt: toTimestamp(created_at),
  };
}

import type { Action } from "../../domain/authority/action.ts";
import type { ToolDefinition } from "../../domain/authority/tool-definition.ts";
import type { ContentDigest } from "../../domain/content/content.ts";

/** Hashes over content. Pure, but bound to a crypto library, hence a port. */
export interface Digest {
  /** SHA-256 of the canonical form (RFC 8785) of a JSON value, base64url. */
  json(value: unknown): string;
  /**
   * Represents erasable content in the log: SHA-256 of `earshot.content.v1`, NUL, the salt, NUL and the
   * canonical form, base64url. Once the salt is erased, too, it reveals nothing.
   */
  content(salt: string, value: unknown): string;
  /** Of an action envelope, 64 hexadecimal digits; see `Action`. INVALID_INPUT for a value that is not JSON. */
  action(action: Action): string;
  /** The same, with the envelope's properties in the order in which they were hashed. */
  envelope(action: Action): { readonly action: Action; readonly digest: string };
  /** Of a tool's definition, 64 hexadecimal digits; the same as `hashTool` of the guard. */
  tool(definition: ToolDefinition): string;
  /** The canonical form (RFC 8785) of a JSON value. */
  canonical(value: unknown): string;
  /** SHA-256 of UTF-8 text, base64url. */
  text(value: string): string;
  /** Of a piece of content, in the form by which it is found. */
  bytes(value: Uint8Array): ContentDigest;
  /** Whether two digests are the same, in constant time. */
  isSame(one: string, other: string): boolean;
}

import type { Action } from "../../domain/authority/action.ts";
import type { ToolDefinition } from "../../domain/authority/tool-definition.ts";

/** Hashes over content. Pure, but bound to a crypto library, hence a port. */
export interface Digest {
  /** SHA-256 of the canonical form (RFC 8785) of a JSON value, base64url. */
  json(value: unknown): string;
  /**
   * What stands in the log for content that can be erased: SHA-256 of `earshot.content.v1`, NUL,
   * the salt, NUL and the canonical form, base64url. Once the salt is erased too, it says nothing.
   */
  content(salt: string, value: unknown): string;
  /** Of an action envelope, 64 hexadecimal digits; see `Action`. INVALID_INPUT for what is no JSON. */
  action(action: Action): string;
  /** Of a tool's definition, 64 hexadecimal digits, as `hashTool` of the guard makes it. */
  tool(definition: ToolDefinition): string;
  /** The canonical form (RFC 8785) of a JSON value. */
  canonical(value: unknown): string;
  /** SHA-256 of UTF-8 text, base64url. */
  text(value: string): string;
  /** Whether two digests are the same; takes as long wherever they differ. */
  isSame(one: string, other: string): boolean;
}

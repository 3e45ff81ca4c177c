import canonicalize from "canonicalize";
import {
  hashedDefinition,
  type ToolDefinition as WholeDefinition,
} from "../domain/authority/tool-definition.ts";
import { EarshotError } from "../domain/errors.ts";
import type { JsonObject } from "../domain/json.ts";
import { present } from "../domain/present.ts";
import { hashText } from "./hash-text.ts";

/** How a tool describes itself to its callers. */
export interface ToolDefinition {
  readonly name: string;
  readonly description?: string | undefined;
  /** JSON Schema of its arguments. */
  readonly inputSchema?: unknown;
  /** The command line or the address of its server. */
  readonly server?: string | undefined;
  /** Whatever else it says: its title, annotations, output schema. */
  readonly more?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The digest of a tool's definition, 64 hexadecimal digits: SHA-256 of `earshot.tool.v1`, or `.v2` if there
 * is `more`, NUL and the canonical form (RFC 8785). It changes with anything that the tool says, or its server.
 * @example
 * ```ts
 * import { hashTool } from "earshot/guard";
 *
 * console.log(hashTool({ name: "transfer", description: "Sends money.", inputSchema: { type: "object" } }));
 * ```
 */
export function hashTool(tool: ToolDefinition): string {
  const { form, content } = hashedDefinition(definitionOf(tool));
  return hashText(`${form}\0${canonicalOf(content)}`);
}

/** Everything that goes into the digest of a tool, as an authorization carries it. */
export function definitionOf({
  name,
  description,
  inputSchema,
  server,
  more = {},
}: ToolDefinition): WholeDefinition {
  const saysMore = Object.keys(more).length > 0;
  return {
    name,
    description: description ?? null,
    inputSchema: (inputSchema ?? null) as WholeDefinition["inputSchema"],
    server: server ?? null,
    ...present({ more: saysMore ? (more as JsonObject) : undefined }),
  };
}

function canonicalOf(definition: { readonly name: string }): string {
  try {
    return canonicalize(definition) ?? "";
  } catch (cause) {
    throw new EarshotError(
      "INVALID_INPUT",
      `The definition of the tool ${definition.name} holds something that JSON cannot carry, so no digest can be made of it.`,
      { cause, details: { tool: definition.name } },
    );
  }
}

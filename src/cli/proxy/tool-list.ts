import type { Tool } from "@modelcontextprotocol/server";
import { present } from "../../domain/present.ts";
import { awaitApprovalTool, awaitNameAmong } from "./await-approval.ts";
import type { PinnedTool } from "./catalog.ts";

/** Where a listed tool carries the digest of its definition. */
const HASH_META = "earshot/tool-hash";

type OutputSchema = NonNullable<Tool["outputSchema"]>;

/** What a call returns while people have not decided. */
const PENDING_SCHEMA = {
  type: "object",
  properties: { status: { const: "pending" }, request_id: { type: "string" } },
  required: ["status", "request_id"],
} as const;

/** The server's tools as they are, each with its digest, and the proxy's own. */
export function listedTools(pinned: readonly PinnedTool[]): Tool[] {
  const own = awaitApprovalTool(awaitNameAmong(pinned.map(({ tool }) => tool.name)));
  return [...pinned.map(listed), own];
}

function listed({ tool, hash }: PinnedTool): Tool {
  const { outputSchema, _meta, ...rest } = tool;
  const schema = withPending(outputSchema);
  return {
    ...(rest as Tool),
    ...present({ outputSchema: schema }),
    _meta: { ..._meta, [HASH_META]: hash },
  };
}

/**
 * Clients hold every result against the schema: it has to let through that a call is pending. One
 * with references would mean something else inside another schema, and is left out.
 */
function withPending(schema: unknown): OutputSchema | undefined {
  if (typeof schema !== "object" || schema === null) return undefined;
  const isObject = (schema as { type?: unknown }).type === "object";
  if (!isObject || JSON.stringify(schema).includes('"$ref"')) return undefined;
  return { type: "object", anyOf: [schema, PENDING_SCHEMA] } as OutputSchema;
}

import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  classifyInboundRequest,
  type InboundClassificationOutcome,
  isJsonContentType,
  type JSONRPCRequest,
  type ProgressToken,
  type RequestId,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";
import type { Json, JsonObject } from "../domain/json.ts";
import { showsForms } from "./client-capabilities.ts";
import { MODERN_REVISION } from "./facts.ts";
import { declaresTasks, TASK_TOOLS } from "./tasks.ts";
import { AT_CLIENT } from "./tool-list.ts";

/** A `tools/call` of either era that can end only in the result of a tool. */
export interface PlainCall {
  readonly id: RequestId;
  readonly name: string;
  readonly args: JsonObject;
  readonly token: ProgressToken | undefined;
  readonly isModern: boolean;
}

/**
 * Recognizes the one call that is held in great numbers. Undefined for everything else, malformed calls of
 * this kind included: the SDK serves those, or refuses them in the right words.
 */
export function plainCall(
  { method, headers }: IncomingMessage,
  body: Json | undefined,
  names: ReadonlySet<string>,
): PlainCall | undefined {
  if (method !== "POST" || !takesBoth(headers) || !isObject(body)) return undefined;
  const outcome = classifyInboundRequest({
    httpMethod: method,
    ...header("protocolVersionHeader", headers["mcp-protocol-version"]),
    ...header("mcpMethodHeader", headers["mcp-method"]),
    ...header("mcpNameHeader", headers["mcp-name"]),
    body,
  });
  const message = body as unknown as JSONRPCRequest;
  if (!isServable(outcome, headers, message)) return undefined;
  const call = readCall(message, names);
  if (call === undefined) return undefined;
  const isModern = outcome.kind === "modern";
  if (isModern && mayEndOtherwise(call)) return undefined;
  const { id, name, args, token } = call;
  return { id, name, args, token, isModern };
}

type Call = Omit<PlainCall, "isModern"> & { readonly meta: Readonly<Record<string, unknown>> };

function readCall({ id, params }: JSONRPCRequest, names: ReadonlySet<string>): Call | undefined {
  const { name, arguments: args = {}, _meta: meta = {}, ...rest } = params ?? {};
  const isPlain = !("requestState" in rest) && !("inputResponses" in rest);
  if (!isPlain || typeof name !== "string" || !names.has(name)) return undefined;
  if (!isObject(args) || !isObject(meta)) return undefined;
  const token = meta["progressToken"];
  if (token !== undefined && typeof token !== "string" && !Number.isSafeInteger(token)) {
    return undefined;
  }
  return { id, name, args: args as JsonObject, token: token as ProgressToken | undefined, meta };
}

/** Whether it may end in a task, or in a form for the person at the client. */
function mayEndOtherwise({ name, args, meta }: Call): boolean {
  const capabilities = meta[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  if (declaresTasks(capabilities) && TASK_TOOLS.has(name)) return true;
  return args[AT_CLIENT] !== undefined && showsForms(capabilities);
}

/** Whether the SDK would accept each header. */
function isServable(
  outcome: InboundClassificationOutcome,
  headers: IncomingHttpHeaders,
  { method, params }: JSONRPCRequest,
): boolean {
  const version = headers["mcp-protocol-version"];
  switch (outcome.kind) {
    case "reject":
      return false;
    case "legacy":
      return (
        outcome.reason === "no-claim" &&
        method === "tools/call" &&
        (version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(version)))
      );
    case "modern":
      return (
        method === "tools/call" &&
        outcome.messageKind === "request" &&
        outcome.classification.revision === MODERN_REVISION &&
        version === MODERN_REVISION &&
        headers["mcp-method"] === method &&
        headers["mcp-name"] === params?.["name"]
      );
  }
}

function takesBoth({ accept = "", "content-type": type }: IncomingHttpHeaders): boolean {
  return (
    isJsonContentType(type ?? null) &&
    accept.includes("application/json") &&
    accept.includes("text/event-stream")
  );
}

function header<N extends string>(name: N, value: string | string[] | undefined) {
  return (value === undefined ? {} : { [name]: String(value) }) as { readonly [K in N]?: string };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

import type { Json, JsonObject } from "../../../src/domain/json.ts";
import { present } from "../../../src/domain/present.ts";

/*
 * MCP revision 2026-07-28 by hand: everything that is sent is written here, and no library adds to
 * it.
 */

export const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";

const REVISION = "2026-07-28";
const META = "io.modelcontextprotocol/";

export interface RawReply {
  readonly status: number;
  readonly result?: JsonObject;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Json };
}

export interface RawClientOptions {
  readonly url: () => string;
  readonly key: string;
  /** The capabilities that the client sends with every call. */
  readonly capabilities?: JsonObject;
}

export type RawClient = (method: string, params: JsonObject) => Promise<RawReply>;

export function createRawClient(options: RawClientOptions): RawClient {
  const { url, key, capabilities = { extensions: { [TASKS_EXTENSION]: {} } } } = options;
  let lastId = 0;

  return async (method, params) => {
    lastId += 1;
    const name = params["taskId"] ?? params["name"];
    const response = await fetch(`${url()}/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": REVISION,
        "mcp-method": method,
        ...present({ "mcp-name": name === undefined ? undefined : String(name) }),
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: lastId,
        method,
        params: {
          ...params,
          _meta: {
            [`${META}protocolVersion`]: REVISION,
            [`${META}clientInfo`]: { name: "raw", version: "1.0.0" },
            [`${META}clientCapabilities`]: capabilities,
          },
        },
      }),
    });
    const { result, error } = readReply(await response.text(), lastId);
    return { status: response.status, ...present({ result, error }) };
  };
}

/** The message that answers the call, from a body with one message or a stream of several. */
function readReply(text: string, id: number): Omit<RawReply, "status"> {
  const messages = text.startsWith("{")
    ? [text]
    : text
        .split("\n")
        .filter((line) => line.startsWith("data: "))
        .map((line) => line.slice("data: ".length));
  const reply = messages.map((message) => JSON.parse(message)).find((message) => message.id === id);
  if (reply === undefined) throw new Error(`No message answers call ${id}: ${text}`);
  return reply;
}

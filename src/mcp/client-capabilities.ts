import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";

/** What the client can do: in the modern era it says so with every call, before once at the start. */
export function capabilitiesOf(server: Server, ctx: ServerContext): ClientCapabilities | undefined {
  const envelope: Readonly<Record<string, unknown>> = ctx.mcpReq.envelope ?? {};
  const said = envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  return said ?? server.getClientCapabilities();
}

/** Whether it can show a form; a client that names no mode of elicitation can. */
export function showsForms({ elicitation }: ClientCapabilities = {}): boolean {
  return (
    elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
  );
}

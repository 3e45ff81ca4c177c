import type {
  McpRequestContext,
  Server,
  ServerCapabilities,
  ServerContext,
  Tool,
} from "@modelcontextprotocol/server";

/** What a result handler may return: any result of the protocol, tasks included. */
export type AnyResult = Readonly<Record<string, unknown>>;

/**
 * What a server offers beside Earshot's tools. Only the profile for the protocol's conformance suite has one.
 */
export interface McpExtension {
  readonly capabilities: ServerCapabilities;
  /** Added to `tools/list`. */
  readonly tools: readonly Tool[];
  callTool(
    params: { readonly name: string; readonly arguments?: Readonly<Record<string, unknown>> },
    ctx: ServerContext,
  ): Promise<AnyResult>;
  /** Each returns undefined for a task that is not its own. */
  readonly tasks?: {
    get(id: string, ctx: ServerContext): Promise<AnyResult> | undefined;
    update(
      id: string,
      params: Readonly<Record<string, unknown>>,
      ctx: ServerContext,
    ): Promise<AnyResult> | undefined;
    cancel(id: string, ctx: ServerContext): Promise<AnyResult> | undefined;
  };
  /** Registers whatever else it serves on a new server. */
  install(server: Server, ctx: McpRequestContext): void;
}

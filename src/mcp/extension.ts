import type {
  McpRequestContext,
  Server,
  ServerCapabilities,
  ServerContext,
  Tool,
} from "@modelcontextprotocol/server";

/** What a result handler may give back: any result of the protocol, a task among them. */
export type AnyResult = Readonly<Record<string, unknown>>;

/**
 * What a server offers beside Earshot's tools. Only the profile that the protocol's conformance
 * suite is run against has one.
 */
export interface McpExtension {
  readonly capabilities: ServerCapabilities;
  /** Added to `tools/list`. */
  readonly tools: readonly Tool[];
  callTool(
    params: { readonly name: string; readonly arguments?: Readonly<Record<string, unknown>> },
    ctx: ServerContext,
  ): Promise<AnyResult>;
  /** Each gives undefined for the id of a task that is not its own. */
  readonly tasks?: {
    get(id: string, ctx: ServerContext): Promise<AnyResult> | undefined;
    update(
      id: string,
      params: Readonly<Record<string, unknown>>,
      ctx: ServerContext,
    ): Promise<AnyResult> | undefined;
    cancel(id: string, ctx: ServerContext): Promise<AnyResult> | undefined;
  };
  /** Registers whatever else it serves on a server that has just been made. */
  install(server: Server, ctx: McpRequestContext): void;
}

import type { Tool } from "@modelcontextprotocol/client";
import type { ToolDefinition } from "../../domain/authority/tool-definition.ts";
import { definitionOf, hashTool } from "../../guard/hash-tool.ts";

/** A tool of the upstream server, with the current digest of its definition. */
export interface PinnedTool {
  readonly tool: Tool;
  readonly hash: string;
  /** What the digest covers. */
  readonly definition: ToolDefinition;
}

export interface Catalog {
  /** As the server last said, for those who look at the list. */
  all(): Promise<readonly PinnedTool[]>;
  /** As the server last said; undefined if it has not said yet, or has announced a change. */
  known(name: string): Promise<PinnedTool | undefined>;
  /** As the server says at this moment: it need not have announced a change. */
  find(name: string): Promise<PinnedTool | undefined>;
  /** What is known may be old: it is read again when it is next needed. */
  forget(): void;
}

export function createCatalog(list: () => Promise<readonly Tool[]>, server: string): Catalog {
  let known: Promise<readonly Tool[]> | undefined;

  function refresh(): Promise<readonly Tool[]> {
    const reading = list();
    known = reading;
    reading.catch(() => {
      if (known === reading) known = undefined;
    });
    return reading;
  }

  function pin(tool: Tool): PinnedTool {
    const { name, description, inputSchema } = tool;
    const told = { name, description, inputSchema, server };
    return { tool, hash: hashTool(told), definition: definitionOf(told) };
  }

  function named(name: string, tools: readonly Tool[]): PinnedTool | undefined {
    const tool = tools.findLast((listed) => listed.name === name);
    return tool === undefined ? undefined : pin(tool);
  }

  return {
    async all() {
      return (await (known ?? refresh())).map(pin);
    },
    known: async (name) => named(name, (await known) ?? []),
    find: async (name) => named(name, await refresh()),
    forget() {
      known = undefined;
    },
  };
}

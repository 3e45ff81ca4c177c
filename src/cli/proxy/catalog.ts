import type { Tool } from "@modelcontextprotocol/client";
import { present } from "../../domain/present.ts";
import { utf8Length } from "../../domain/text.ts";
import { definitionOf, hashTool } from "../../guard/hash-tool.ts";
import { METHODS, type Offer, type PinnedTool } from "./offer.ts";
import type { Voice } from "./voice.ts";

export interface Catalog {
  /** As the server last said, for those who look at the list. */
  all(): Promise<readonly PinnedTool[]>;
  /** The same without what the policy denies outright as it is now. */
  allowed(): Promise<readonly PinnedTool[]>;
  /** As the server last said; undefined if it has not said yet, or has announced a change. */
  known(name: string): Promise<PinnedTool | undefined>;
  /** As the server says at this moment: it need not have announced a change. */
  find(name: string): Promise<PinnedTool | undefined>;
  /** What is known may be old: it is read again when it is next needed. */
  forget(): void;
}

export interface CatalogOptions {
  list(): Promise<readonly Tool[]>;
  /** Names the server in each definition. */
  readonly server: string;
  readonly offer: Offer;
  readonly voice: Voice;
}

/** Of a definition, and of a schema alone. */
export const MAX_SCHEMA_BYTES = 64 * 1024;

export function createCatalog({ list, server, offer, voice }: CatalogOptions): Catalog {
  let known: Promise<readonly PinnedTool[]> | undefined;
  let offered: { readonly text: string; readonly tools: readonly PinnedTool[] } | undefined;

  /** Earshot hears of a list before any call by it: it says which tools are new. */
  async function read(): Promise<readonly PinnedTool[]> {
    const text = JSON.stringify(await list());
    if (text === offered?.text) return offered.tools;
    const listed = voice.ofServer(JSON.parse(text) as readonly Tool[]);
    const tools = listed.filter(isOwnName).map(pin);
    await offer.tools(tools);
    offered = { text, tools };
    return tools;
  }

  function refresh(): Promise<readonly PinnedTool[]> {
    const reading = read();
    known = reading;
    reading.catch(() => {
      if (known === reading) known = undefined;
    });
    return reading;
  }

  function pin(tool: Tool): PinnedTool {
    const { name, description, inputSchema, ...more } = tool;
    const told = { name, description, inputSchema, server, more };
    const definition = definitionOf(told);
    const isShort = utf8Length(JSON.stringify(definition)) <= MAX_SCHEMA_BYTES;
    return {
      tool,
      hash: hashTool(told),
      ...present({ definition: isShort ? definition : undefined }),
    };
  }

  return {
    all: async () => await (known ?? refresh()),
    async allowed() {
      const tools = await (known ?? refresh());
      const denied = await offer.tools(tools);
      return tools.filter(({ tool }) => !denied.has(tool.name));
    },
    known: async (name) => named(name, (await known) ?? []),
    find: async (name) => named(name, await refresh()),
    forget() {
      known = undefined;
    },
  };
}

function named(name: string, tools: readonly PinnedTool[]): PinnedTool | undefined {
  return tools.findLast(({ tool }) => tool.name === name);
}

/** A rule about what is read of a server must not be about a tool that takes its name. */
function isOwnName({ name }: Tool): boolean {
  return !Object.values<string>(METHODS).includes(name);
}

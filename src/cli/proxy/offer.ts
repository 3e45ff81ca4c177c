import type { Tool } from "@modelcontextprotocol/client";
import { isToolName, type ToolDefinition } from "../../domain/authority/tool-definition.ts";
import { present } from "../../domain/present.ts";
import { utf8Length } from "../../domain/text.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";

/** What a server does beside its tools, as tools by these names: no server's own tool has one of them. */
export const METHODS = {
  resource: "resources/read",
  prompt: "prompts/get",
  completion: "completion/complete",
} as const;
export type Method = (typeof METHODS)[keyof typeof METHODS];

/** One call carries at most 4 MiB; longer definitions are told with the calls of their tools. */
const MAX_TOLD_BYTES = 2 * 1024 * 1024;

/** A tool of the upstream server, with the current digest of its definition. */
export interface PinnedTool {
  readonly tool: Tool;
  readonly hash: string;
  /** What the digest covers: all that the tool says; absent if it is too long to be kept. */
  readonly definition?: ToolDefinition;
}

/** What Earshot is told of a server, and says of it. */
export interface Offer {
  /** Tells all tools; brings those that the policy denies outright. */
  tools(listed: readonly PinnedTool[]): Promise<ReadonlySet<string>>;
  /** Whether the policy denies a method outright. */
  denies(method: Method): Promise<boolean>;
}

export function createOffer(earshot: Pick<Earshot, "offerTools">, server: string): Offer {
  /** Digests of definitions that need not be told again. */
  const told = new Set<string>();
  return {
    async tools(listed) {
      let left = MAX_TOLD_BYTES;
      const fitting = (definition: ToolDefinition | undefined) => {
        left -= utf8Length(JSON.stringify(definition ?? null));
        return left < 0 ? undefined : definition;
      };
      const tools = listed
        // Any other cannot be called either.
        .filter(({ tool: { name } }) => isToolName(name))
        .map(({ tool: { name }, hash, definition }) => ({
          tool: name,
          hash,
          ...present({ definition: told.has(hash) ? undefined : fitting(definition) }),
        }));
      const { denied } = await earshot.offerTools({ server, tools });
      for (const { hash, definition } of tools) if (definition !== undefined) told.add(hash);
      return new Set(denied);
    },
    async denies(method) {
      const { denied } = await earshot.offerTools({ server, methods: [method] });
      return denied.length > 0;
    },
  };
}

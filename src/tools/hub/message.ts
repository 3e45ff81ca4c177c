import { z } from "zod";
import type { MessagePlace } from "../../domain/hub/message-rules.ts";
import { type Reachable, reachableText } from "../../domain/hub/reachable.ts";
import { defineTool } from "../registry/define-tool.ts";
import { MESSAGE_FACTS } from "./message-facts.ts";
import { MessageInput } from "./message-input.ts";
import { queueMessage } from "./queue-message.ts";

export interface MessageOptions {
  /** Used by calls that name no channel and belong to no conversation. */
  readonly channel?: MessagePlace;
  /** The people whom its description lists: `(await earshot.reachable()).items`. */
  readonly reachable?: readonly Reachable[];
}

/**
 * The tool `message`, whose result is text.
 * @example
 * ```ts
 * import { createMessage, createToolRegistry, TOOL_SETS } from "earshot/tools";
 *
 * const message = createMessage({ channel: "inbox" });
 * const registry = createToolRegistry([...TOOL_SETS.classic, message]);
 * ```
 */
export function createMessage({ channel, reachable }: MessageOptions = {}) {
  const { description } = MESSAGE_FACTS;
  return defineTool({
    ...MESSAGE_FACTS,
    description:
      reachable === undefined ? description : `${description} ${reachableText(reachable)}`,
    input: MessageInput,
    output: z.string(),
    async execute(input, context) {
      return (await queueMessage(input, context, channel)).text;
    },
  });
}

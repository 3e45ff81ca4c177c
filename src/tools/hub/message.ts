import { z } from "zod";
import type { MessagePlace } from "../../domain/message-rules.ts";
import { defineTool } from "../define-tool.ts";
import { MESSAGE_FACTS } from "./message-facts.ts";
import { MessageInput } from "./message-input.ts";
import { queueMessage } from "./queue-message.ts";

export interface MessageOptions {
  /** For calls that name no channel and belong to no conversation. */
  readonly channel?: MessagePlace;
}

/** The tool `message`, whose result is text. */
export function createMessage({ channel }: MessageOptions = {}) {
  return defineTool({
    ...MESSAGE_FACTS,
    input: MessageInput,
    output: z.string(),
    async execute(input, context) {
      return (await queueMessage(input, context, channel)).text;
    },
  });
}

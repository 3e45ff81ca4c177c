import { z } from "zod";
import { MAX_CHAT_ID_LENGTH } from "../../domain/limits.ts";

const UNPRINTABLE = /[\s\p{Cc}\p{Cf}]/u;

const chatId = z
  .string()
  .min(1, { abort: true, error: "it is empty; give the chat, person or address to send to" })
  .max(MAX_CHAT_ID_LENGTH, {
    abort: true,
    error: `it is longer than ${MAX_CHAT_ID_LENGTH} characters`,
  })
  .refine((text) => !UNPRINTABLE.test(text), {
    error: "it holds white space or control characters",
  })
  .describe(
    `Who it reaches: the name of an operator or of a linked chat, or either as the channel names it, such as C0123 on Slack, a number on Telegram, an e-mail address. 1 to ${MAX_CHAT_ID_LENGTH} characters without white space. On console and inbox it is the name of an operator.`,
  );

const content = z
  .string()
  .min(1, { abort: true, error: "it is empty; give the text to send" })
  // Every platform refuses an empty message, and would do so where nobody sees it.
  .refine((text) => text.trim() !== "", { error: "it is blank; give the text to send" })
  .describe(
    "What is sent: text, plain or in Markdown (headings, lists, tables, code, bold), which each channel shows in its own formatting. HTML is shown as text, an image as its address. What is too long for one message of the channel is split.",
  );

// Any text: an unknown channel is not a fault in the shape of a call.
const channel = z
  .string()
  .optional()
  .describe(
    "By which channel: console, inbox, slack, telegram, email, webhook, or another one that is set up here. The channel of the current conversation where absent.",
  );

/** The tool's input in each of its sets. */
export const MessageInput = z.object({ chat_id: chatId, content, channel });

import type { MessageRule, MessageRules } from "../hub/message-rules.ts";
import { messagePlace } from "./channel-kind-form.ts";
import { described, fields, list, mapped, type Part } from "./form-fields.ts";
import { pattern } from "./read-conditions.ts";

const MAX_RULES = 200;
const MAX_PATTERNS = 200;
const MAX_PLACES = 50;

const messageRule: Part<MessageRule> = fields<MessageRule>({
  of: "a rule of allow",
  isFilled: true,
  keys: {
    agents: {
      as: "agents",
      part: described(
        list(pattern, MAX_PATTERNS),
        "Names of agents, with * for any characters and ? for one; every agent if absent.",
      ),
    },
    channels: {
      as: "channels",
      part: described(list(messagePlace, MAX_PLACES), "Where it goes; every channel if absent."),
    },
    chats: {
      as: "chats",
      part: described(
        list(pattern, MAX_PATTERNS),
        "The same for chats, by the channel's names; every chat if absent.",
      ),
    },
  },
});

/** The key `messages` of a policy file. */
export const messagesForm: Part<MessageRules> = mapped(
  fields<MessageRules>({
    of: "messages",
    isFilled: true,
    keys: {
      allow: {
        as: "allow",
        part: described(
          list(messageRule, MAX_RULES, 0),
          "An agent may send if one of these allows it; an empty list allows nothing.",
        ),
      },
    },
  }),
  ({ allow = [] }) => ({ allow }),
);

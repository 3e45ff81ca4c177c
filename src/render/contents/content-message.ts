import type { Content } from "../../ports/channels/channel.ts";
import type { RenderMessages } from "../messages/messages.ts";
import { agentSaid, inLanguage, note, subjectOf } from "./content-blocks.ts";

export interface MessageContentOptions {
  readonly words: RenderMessages;
  readonly agentName: string;
  readonly text: string;
  /** If one post is too small for it: which part this is, from 1. */
  readonly part?: { readonly index: number; readonly of: number };
  /** This is a repeat, in case the first attempt arrived after all. */
  readonly isResent?: boolean;
}

/** A message from an agent, or one part of it, as a channel shows it. */
export function messageContent(options: MessageContentOptions): Content {
  const { words, agentName, text, part, isResent = false } = options;
  return inLanguage(words, {
    subject: subjectOf(agentName, text),
    opens: "said",
    blocks: [
      ...(isResent ? [note(words.say("post.resent"))] : []),
      agentSaid(agentName, text),
      ...(part === undefined || part.of < 2
        ? []
        : [note(words.say("post.part", { index: part.index, of: part.of }))]),
    ],
    controls: [],
  });
}

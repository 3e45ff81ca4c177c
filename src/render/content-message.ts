import type { Content } from "../ports/channels/channel.ts";
import { agentSaid, note, subjectOf } from "./content-blocks.ts";

export interface MessageContentOptions {
  readonly agentName: string;
  readonly text: string;
  /** If one post is too small for it: which part this is, from 1. */
  readonly part?: { readonly index: number; readonly of: number };
  /** This is a repeat, in case the first attempt arrived after all. */
  readonly isResent?: boolean;
}

/** A message from an agent, or one part of it, as a channel shows it. */
export function messageContent(options: MessageContentOptions): Content {
  const { agentName, text, part, isResent = false } = options;
  return {
    subject: subjectOf(agentName, text),
    opens: "said",
    blocks: [
      ...(isResent ? [note(RESENT)] : []),
      agentSaid(agentName, text),
      ...(part === undefined || part.of < 2 ? [] : [note(`Part ${part.index} of ${part.of}`)]),
    ],
    controls: [],
  };
}

export const RESENT =
  "This may stand here twice: nobody knows whether the first one was delivered.";

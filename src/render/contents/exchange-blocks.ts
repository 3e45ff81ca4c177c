import type { ShownRequest } from "../../domain/requests/request.ts";
import type { ContentBlock } from "../../ports/channels/channel.ts";
import { exchangeOf } from "../exchange.ts";
import type { RenderMessages } from "../messages/messages.ts";
import { note, said } from "./content-blocks.ts";

/** In a post, which has to leave room for the action. */
const MOST_IN_POST = 3;

/** What was asked of the agent, for a post; what the agent answered is marked as its own words each time. */
export function exchangeBlocks(
  request: ShownRequest,
  words: RenderMessages,
): readonly ContentBlock[] {
  const all = exchangeOf(request);
  const left = all.length - MOST_IN_POST;
  return [
    ...(left > 0 ? [note(words.say("exchange.earlier", { count: left }))] : []),
    ...all
      .slice(-MOST_IN_POST)
      .flatMap(({ asker, asked, answer }) => [
        note(words.say("exchange.asked")),
        said(asker, asked),
        ...(answer === undefined
          ? [note(words.say("exchange.unanswered"))]
          : [note(words.say("exchange.answers")), said(request.agentName, answer)]),
      ]),
  ];
}

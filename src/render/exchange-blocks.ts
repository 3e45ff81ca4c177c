import type { ShownRequest } from "../domain/requests/request.ts";
import type { ContentBlock } from "../ports/channels/channel.ts";
import { note, said } from "./content-blocks.ts";
import { exchangeOf } from "./exchange.ts";

/** In a post, which has to leave room for the action. */
const MOST_IN_POST = 3;

/** What was asked of the agent, for a post; what the agent answered is marked as its own words each time. */
export function exchangeBlocks(request: ShownRequest): readonly ContentBlock[] {
  const all = exchangeOf(request);
  const left = all.length - MOST_IN_POST;
  return [
    ...(left > 0 ? [note(`${left} earlier questions to the agent stand on the page`)] : []),
    ...all
      .slice(-MOST_IN_POST)
      .flatMap(({ asker, asked, answer }) => [
        note("Asked of the agent before the decision"),
        said(asker, asked),
        ...(answer === undefined
          ? [note("The agent has not answered yet")]
          : [
              note("THE AGENT ANSWERS: unverified, in its own words"),
              said(request.agentName, answer),
            ]),
      ]),
  ];
}

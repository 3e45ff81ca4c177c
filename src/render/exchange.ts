import type { ShownRequest } from "../domain/requests/request.ts";
import type { ContentBlock } from "../ports/channels/channel.ts";
import { note, said, shownName } from "./content-blocks.ts";
import { oneLine } from "./visible-text.ts";

/** What a person asked the agent before the decision, with nothing hidden in it. */
export interface Exchanged {
  readonly number: number;
  readonly asker: string;
  readonly asked: string;
  /** The agent's words, which nobody has checked; absent until it has answered. */
  readonly answer?: string;
}

/** Of each text. The page shows all of it. */
const SHOWN_CHARS = 500;
/** In a post, which has to leave room for the action. */
const MOST_IN_POST = 3;

export function exchangeOf({ askedBack = [] }: ShownRequest): readonly Exchanged[] {
  return askedBack.map(({ number, text, by, answer }) => ({
    number,
    asker: shownName(by.name),
    asked: oneLine(text, SHOWN_CHARS),
    ...(answer !== undefined && { answer: oneLine(answer.text, SHOWN_CHARS) }),
  }));
}

/** The same for a post; what the agent answered is marked as its own words each time. */
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

import type { Event } from "../../domain/log/event.ts";

/** Parses server-sent events as they arrive, in pieces of any length. */
export interface EventLines {
  /** The events that this piece completes. */
  add(piece: string): readonly Event[];
}

export function createEventLines(): EventLines {
  let rest = "";
  return {
    add(piece) {
      const blocks = (rest + piece).split("\n\n");
      rest = blocks.pop() ?? "";
      return blocks.flatMap(eventsOf);
    },
  };
}

function eventsOf(block: string): readonly Event[] {
  return block
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => JSON.parse(line.slice("data: ".length)) as Event);
}

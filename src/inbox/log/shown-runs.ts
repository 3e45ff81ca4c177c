import type { Event } from "../../domain/log/event.ts";

/*
 * That items were shown to people makes most of a log, and says little: what of it follows one another
 * is one line, which is opened by choice. The log itself is as it was.
 */

/** Newest first. */
export type ShownRun = readonly [Event, Event, ...Event[]];
export type LogLine = { readonly event: Event } | { readonly run: ShownRun };

/** The events in their order, with runs of what was only shown as one. */
export function linesOf(events: readonly Event[]): readonly LogLine[] {
  const lines: LogLine[] = [];
  let run: Event[] = [];
  const close = () => {
    const [first, second, ...rest] = run;
    if (first !== undefined) {
      lines.push(second === undefined ? { event: first } : { run: [first, second, ...rest] });
    }
    run = [];
  };
  for (const event of events) {
    if (event.type === "delivery.sent") {
      run.push(event);
      continue;
    }
    close();
    lines.push({ event });
  }
  close();
  return lines;
}

/** Who was shown something in a run, each once, in the order of names. */
export function shownTo(run: ShownRun, nameOf: (event: Event) => string): readonly string[] {
  return [...new Set(run.map(nameOf))].toSorted((one, other) => one.localeCompare(other));
}

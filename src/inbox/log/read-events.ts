import { EarshotError } from "../../domain/errors.ts";
import type { Event } from "../../domain/log/event.ts";
import { pageHeaders } from "../server/page-secret.ts";
import { createEventLines } from "./event-lines.ts";

/** The events behind `after` up to `to`, oldest first. */
export async function readEvents(after: number, to: number): Promise<readonly Event[]> {
  if (to <= after) return [];
  const stop = new AbortController();
  const { signal } = stop;
  const response = await fetch(`/v1/events?after=${after}`, { headers: pageHeaders(), signal });
  if (!response.ok || response.body === null) throw await refused(response);
  const events: Event[] = [];
  const lines = createEventLines();
  const pieces = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await pieces.read();
    if (done) return events;
    events.push(...lines.add(value).filter(({ seq }) => seq <= to));
    // The stream goes on to the end of the log, of which only this part was wanted.
    if ((events.at(-1)?.seq ?? 0) >= to) {
      stop.abort();
      return events;
    }
  }
}

async function refused(response: Response): Promise<EarshotError> {
  const body: unknown = await response.json().catch(() => undefined);
  const detail = (body as { readonly detail?: string } | undefined)?.detail;
  const code = response.status === 401 ? "NOT_SIGNED_IN" : "STORE_UNAVAILABLE";
  return new EarshotError(code, detail ?? `The server answered with ${response.status}.`);
}

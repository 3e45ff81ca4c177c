import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { EarshotError } from "../../domain/errors.ts";
import type { Event } from "../../domain/log/event.ts";
import { useEvents } from "../parts/use-events.ts";
import { follow } from "../server/live.ts";
import { isSignedOut } from "../server/me.ts";
import { pageHeaders } from "../server/page-secret.ts";
import { newestSeq } from "../server/stream.ts";
import { createEventLines } from "./event-lines.ts";
import { say } from "./messages/messages.ts";

const PAGE = 200;

export interface Log {
  /** Newest first. */
  readonly events: readonly Event[];
  /** What came since the list was read; not shown, so that nothing moves while somebody reads. */
  readonly fresh: number;
  /** Sequence number of the oldest one read; 1 at the beginning of the log. */
  readonly oldest: number;
  readonly isBusy: boolean;
  readonly error: unknown;
  /** Reads the newest again. */
  reload(): void;
  /** Reads an older page. */
  back(): void;
}

type State = Pick<Log, "events" | "fresh" | "oldest" | "isBusy" | "error">;
const START: State = { events: [], fresh: 0, oldest: Number.NaN, isBusy: true, error: undefined };

/** The log from its end, a page at a time. */
export function useLog(): Log {
  const [state, setState] = useState<State>(START);
  const isReading = useRef(false);

  const read = useCallback((load: () => Promise<Partial<State>>) => {
    if (isReading.current) return;
    isReading.current = true;
    setState((old) => ({ ...old, isBusy: true }));
    const settle = (change: Partial<State>) => {
      isReading.current = false;
      setState((old) => ({ ...old, isBusy: false, ...change }));
    };
    load().then(settle, (error: unknown) => settle(isSignedOut(error) ? {} : { error }));
  }, []);

  const reload = useCallback(() => {
    read(async () => {
      const seq = await newestSeq();
      follow(seq);
      const after = Math.max(seq - PAGE, 0);
      const events = (await readEvents(after, seq)).toReversed();
      return { events, fresh: 0, oldest: after + 1, error: undefined };
    });
  }, [read]);

  const { oldest } = state;
  const back = useCallback(() => {
    read(async () => {
      const after = Math.max(oldest - 1 - PAGE, 0);
      const events = (await readEvents(after, oldest - 1)).toReversed();
      setState((old) => ({ ...old, events: [...old.events, ...events] }));
      return { oldest: after + 1, error: undefined };
    });
  }, [read, oldest]);

  useEffect(reload, [reload]);
  useEvents(() => setState((old) => ({ ...old, fresh: old.fresh + 1 })), reload);
  return { ...state, reload, back };
}

/** The events after `after` up to `to`, oldest first. */
async function readEvents(after: number, to: number): Promise<readonly Event[]> {
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
    // The stream continues to the end of the log, but only this part was wanted.
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
  return new EarshotError(code, detail ?? say("refused", { status: response.status }));
}

import { expect, onTestFinished } from "vitest";
import { Event as EventSchema } from "../../src/contract/schemas/requests.ts";
import type { Event } from "../../src/domain/log/event.ts";
import { present } from "../../src/domain/present.ts";
import { checkProblem } from "./call.ts";

/* Reads a stream of server-sent events as its bytes come, apart from the client's own reader. */

export interface ReaderOptions {
  /** Sent as a bearer key; absent for a caller with a cookie. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly after?: number | undefined;
  readonly lastEventId?: string | undefined;
  /** True where absent. */
  readonly follow?: boolean;
}

export interface EventReader {
  /** The next event; undefined at the end of the stream. */
  next(): Promise<Event | undefined>;
  /** The next events, this many of them. */
  take(count: number): Promise<readonly Event[]>;
  /** Everything up to the end of the stream. */
  rest(): Promise<readonly Event[]>;
  /** Disconnects, as a client does that is killed. */
  close(): void;
}

/**
 * Opens a stream, which is closed with the test at the latest. Throws the problem if it is refused.
 */
export async function openEvents(
  url: string,
  { key, headers, after, lastEventId, follow = true }: ReaderOptions,
): Promise<EventReader> {
  const gone = new AbortController();
  onTestFinished(() => gone.abort());
  const query = new URLSearchParams({
    follow: String(follow),
    ...present({ after: after === undefined ? undefined : String(after) }),
  });
  const response = await fetch(`${url}/v1/events?${query}`, {
    headers: {
      ...present({ authorization: key === undefined ? undefined : `Bearer ${key}` }),
      ...headers,
      ...present({ "last-event-id": lastEventId }),
    },
    signal: gone.signal,
  });
  if (!response.ok) {
    throw Object.assign(new Error("Refused."), checkProblem(response, await response.text()));
  }
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  const events = eventsOf(response.body as ReadableStream<Uint8Array>);

  async function next(): Promise<Event | undefined> {
    const { value } = await events.next();
    return value as Event | undefined;
  }

  async function take(count: number): Promise<readonly Event[]> {
    const taken: Event[] = [];
    while (taken.length < count) {
      const event = await next();
      if (event === undefined) throw new Error(`The stream ended after ${taken.length} events.`);
      taken.push(event);
    }
    return taken;
  }

  async function rest(): Promise<readonly Event[]> {
    const taken: Event[] = [];
    for await (const event of events) taken.push(event);
    return taken;
  }

  return { next, take, rest, close: () => gone.abort() };
}

async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Event, void> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const frames = text.split("\n\n");
    text = frames.pop() ?? "";
    for (const frame of frames) {
      const event = eventOf(frame);
      if (event !== undefined) yield event;
    }
  }
  expect(text, "the stream ends behind a whole frame").toBe("");
}

/** The event of a frame, checked: its id is its sequence number, its name is its type. */
function eventOf(frame: string): Event | undefined {
  if (frame.startsWith(":") || frame.startsWith("retry: ")) return undefined;
  const [, id, name, data] = /^id: (\d+)\nevent: (\S+)\ndata: (\{.*\})$/.exec(frame) ?? [];
  if (data === undefined) throw new Error(`This is no frame of an event: ${frame}`);
  const event = EventSchema.parse(JSON.parse(data)) as Event;
  expect([String(event.seq), event.type]).toEqual([id, name]);
  return event;
}

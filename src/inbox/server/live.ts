import { signal } from "@preact/signals";
import type { Event } from "../../domain/log/event.ts";
import { api } from "./api.ts";
import { isSignedOut } from "./me.ts";
import { newestSeq, openStream, type Stream } from "./stream.ts";

/*
 * The one stream of events of a browser. A browser holds few connections to one server, and a stream
 * takes one for as long as it lasts: one tab holds it and tells the others, and where that is closed
 * another takes it over from where it is. Events have no gaps in their numbers, so that a tab which
 * misses one knows it and asks the holder for what it lacks.
 */

type Told =
  | { readonly type: "event"; readonly event: Event }
  | { readonly type: "state"; readonly state: "live" | "away" }
  /** For one tab, or for all. */
  | { readonly type: "reset"; readonly seq: number; readonly tab?: string }
  | { readonly type: "signed_out" }
  /** A tab asks for what follows. */
  | { readonly type: "from"; readonly seq: number; readonly tab: string };

type Listener = (event: Event) => void;
const listeners = new Set<Listener>();
const resets = new Set<() => void>();

/** `away`: the stream is broken off, and what the page shows may be old. */
export const connection = signal<"live" | "away">("live");

/** Tells of each event once, in order, until what it returns is called. */
export function onEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells when the log is another one than before: whatever was loaded has to be loaded anew. */
export function onReset(listener: () => void): () => void {
  resets.add(listener);
  return () => resets.delete(listener);
}

const NAME = "earshot-events";
const TAB = crypto.randomUUID();
/** For tabs that ask; whoever lacks more loads anew. */
const KEPT = 500;
/** A holder that a phone has put to sleep says nothing, and keeps its lock. */
const PATIENCE_MS = 3_000;

let after = -1;
let following: AbortController | undefined;
let beginning: Promise<void> | undefined;
let stream: Stream | undefined;
let kept: Event[] = [];
let hasHeard = false;
const channel = new BroadcastChannel(NAME);
channel.onmessage = ({ data }: MessageEvent<Told>) => {
  if (data.type !== "from") hasHeard = true;
  void hear(data);
};

/** Follows from the event behind `seq`; where it follows already it goes on from where it is. */
export function follow(seq: number): void {
  if (following !== undefined) return;
  after = Math.max(after, seq);
  following = new AbortController();
  contend(following.signal, {});
  askHolder();
}

/** Resolves once the log is followed, from its end where nobody did: what is loaded then misses nothing. */
export async function beFollowing(): Promise<void> {
  if (following !== undefined) return;
  beginning ??= begin();
  await beginning;
}

async function begin(): Promise<void> {
  try {
    follow(await newestSeq());
  } finally {
    beginning = undefined;
  }
}

/** Ends the stream: somebody else may sign in. */
export function unfollow(): void {
  following?.abort();
  following = undefined;
  after = -1;
  connection.value = "live";
}

/** Waits to hold the stream; granted at once to the first tab, and to the next where that is gone. */
function contend(ended: AbortSignal, { steal = false }: { readonly steal?: boolean }): void {
  navigator.locks
    .request(NAME, steal ? { steal } : { signal: ended }, () => held(ended))
    .catch(() => {
      // Another tab has taken it, or this one has ended before it was its turn.
      drop();
      if (!ended.aborted) contend(ended, {});
    });
}

/** Holds the stream for all tabs until this one ends it. */
async function held(ended: AbortSignal): Promise<void> {
  stream = openStream(after, {
    onEvent: (event) => toAll({ type: "event", event }),
    onState: (state) => toAll({ type: "state", state }),
    onReset: (seq) => toAll({ type: "reset", seq }),
    onSignedOut: () => toAll({ type: "signed_out" }),
  });
  await new Promise((resolve) => ended.addEventListener("abort", resolve));
  drop();
}

function drop(): void {
  stream?.close();
  stream = undefined;
  kept = [];
}

function askHolder(): void {
  say({ type: "from", seq: after, tab: TAB });
}

/** A tab that is looked at does not wait for one that sleeps. */
function wake(): void {
  const ended = following?.signal;
  if (ended === undefined || stream !== undefined || document.visibilityState === "hidden") return;
  hasHeard = false;
  askHolder();
  setTimeout(() => {
    if (!hasHeard && stream === undefined && !ended.aborted) contend(ended, { steal: true });
  }, PATIENCE_MS);
}

document.addEventListener("visibilitychange", wake);

function say(told: Told): void {
  channel.postMessage(told);
}

function toAll(told: Told): void {
  if (told.type === "event") kept = [...kept.slice(1 - KEPT), told.event];
  say(told);
  void hear(told);
}

async function hear(told: Told): Promise<void> {
  if (following === undefined) return;
  switch (told.type) {
    case "event":
      return take(told.event);
    case "state":
      connection.value = told.state;
      return;
    case "reset":
      return reset(told);
    case "signed_out":
      return await leave();
    case "from":
      return giveFrom(told);
  }
}

function take(event: Event): void {
  if (event.seq <= after) return;
  if (event.seq > after + 1 && stream === undefined) {
    askHolder();
    return;
  }
  after = event.seq;
  for (const listener of listeners) listener(event);
}

function reset({ seq, tab = TAB }: { readonly seq: number; readonly tab?: string }): void {
  if (tab !== TAB) return;
  after = seq;
  for (const listener of resets) listener();
}

/** What another tab lacks. Where it is ahead of the stream, the events are still to come. */
function giveFrom({ seq, tab }: { readonly seq: number; readonly tab: string }): void {
  if (stream === undefined) return;
  say({ type: "state", state: connection.peek() });
  if (seq >= after) return;
  const lacking = kept.filter((event) => event.seq > seq);
  if (lacking[0]?.seq === seq + 1) for (const event of lacking) say({ type: "event", event });
  else say({ type: "reset", seq: after, tab });
}

/** The server is asked, since this tab may belong to somebody who has signed in meanwhile. */
async function leave(): Promise<void> {
  unfollow();
  await api.whoami().catch(isSignedOut);
}

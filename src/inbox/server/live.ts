import { signal } from "@preact/signals";
import type { Event } from "../../domain/log/event.ts";
import { api } from "./api.ts";
import { isSignedOut } from "./me.ts";
import { noteAnswer } from "./reach.ts";
import { newestSeq, openStream, type Stream } from "./stream.ts";

/*
 * The one stream of events of a browser. A browser allows few connections to one server, and a
 * stream occupies one as long as it lasts. So one tab holds it and tells the others; when that tab
 * is closed, another takes over from there. Event numbers have no gaps, so a tab that misses one
 * notices and asks the holder for it.
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

/** `away`: the stream broke off, and what the page shows may be old. */
export const connection = signal<"live" | "away">("live");

/** Reports each event once, in order, until the returned function is called. */
export function onEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Reports that the log is a different one than before: everything loaded has to be loaded again.
 */
export function onReset(listener: () => void): () => void {
  resets.add(listener);
  return () => resets.delete(listener);
}

const NAME = "earshot-events";
const TAB = crypto.randomUUID();
/** Kept for tabs that ask; a tab that lacks more reloads. */
const KEPT = 500;
/** A holder that a phone has put to sleep stays silent and keeps its lock. */
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

/** Follows from the event after `seq`; if it already follows, it continues from where it is. */
export function follow(seq: number): void {
  if (following !== undefined) return;
  after = Math.max(after, seq);
  following = new AbortController();
  contend(following.signal, {});
  askHolder();
}

/**
 * Resolves once the log is followed, from its end if nobody followed it yet: what is loaded after
 * that misses nothing.
 */
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

/** Waits to hold the stream; the first tab gets it at once, the next when the first is gone. */
function contend(ended: AbortSignal, { steal = false }: { readonly steal?: boolean }): void {
  navigator.locks
    .request(NAME, steal ? { steal } : { signal: ended }, () => held(ended))
    .catch(() => {
      // Another tab has taken it, or this one ended before its turn.
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

/** A tab that is being looked at does not wait for one that sleeps. */
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
      if (told.state === "live") noteAnswer();
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

/** What another tab lacks. If it is ahead of the stream, the events are still to come. */
function giveFrom({ seq, tab }: { readonly seq: number; readonly tab: string }): void {
  if (stream === undefined) return;
  say({ type: "state", state: connection.peek() });
  if (seq >= after) return;
  const lacking = kept.filter((event) => event.seq > seq);
  if (lacking[0]?.seq === seq + 1) for (const event of lacking) say({ type: "event", event });
  else say({ type: "reset", seq: after, tab });
}

/** The server is asked, since this tab may belong to somebody who has signed in in the meantime. */
async function leave(): Promise<void> {
  unfollow();
  await api.whoami().catch(isSignedOut);
}

import type { SessionCall, SessionEntryBody } from "../../domain/sessions/session.ts";
import { fenced } from "../../domain/sessions/starting-prompt.ts";
import type { ModelMessage, ToolReply } from "../../ports/model/model.ts";
import { NUDGE } from "./host-words.ts";

/*
 * Where a session stands, as its entries tell it. The same function makes it from the entries of an
 * earlier host and from each one as it is recorded, so a session that is taken up again stands exactly
 * where it was left.
 *
 *   prompt   the messages begin
 *   told     a message
 *   reply    a message; its calls are open
 *   begun    the call may have had its effect
 *   done     the call has its result; with the last one the results are a message
 *   others   change nothing that a model hears
 *
 * What was begun and done before the prompt are calls of the session before it.
 */
export interface SessionState {
  readonly entries: number;
  readonly isStarted: boolean;
  readonly messages: readonly ModelMessage[];
  /** The calls of the last reply, until all are done. */
  readonly calls: readonly OpenCall[];
  /** The model's last words, if it called nothing and heard nothing since. */
  readonly final: string | undefined;
  /** What the model said with the open calls. */
  readonly said: string;
  /** Replies of the model. */
  readonly steps: number;
  readonly tokens: number;
  /** Ids of all calls so far. */
  readonly callIds: ReadonlySet<string>;
  readonly begun: ReadonlySet<string>;
  readonly done: ReadonlyMap<string, ToolReply>;
  /** `call check` of each precondition that was checked, and its result. */
  readonly checked: ReadonlyMap<string, string>;
  /** What the host has said by itself. */
  readonly told: ReadonlySet<string>;
  readonly isNudged: boolean;
}

export interface OpenCall extends SessionCall {
  readonly isBegun: boolean;
  readonly reply: ToolReply | undefined;
}

const NOTHING: SessionState = {
  entries: 0,
  isStarted: false,
  messages: [],
  calls: [],
  final: undefined,
  said: "",
  steps: 0,
  tokens: 0,
  callIds: new Set(),
  begun: new Set(),
  done: new Map(),
  checked: new Map(),
  told: new Set(),
  isNudged: false,
};

export function stateOf(bodies: readonly SessionEntryBody[]): SessionState {
  return bodies.reduce(advanceSession, NOTHING);
}

/** The state after one more entry. */
export function advanceSession(before: SessionState, body: SessionEntryBody): SessionState {
  const state = { ...before, entries: before.entries + 1 };
  switch (body.kind) {
    case "prompt":
      return { ...heard(state, body.text), isStarted: true };
    case "told":
      return told(state, body);
    case "reply":
      return replied(state, body);
    case "begun":
      return begun(state, body.call);
    case "done":
      return done(state, body);
    case "checked": {
      const key = checkKey(body.call, body.check);
      return { ...state, checked: new Map(state.checked).set(key, body.text) };
    }
    case "note":
    case "end":
      return state;
    default:
      throw new Error(`Unknown entry ${String(body satisfies never)}`);
  }
}

export function checkKey(call: string, check: string): string {
  return `${call} ${check}`;
}

function heard(state: SessionState, text: string): SessionState {
  return { ...state, messages: withWords(state.messages, text), final: undefined };
}

/** Some models want turns to alternate, so consecutive words become one message. */
function withWords(messages: readonly ModelMessage[], text: string): readonly ModelMessage[] {
  const last = messages.at(-1);
  if (last?.role !== "user") return [...messages, { role: "user", text }];
  return [...messages.slice(0, -1), { role: "user", text: `${last.text}\n\n${text}` }];
}

function told(
  state: SessionState,
  { text, from }: Extract<SessionEntryBody, { kind: "told" }>,
): SessionState {
  if (from !== undefined) return heard(state, fenced(`${from} said meanwhile`, text));
  const next = { ...state, told: new Set(state.told).add(text) };
  return { ...heard(next, text), isNudged: state.isNudged || text === NUDGE };
}

function replied(
  state: SessionState,
  { text, calls, usage }: Extract<SessionEntryBody, { kind: "reply" }>,
): SessionState {
  const isSilent = text.trim() === "" && calls.length === 0;
  const message: ModelMessage = { role: "assistant", text, calls };
  const used = usage === undefined ? 0 : usage.inputTokens + usage.outputTokens;
  return {
    ...state,
    // A server may refuse an empty message.
    messages: isSilent ? state.messages : [...state.messages, message],
    calls: calls.map((call) => ({ ...call, isBegun: false, reply: undefined })),
    final: calls.length === 0 ? text : undefined,
    said: text,
    steps: state.steps + 1,
    tokens: state.tokens + used,
    callIds: new Set([...state.callIds, ...calls.map(({ id }) => id)]),
  };
}

function begun(state: SessionState, id: string): SessionState {
  return {
    ...state,
    begun: new Set(state.begun).add(id),
    callIds: new Set(state.callIds).add(id),
    calls: state.calls.map((call) => (call.id === id ? { ...call, isBegun: true } : call)),
  };
}

function done(
  state: SessionState,
  { call: id, tool: name, text, isError }: Extract<SessionEntryBody, { kind: "done" }>,
): SessionState {
  const reply: ToolReply = { call: id, name, text, isError };
  const next = {
    ...state,
    done: new Map(state.done).set(id, reply),
    callIds: new Set(state.callIds).add(id),
  };
  if (!state.calls.some((call) => call.id === id)) return next;
  const calls = state.calls.map((call) => (call.id === id ? { ...call, reply } : call));
  const replies = calls.flatMap((call) => (call.reply === undefined ? [] : [call.reply]));
  if (replies.length < calls.length) return { ...next, calls };
  // Results go right after the reply, whatever was said since: servers accept them nowhere else.
  const at = state.messages.findLastIndex(({ role }) => role === "assistant") + 1;
  return {
    ...next,
    calls: [],
    messages: state.messages.toSpliced(at, 0, { role: "tool", replies }),
  };
}

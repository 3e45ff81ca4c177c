import type { SessionCall, SessionEntryBody } from "../../domain/sessions/session.ts";
import { utf8Length } from "../../domain/text.ts";

/** Size of a stored entry; the rest is room for how it is sent. */
const MAX_BYTES = 250 * 1024;
const CUT = "\n(The rest was too long to be kept.)";
/** No tool accepts it, so the model hears that it has to write less. */
const CUT_ARGS = "(These arguments were too long to be kept, and nothing was called with them.)";

/** Shortens an entry that is too long for the record: a session goes on from what it stores. */
export function fittingEntry(body: SessionEntryBody): SessionEntryBody {
  if (bytesOf(body) <= MAX_BYTES) return body;
  const short = body.kind === "reply" ? { ...body, calls: shortened(body.calls) } : body;
  if (!("text" in short)) return short;
  const room = MAX_BYTES - bytesOf({ ...short, text: CUT });
  let { text } = short;
  // Characters differ in their size as JSON, so the fitting half is searched for, not calculated.
  while (text !== "" && bytesOf(text) > room) text = text.slice(0, text.length >> 1);
  return text === short.text ? short : { ...short, text: `${text.toWellFormed()}${CUT}` };
}

/** Shortens the longest arguments first, until the calls leave room for the text. */
function shortened(calls: readonly SessionCall[]): readonly SessionCall[] {
  const kept = [...calls];
  const longestFirst = calls
    .map((call, index) => ({ index, bytes: bytesOf(call) }))
    .sort((a, b) => b.bytes - a.bytes);
  for (const { index } of longestFirst) {
    if (bytesOf(kept) <= MAX_BYTES / 2) break;
    const call = kept[index];
    if (call !== undefined) kept[index] = { ...call, args: CUT_ARGS };
  }
  return kept;
}

function bytesOf(value: unknown): number {
  return utf8Length(JSON.stringify(value));
}

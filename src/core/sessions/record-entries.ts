import { EarshotError } from "../../domain/errors.ts";
import { MAX_ENTRIES_RECORDED, MAX_ENTRY_BYTES } from "../../domain/limits.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { utf8Length } from "../../domain/text.ts";
import type { RecordEntriesInput } from "../../ports/earshot/sessions.ts";
import type { Context } from "../call/context.ts";
import { changeHeld } from "./change-held.ts";

/** A model's reply with the arguments of its calls, or a tool's result. */

/** Stores what happened in a session before anything follows from it. */
export async function recordEntries(
  ctx: Context,
  caller: Caller,
  input: RecordEntriesInput,
): Promise<{ readonly entries: number }> {
  const { after, entries } = input;
  check(input);
  const { session } = await changeHeld(ctx, caller, {
    held: input,
    known: (one) => one.status === "running" && one.entries >= after + entries.length,
    plan(one) {
      if (one.entries !== after) throw elsewhere(input, one.entries);
      return { event: { type: "note", entries: 0 }, entries };
    },
  });
  return { entries: session.entries };
}

function check({ id, entries }: RecordEntriesInput): void {
  if (entries.length === 0 || entries.length > MAX_ENTRIES_RECORDED) {
    throw new EarshotError(
      "INVALID_INPUT",
      `Record 1 to ${MAX_ENTRIES_RECORDED} entries in one call.`,
    );
  }
  for (const entry of entries) {
    // An end entry would stand there before the session has ended, or without that.
    if (entry.kind === "end") {
      throw new EarshotError(
        "INVALID_INPUT",
        "The end of a session is recorded when it ends: end it.",
      );
    }
    const bytes = utf8Length(JSON.stringify(entry));
    if (bytes <= MAX_ENTRY_BYTES) continue;
    throw new EarshotError(
      "TOO_LARGE",
      `An entry of session ${id} has ${bytes} bytes; at most ${MAX_ENTRY_BYTES} fit. Shorten the result of the tool.`,
      { details: { id, bytes, maxBytes: MAX_ENTRY_BYTES } },
    );
  }
}

function elsewhere({ id, after }: RecordEntriesInput, entries: number): EarshotError {
  return new EarshotError(
    "CONFLICT",
    `Session ${id} has ${entries} entries, not ${after}: something else was recorded in it. Read them again.`,
    { details: { id, entries, after } },
  );
}

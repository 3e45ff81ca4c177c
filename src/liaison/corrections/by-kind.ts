import type { SlotValue } from "../cases/slot-kind.ts";
import { findSlots } from "../specification/find-slots.ts";
import { STOP_WORDS } from "../text/words.ts";
import { namedFact } from "../values/named-detail.ts";
import type { Mention } from "./find-mention.ts";
import type { Piece } from "./pieces.ts";
import { type Reading, type Revising, replace, rewrite } from "./reading.ts";

/** Kinds of which a task has one, so that a new one replaces the old. */
const REPLACED = new Set([
  "audience",
  "style",
  "level",
  "place",
  "presentation",
  "period",
  "format",
  "duration",
  "people",
]);

/** A correction in words without a type: by the kind of detail, the thing, or the preposition. */
export function byKind(reading: Reading): void {
  const { piece, revising, told } = reading;
  // "The deadline is Monday" goes to the line of that name.
  if (namedFact(told.rest) !== undefined) {
    rewrite(piece, told.rest);
    return;
  }
  const mention = ofKind(reading) ?? ofThing(reading) ?? ofPreposition(reading);
  if (mention !== undefined) {
    replace(mention.mention, mention.value, { piece, revising });
    rewrite(piece, "");
    return;
  }
  if (!told.isRefusal) rewrite(piece, told.kept);
}

interface Meant {
  readonly mention: Mention;
  readonly value: string;
}

function ofKind({ revising, told }: Reading): Meant | undefined {
  const kinds = findSlots(told.rest).filter(
    ({ kind, value }) => REPLACED.has(kind) && value.length * 2 >= told.rest.length,
  );
  for (const slot of kinds) {
    const mention = revising.history.toReversed().flatMap((piece) => slotIn(piece, slot))[0];
    if (mention !== undefined) return { mention, value: slot.value };
  }
  return undefined;
}

function slotIn(piece: Piece, { kind, value }: SlotValue): readonly Mention[] {
  const old = findSlots(piece.text)
    .find((slot) => slot.kind === kind)
    ?.value.toLowerCase();
  const start = old === undefined ? -1 : piece.text.toLowerCase().indexOf(old);
  if (old === undefined || start === -1 || old === value.toLowerCase()) return [];
  return [{ piece, start, end: start + old.length }];
}

const THINGS = [1, 2].map(
  (count) =>
    new RegExp(
      `^(?:(?:the|a|an|my|our)\\s+)?(?:\\p{L}+[\\s-]){${count}}(?<noun>\\p{L}{3,})(?=$|[\\s,.])`,
      "iu",
    ),
);

/** "The last reminder" replaces "the second reminder". */
function ofThing({ revising, told }: Reading): Meant | undefined {
  for (const thing of THINGS) {
    const noun = thing.exec(told.rest)?.groups?.["noun"];
    if (noun === undefined || STOP_WORDS.has(noun)) continue;
    const form = new RegExp(`(?:(?:the|a|an|my|our)\\s+)?\\p{L}+\\s+${noun}(?!\\p{L})`, "iu");
    const found = lastMatch(revising, form);
    if (found !== undefined) return { mention: found, value: told.rest };
  }
  return undefined;
}

function lastMatch({ history }: Revising, form: RegExp): Mention | undefined {
  for (const piece of [...history].reverse()) {
    const match = form.exec(piece.text);
    if (match !== null) return { piece, start: match.index, end: match.index + match[0].length };
  }
  return undefined;
}

const OPENING =
  /^(about|for|from|to|with|in|on|at|by|über|für|von|nach|mit|sobre|para|desde|con|sur|pour|depuis|avec|per|da|em|com|over|voor|naar|met|o|dla|z) /iu;

/** "About dogs" replaces "about cats". */
function ofPreposition({ revising, told }: Reading): Meant | undefined {
  const own = OPENING.exec(told.rest)?.[1];
  if (own === undefined || told.rest.split(/\s+/).length > 10) return undefined;
  const form = new RegExp(
    `(?<!\\p{L})${own} [^,;.!?]{2,80}?(?=$|[,;.!?]| (?:${own}|by|for|with|and|as|in|on|to|from|bis|mit|para|con|pour|avec) )`,
    "iu",
  );
  const found = lastMatch(revising, form);
  return found && { mention: found, value: told.rest };
}

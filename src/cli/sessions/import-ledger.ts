import { inBytes } from "../../domain/in-words.ts";
import { MAX_TEXT_BYTES } from "../../domain/limits.ts";
import { utf8Length } from "../../domain/text.ts";
import type { ImportedLedger } from "../../ports/earshot/sessions.ts";

/** What one call takes: its body is bounded, and so is the time for which it may delay others. */
const MAX_LINES = 500;
const MAX_BYTES = 256 * 1024;

interface Batch {
  /** How many lines of the file come before these. */
  readonly offset: number;
  readonly lines: readonly string[];
}

/** Passes the lines of a ledger on in parts; numbers of skipped lines are those of the file. */
export async function importLines(
  lines: readonly string[],
  take: (lines: readonly string[]) => Promise<ImportedLedger>,
): Promise<ImportedLedger> {
  let imported = 0;
  let known = 0;
  const skipped: { line: number; why: string }[] = [];
  const fitting = lines.map((line, index) => {
    if (utf8Length(line) <= MAX_TEXT_BYTES) return line;
    skipped.push({ line: index + 1, why: `It has more than ${inBytes(MAX_TEXT_BYTES)}.` });
    return "";
  });
  for (const { offset, lines: part } of batches(fitting)) {
    const taken = await take(part);
    imported += taken.imported;
    known += taken.known;
    skipped.push(...taken.skipped.map(({ line, why }) => ({ line: line + offset, why })));
  }
  return { imported, known, skipped: skipped.toSorted((a, b) => a.line - b.line) };
}

function* batches(lines: readonly string[]): Generator<Batch, void> {
  let offset = 0;
  let bytes = 0;
  let part: string[] = [];
  for (const line of lines) {
    const size = utf8Length(JSON.stringify(line)) + 1;
    if (part.length === MAX_LINES || (part.length > 0 && bytes + size > MAX_BYTES)) {
      yield { offset, lines: part };
      offset += part.length;
      [part, bytes] = [[], 0];
    }
    part.push(line);
    bytes += size;
  }
  if (part.length > 0) yield { offset, lines: part };
}

import { hidePatterns, hideValues, longestFirst, redactJson } from "../domain/authority/redact.ts";
import type { Json } from "../domain/json.ts";

/** Where lines go: a pino destination, or any stream. */
export interface LineDestination {
  write(line: string): unknown;
}

export interface RedactedLines extends LineDestination {
  /** From now on this value is hidden wherever it occurs, whatever it looks like. */
  addKnown(secret: string): void;
}

/** Beyond this many the oldest are forgotten, because each one costs a search of every line. */
const MAX_KNOWN = 10_000;

/**
 * Hides secrets in each JSON line on its way out: in messages, errors, stacks and everything else.
 */
export function createRedactedLines(destination: LineDestination): RedactedLines {
  const known = new Set<string>();
  let values: readonly string[] | undefined = [];
  function hide(text: string): string {
    values ??= longestFirst([...known].flatMap(spellingsOf));
    return hidePatterns(hideValues(text, values));
  }
  return {
    write: (line) => destination.write(redactLine(line, hide)),
    addKnown(secret) {
      known.delete(secret);
      known.add(secret);
      const [oldest] = known;
      if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
      values = undefined;
    },
  };
}

/** In plain form, as escaped within a JSON text of the line, and as encoded in an address. */
function spellingsOf(secret: string): readonly string[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  return secret.isWellFormed() ? [secret, inJson, encodeURIComponent(secret)] : [secret, inJson];
}

/**
 * JSON may spell a secret with escapes, so the line is parsed. A line that is not JSON, which the
 * log never writes, is searched as text.
 */
function redactLine(line: string, hide: (text: string) => string): string {
  let parsed: Json;
  try {
    parsed = JSON.parse(line) as Json;
  } catch {
    return hide(line);
  }
  return `${JSON.stringify(redactJson(parsed, hide))}\n`;
}

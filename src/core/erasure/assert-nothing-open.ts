import { EarshotError } from "../../domain/errors.ts";
import type { FoundWords } from "../../ports/earshot/erasure.ts";
import type { WordsKey, WordsPlace } from "../../ports/earshot/words.ts";
import { lookAt } from "./erase-row.ts";
import { PLACES } from "./erasers.ts";
import { namedRows } from "./named-rows.ts";
import type { Pursuit } from "./pursuit.ts";

const PAGE = 200;
/** At most this many of one place are listed. */
const MOST_OPEN = 100;
const MOST_NAMED = 10;

/**
 * Somebody may be about to answer an open request. Unless closing is wanted too, nothing at all is
 * erased then.
 */
export async function assertNothingOpen(pursuit: Pursuit): Promise<void> {
  const open: FoundWords[] = [];
  for (const place of PLACES) open.push(...(await openIn(pursuit, place)));
  if (open.length === 0) return;
  const named = open.slice(0, MOST_NAMED).map(({ place, id }) => `${id} (${place})`);
  throw new EarshotError(
    "INVALID_INPUT",
    `Nothing was erased: ${open.length} that name it are open, and somebody may need them. Close them, or have them closed (close, --close): ${named.join(", ")}.`,
    { details: { open: open.map(({ place, id }) => ({ place, id })) } },
  );
}

async function openIn(pursuit: Pursuit, place: WordsPlace): Promise<readonly FoundWords[]> {
  const open: FoundWords[] = [];
  let after: WordsKey | undefined;
  do {
    const { named, last } = await namedRows(pursuit, { place, after, limit: PAGE, open: true });
    for (const row of named) {
      const found = await lookAt(pursuit, place, row);
      if (found?.state === "open") open.push(found);
    }
    after = last;
  } while (after !== undefined && open.length < MOST_OPEN);
  return open;
}

import { namesMatter } from "../../domain/requests/matter.ts";
import type { WordsKey, WordsPlace, WordsRow } from "../../ports/earshot/words.ts";
import type { Pursuit } from "./pursuit.ts";

export function isNamedIn({ matter }: Pursuit, { key, texts }: WordsRow): boolean {
  return [...namesIn(key), ...Object.values(texts)].some((text) => namesMatter(matter, text));
}

/** Parts of a key that somebody may have chosen; its numbers are counters. */
export function namesIn(key: WordsKey): readonly string[] {
  return key.filter((one) => typeof one === "string");
}

const MOST_CONTENTS = 8;

interface Part {
  readonly place: WordsPlace;
  readonly after: WordsKey | undefined;
  readonly limit: number;
  readonly open?: true;
}

/**
 * Rows in one part of a place that name the matter; `last` is where the next part begins, if any.
 */
export async function namedRows(
  pursuit: Pursuit,
  { after, ...part }: Part,
): Promise<{ readonly named: readonly WordsRow[]; readonly last: WordsKey | undefined }> {
  const { workspace } = pursuit.caller.principal;
  // Rows of content may have some MiB each.
  const limit = part.place === "contents" ? Math.min(part.limit, MOST_CONTENTS) : part.limit;
  const from = after === undefined ? {} : { after };
  const rows = await pursuit.ctx.store.wordsPage({ workspace, ...part, ...from, limit });
  return {
    named: rows.filter((row) => isNamedIn(pursuit, row)),
    last: rows.length < limit ? undefined : rows.at(-1)?.key,
  };
}

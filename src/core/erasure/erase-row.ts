import { present } from "../../domain/present.ts";
import { namesMatter, withoutNames } from "../../domain/requests/matter.ts";
import type { FoundWords } from "../../ports/earshot/erasure.ts";
import type { WordsPlace, WordsRow } from "../../ports/earshot/words.ts";
import { nowOf } from "../call/context.ts";
import { ERASERS } from "./erasers.ts";
import { isNamedIn } from "./named-rows.ts";
import type { Eraser, Pursuit, Standing } from "./pursuit.ts";

export interface Taking {
  readonly place: WordsPlace;
  /** An open one is closed first. */
  readonly closes: boolean;
}

/** What would happen to a row; undefined if nothing of it could be erased. */
export async function lookAt(
  pursuit: Pursuit,
  place: WordsPlace,
  row: WordsRow,
): Promise<FoundWords | undefined> {
  const standing = await ERASERS[place].look(pursuit, row);
  return standing === undefined ? undefined : found(place, row, standing);
}

/** Erases what it may of a row, and returns the result. */
export async function eraseRow(
  pursuit: Pursuit,
  { place, closes }: Taking,
  row: WordsRow,
): Promise<FoundWords | undefined> {
  const eraser = ERASERS[place];
  let standing = await eraser.look(pursuit, row);
  if (standing?.state === "open" && closes && eraser.close !== undefined) {
    await eraser.close(pursuit, row);
    standing = await eraser.look(pursuit, row);
  }
  if (standing?.state !== "due") {
    return standing === undefined ? undefined : found(place, row, standing);
  }
  if (eraser.holds?.(pursuit, row) === true) await eraser.take?.(pursuit, row);
  const kept = await again(pursuit, place, row);
  if (kept !== undefined && eraser.holds?.(pursuit, kept) === true) {
    return found(place, row, { state: "open", why: "it has changed meanwhile" });
  }
  if (kept !== undefined) await takeNames(pursuit, place, kept);
  const left = await again(pursuit, place, row);
  if (left === undefined || !isNamedIn(pursuit, left)) {
    return found(place, row, { ...standing, state: "erased" });
  }
  return found(place, row, { state: "stays", why: "something depends on the name it holds" });
}

function found(
  place: WordsPlace,
  row: WordsRow,
  { state, why, posts }: Omit<Standing, "state"> & Pick<FoundWords, "state">,
): FoundWords {
  return { place, id: idOfRow(place, row), state, ...present({ why, posts }) };
}

/** A key may itself be what is to be erased, so it is returned only where it is an id. */
function idOfRow(place: WordsPlace, { key, texts }: WordsRow): string {
  if (place === "once") return String(texts["result"] ?? "");
  if (place === "memory_entries" || place === "memory_versions") return String(texts["id"] ?? "");
  return String(key[0]);
}

async function again(
  { ctx, caller }: Pursuit,
  place: WordsPlace,
  { key }: WordsRow,
): Promise<WordsRow | undefined> {
  const { workspace } = caller.principal;
  const [row] = await ctx.store.wordsPage({ workspace, place, only: key, limit: 1 });
  return row;
}

async function takeNames(pursuit: Pursuit, place: WordsPlace, row: WordsRow): Promise<void> {
  const { ctx, caller } = pursuit;
  const { workspace, id: actor } = caller.principal;
  const texts = textsWithout(pursuit, ERASERS[place], row);
  if (texts === undefined) return;
  const put = { type: "words.put", place, key: row.key, was: row.texts, texts } as const;
  const logged =
    place === "permissions"
      ? [{ type: "permission.erased", at: nowOf(ctx), actor, subject: String(row.key[0]) } as const]
      : [];
  await ctx.commit({ workspace, writes: [put], events: logged });
}

function textsWithout(
  { matter }: Pursuit,
  { keeps = [], instead = {} }: Eraser,
  { texts }: WordsRow,
): WordsRow["texts"] | undefined {
  const changed = Object.entries(texts).flatMap(([column, text]): [string, string | null][] => {
    if (keeps.includes(column) || !namesMatter(matter, text)) return [];
    const other = instead[column];
    if (other !== undefined) return [[column, other]];
    const without = withoutNames(matter, text);
    return without === undefined ? [] : [[column, without]];
  });
  return changed.length === 0 ? undefined : { ...texts, ...Object.fromEntries(changed) };
}

import { EarshotError } from "../../domain/errors.ts";
import { dataPaths, readStoreMark, type StoreMark } from "../../system/data-folder.ts";

/** Throws if the record of a folder is elsewhere, or if nobody knows whether it is. */
export function requireRecordInFolder(data: string): void {
  const { root } = dataPaths(data);
  const mark = readStoreMark(root);
  if (mark === undefined) return;
  if (mark.isMoving === true) throw halfMoved(root, mark);
  throw new EarshotError(
    "INVALID_INPUT",
    `The record of ${root} is in PostgreSQL at ${mark.place}. Name its address with --postgres or EARSHOT_POSTGRES.`,
    { details: { place: mark.place } },
  );
}

export function halfMoved(root: string, { place }: Pick<StoreMark, "place">): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    `A move of the record of ${root} to PostgreSQL at ${place} was broken off, and it may be there or here. Run migrate again with the same address, which finds out: npx earshot migrate sqlite-to-postgres.`,
    { details: { place } },
  );
}

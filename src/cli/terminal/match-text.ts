import { type IdPrefix, isId } from "../../domain/id.ts";

/** Fewer are met by another id too easily: six digits at an end are one of a billion. */
export const LEAST_DIGITS = 6;

const DIGITS = /^[0-9a-hjkmnp-tv-z]+$/;
const WHOLE = 26;

/** Part of an id, as people type or copy it: its beginning, its end, or where it is not said, either. */
export interface IdPart {
  readonly digits: string;
  readonly isBeginning: boolean;
  readonly isEnd: boolean;
}

/** A whole id as it is written, of one that was typed or copied in capitals; undefined where it is none. */
export function wholeOf(prefix: IdPrefix, text: string): string | undefined {
  const typed = text.trim().toLowerCase();
  return isId(prefix, typed) ? typed : undefined;
}

/** What a text may be part of; undefined where no id of this kind has such a part. */
export function partOf(prefix: IdPrefix, text: string): IdPart | undefined {
  const typed = text.trim().toLowerCase();
  const bare = typed.replace(/^(?:…|\.{3})/u, "").replace(/(?:…|\.{3})$/u, "");
  const isNamed = bare.startsWith(`${prefix}_`);
  const digits = isNamed ? bare.slice(prefix.length + 1) : bare;
  if (digits.length < LEAST_DIGITS || digits.length >= WHOLE || !DIGITS.test(digits)) {
    return undefined;
  }
  const isBeginning = typed.startsWith(bare);
  return { digits, isBeginning, isEnd: !isNamed && typed.endsWith(bare) };
}

export function isPartOf({ digits, isBeginning, isEnd }: IdPart, id: string): boolean {
  const whole = id.slice(id.indexOf("_") + 1);
  return (isBeginning && whole.startsWith(digits)) || (isEnd && whole.endsWith(digits));
}

/** The first id that does not begin so, for a page that goes on behind it; undefined where none begins so. */
export function behindBeginning(prefix: IdPrefix, { digits }: IdPart): string | undefined {
  const last = `${prefix}_${digits.padEnd(WHOLE, "z")}`;
  return isId(prefix, last) ? last : undefined;
}

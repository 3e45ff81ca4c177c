import { type IdPrefix, isId } from "../../domain/id.ts";

/** Fewer characters match another id too easily: six at the end are one of a billion. */
export const LEAST_DIGITS = 6;

const DIGITS = /^[0-9a-hjkmnp-tv-z]+$/;
const WHOLE = 26;

/**
 * Part of an id, as people type or copy it: its beginning, its end, or either if that is not said.
 */
export interface IdPart {
  readonly digits: string;
  readonly isBeginning: boolean;
  readonly isEnd: boolean;
}

/**
 * A whole id in its written form, from one typed or copied in capitals; undefined if it is none.
 */
export function wholeOf(prefix: IdPrefix, text: string): string | undefined {
  const typed = text.trim().toLowerCase();
  return isId(prefix, typed) ? typed : undefined;
}

/** What a text may be part of; undefined if no id of this kind has such a part. */
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

/**
 * The first id after all that begin this way, for a page that starts there; undefined if none does.
 */
export function behindBeginning(prefix: IdPrefix, { digits }: IdPart): string | undefined {
  const last = `${prefix}_${digits.padEnd(WHOLE, "z")}`;
  return isId(prefix, last) ? last : undefined;
}

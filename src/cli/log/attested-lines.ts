import { visibleText } from "../../render/visible-text.ts";
import type { Attested } from "./read-stamps.ts";

/** What time-stamping authorities attest, for people. */
export function attestedLines(attested: readonly Attested[]): readonly string[] {
  return attested.map(({ seq, at, authority, isTrusted }) => {
    const vouched = isTrusted ? "" : ", as its own certificate says: give yours with --tsa FILE";
    return `attested: the log up to event ${seq} was there at ${at}, by ${visibleText(authority)}${vouched}`;
  });
}

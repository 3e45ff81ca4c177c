import fc from "fast-check";

const SURROGATES_FROM = 0xd800;
const SURROGATES = 0x800;

/**
 * Any code point that a text can hold, for `fc.string({ unit: ANY_CHARACTER })`: the same in the same order
 * as its unit "binary", which makes a table of all million of them in each worker.
 */
export const ANY_CHARACTER = fc.nat({ max: 0x10ffff - SURROGATES }).map(
  (index) => String.fromCodePoint(index < SURROGATES_FROM ? index : index + SURROGATES),
  (value) => {
    const point = typeof value === "string" ? (value.codePointAt(0) ?? 0) : 0;
    if (String.fromCodePoint(point) !== value) throw new Error("This is no single character.");
    if (point < SURROGATES_FROM) return point;
    if (point < SURROGATES_FROM + SURROGATES) throw new Error("This is half a character.");
    return point - SURROGATES;
  },
);

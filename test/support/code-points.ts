import { volumeOf } from "../../scripts/proofs/proofs.ts";

const BLOCK = 0x100;
const LAST_CODE_POINT = 0x10ffff;
const NO_CHARACTERS = /^[\p{Cn}\p{Co}]+$/u;

/**
 * Code points in blocks, since a call for each would take long. Every block with an assigned
 * character is included, and as many unassigned or private blocks as the volume allows.
 */
export const CODE_POINT_BLOCKS = blocks();

function blocks(): readonly (readonly string[])[] {
  const all = Array.from({ length: (LAST_CODE_POINT + 1) / BLOCK }, (_, block) =>
    Array.from({ length: BLOCK }, (_, index) => String.fromCodePoint(block * BLOCK + index)),
  );
  const isVoid = (chars: readonly string[]) => NO_CHARACTERS.test(chars.join(""));
  const [voids, told] = [all.filter(isVoid), all.filter((chars) => !isVoid(chars))];
  const step = Math.ceil(voids.length / Math.max(volumeOf("characters") - told.length, 1));
  return [...told, ...voids.filter((_, index) => index % step === 0)];
}

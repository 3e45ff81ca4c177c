const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Enough digits of base 62 for 32 bits. */
const LENGTH = 6;
const POLYNOMIAL = 0xed_b8_83_20;

/**
 * CRC-32 over ASCII, as zip has it, in six digits of base 62. Whoever finds a secret can tell it from
 * noise without asking us.
 */
export function checksumOf(text: string): string {
  let crc = 0xff_ff_ff_ff;
  for (const character of text) {
    crc ^= character.codePointAt(0) ?? 0;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ ((crc & 1) === 1 ? POLYNOMIAL : 0);
  }
  let rest = (crc ^ 0xff_ff_ff_ff) >>> 0;
  let digits = "";
  for (let place = 0; place < LENGTH; place++) {
    digits = (DIGITS[rest % DIGITS.length] ?? "") + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}

import { EarshotError } from "../errors.ts";
import { MAX_PASSPHRASE_LENGTH, MIN_PASSPHRASE_LENGTH } from "../limits.ts";

/** Throws INVALID_INPUT for a passphrase that is too short to be safe, or too long to type. */
export function assertPassphraseLength(passphrase: string): void {
  const { length } = [...passphrase];
  if (length >= MIN_PASSPHRASE_LENGTH && length <= MAX_PASSPHRASE_LENGTH) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `A passphrase has ${MIN_PASSPHRASE_LENGTH} to ${MAX_PASSPHRASE_LENGTH} characters; this one has ${length}. Several words are easy to keep in mind.`,
  );
}

import { EarshotError } from "../errors.ts";

const MIN_LENGTH = 12;
const MAX_LENGTH = 256;

/** Throws INVALID_INPUT for one that is guessed too easily, or that nobody types. */
export function assertPassphraseLength(passphrase: string): void {
  const { length } = [...passphrase];
  if (length >= MIN_LENGTH && length <= MAX_LENGTH) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `A passphrase has ${MIN_LENGTH} to ${MAX_LENGTH} characters; this one has ${length}. Several words are easy to keep in mind.`,
  );
}

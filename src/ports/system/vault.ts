/** Protects secrets that must not be stored or shown in the clear. */
export interface Vault {
  /** Represents a value without revealing it to anyone who has no key of this server. */
  commitment(context: string, value: unknown): string;
  /** Encrypts and authenticates; bound to its context, so that it opens nowhere else. */
  seal(context: string, plain: string): string;
  /** Throws STORE_UNAVAILABLE if it was changed, or was sealed with a key that is not here. */
  open(context: string, sealed: string): string;
  /** 48 bytes that only this deployment can make, the same for the same purpose. */
  secretFor(purpose: string): Uint8Array;
  /** A hash that is slow to guess against, with its salt and cost in it. */
  hashPassphrase(passphrase: string): Promise<string>;
  matchesPassphrase(passphrase: string, hash: string): Promise<boolean>;
}

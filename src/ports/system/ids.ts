import type { IdPrefix, IdsByPrefix } from "../../domain/id.ts";

/** The source of ids and secrets. */
export interface Ids {
  /** A new id; ids from one source sort in the order of their making. */
  next<P extends IdPrefix>(prefix: P): IdsByPrefix[P];
  /** 256 random bits as base64url, for keys. */
  secret(): string;
  /** 96 random bits as base64url, to keep the digest of short content from being guessed. */
  salt(): string;
}

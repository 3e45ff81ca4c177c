export interface ContentTable {
  workspace: string;
  /** The id of a request or a conversation. */
  owner: string;
  /** See `ContentDigest`. */
  digest: string;
  media_type: string;
  name: string | null;
  size: number;
  created_at: number;
  /** Of UTF-8 without NUL, so that words are found in it; otherwise null. */
  text: string | null;
  /** What is no such text. */
  bytes: Uint8Array | null;
}

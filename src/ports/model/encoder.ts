/**
 * A small model that makes a vector of a text, so that texts which mean the like are near each other,
 * whatever their words and language.
 */
export interface Encoder {
  readonly name: string;
  /**
   * The vectors of the texts, in their order, each of length 1 and all of one size. Throws MODEL_FAILED,
   * RATE_LIMITED, TIMED_OUT or UNREACHABLE.
   */
  encode(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>;
}

import type { WriteKind } from "../commit/commit-function.ts";

/** A write as the commit function takes it. */
export interface Entry {
  readonly kind: WriteKind;
  readonly rows: readonly object[];
  /** What it changes, by names that all nodes give to the same things. */
  readonly places?: readonly string[];
  /** What must stay as it is until the commit. */
  readonly ground?: readonly string[];
  /** What its rows belong to: whoever changes that changes them, and must not do so meanwhile. */
  readonly within?: readonly string[];
}

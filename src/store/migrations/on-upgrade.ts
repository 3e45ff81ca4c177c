/** Tells people how far a step has come. */
export type Progress = (text: string) => void;

/** What comes before the tables of an existing record are changed, and how it is told. */
export interface OnUpgrade {
  /** Before the first of the steps. If it throws, nothing is changed. */
  readonly before?: (upgrade: { readonly steps: readonly string[] }) => void;
  readonly progress?: Progress | undefined;
}

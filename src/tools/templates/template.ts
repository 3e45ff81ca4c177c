/** One file of an agent's workspace. */
export interface Template {
  /** Within the workspace, with `/`. */
  readonly path: string;
  readonly text: string;
}

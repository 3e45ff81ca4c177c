/** Moments at which a process may die with something half done, for tests that kill it there. */
export type HubPoint =
  | "before_begin"
  | "after_begin"
  | "before_post"
  | "after_post"
  | "after_mark"
  | "before_edit"
  | "after_edit"
  | "before_file"
  | "after_file"
  | "received"
  | "before_ack";

/** Called at each of them. */
export type OnHubPoint = (point: HubPoint) => void;

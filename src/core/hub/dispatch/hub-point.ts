/** Moments of the hub at which a process may end with something left half done, for tests that end it. */
export type HubPoint =
  | "before_begin"
  | "after_begin"
  | "before_post"
  | "after_post"
  | "after_mark"
  | "before_edit"
  | "after_edit"
  | "received"
  | "before_ack";

/** Told of each as it is reached. */
export type OnHubPoint = (point: HubPoint) => void;

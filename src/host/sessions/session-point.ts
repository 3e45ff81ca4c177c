/** Moments of a session's life at which a host may be killed, in order. */
export type SessionPoint =
  | "claimed"
  | "before_prompt"
  | "after_prompt"
  | "before_model"
  | "after_model"
  | "after_reply"
  | "before_tool"
  | "after_tool"
  | "after_done"
  | "before_ask"
  | "after_ask"
  | "before_end"
  | "after_end";

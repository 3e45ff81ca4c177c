interface ToolErrorRule {
  /** The same call may succeed later. */
  readonly recoverable: boolean;
  readonly meaning: string;
}

/** Every way in which a call of a tool can fail, in one table that docs and dispatcher read. */
export const TOOL_ERRORS = {
  UnknownTool: {
    recoverable: false,
    meaning: "there is no such tool; the nearest name is offered",
  },
  InvalidArguments: {
    recoverable: false,
    meaning: "the arguments are not what the tool takes; each fault is named",
  },
  NotAllowed: { recoverable: false, meaning: "this agent may not do that" },
  ExecutionFailed: {
    recoverable: false,
    meaning: "the tool could not do its work, and the same call will not help",
  },
  ExecutionFailedRecoverable: {
    recoverable: true,
    meaning: "the tool could not do its work now; the same call may succeed later",
  },
  TimedOut: {
    recoverable: true,
    meaning: "the tool took too long; nobody knows whether it had an effect",
  },
  Cancelled: { recoverable: false, meaning: "the caller has ended the call" },
} as const satisfies Record<string, ToolErrorRule>;

export type ToolErrorType = keyof typeof TOOL_ERRORS;

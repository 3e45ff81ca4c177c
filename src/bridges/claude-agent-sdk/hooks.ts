/** A hook of the SDK. */
export type Hook = (
  input: { readonly hook_event_name: string },
  id: string | undefined,
  options: { readonly signal: AbortSignal },
) => Promise<{ hookSpecificOutput?: HookOutput }>;

type HookOutput =
  | {
      hookEventName: "PreToolUse";
      permissionDecision: "allow" | "deny";
      permissionDecisionReason?: string;
      updatedInput?: Record<string, unknown>;
    }
  | { hookEventName: "PostToolUse" | "PostToolUseFailure"; additionalContext: string };

interface HookMatcher {
  matcher?: string;
  hooks: Hook[];
  timeout?: number;
  onFailure?: "block";
}

/** For the option `hooks` of the SDK. */
export interface Hooks {
  PreToolUse: HookMatcher[];
  PostToolUse: HookMatcher[];
  PostToolUseFailure: HookMatcher[];
}

/** What the SDK takes for a decision. */
export type Decision =
  | { behavior: "allow"; updatedInput: Record<string, unknown> }
  | { behavior: "deny"; message: string };

interface Deciding {
  readonly guard: readonly string[];
  readonly decide: (
    called: { readonly id: string; readonly tool: string; readonly input: unknown },
    signal: AbortSignal,
  ) => Promise<Decision>;
  /** What the model is to read of a call, once. */
  readonly noteOf: (id: string) => string | undefined;
}

/** As long as a timer can be: people have the time that their request gives them. */
const LONGEST_S = 2_147_483;

/** Hooks by which the guarded tools wait for people, and the model reads what they changed. */
export function hooksFor({ guard, decide, noteOf }: Deciding): Hooks {
  const guarded = new Set(guard);
  const before: Hook = async (given, id, { signal }) => {
    const { tool_name, tool_input, tool_use_id } = given as unknown as Readonly<
      Record<string, unknown>
    >;
    const tool = String(tool_name);
    if (!guarded.has(tool)) return {};
    const called = { id: String(tool_use_id ?? id), tool, input: tool_input };
    const decision = await decide(called, signal);
    const of = { hookEventName: "PreToolUse" } as const;
    if (decision.behavior === "allow") {
      const { updatedInput } = decision;
      return { hookSpecificOutput: { ...of, permissionDecision: "allow", updatedInput } };
    }
    const permissionDecisionReason = decision.message;
    return { hookSpecificOutput: { ...of, permissionDecision: "deny", permissionDecisionReason } };
  };
  const after =
    (hookEventName: "PostToolUse" | "PostToolUseFailure"): Hook =>
    async (given, id) => {
      const { tool_use_id } = given as unknown as { readonly tool_use_id?: string };
      const additionalContext = noteOf(String(tool_use_id ?? id));
      return additionalContext === undefined
        ? {}
        : { hookSpecificOutput: { hookEventName, additionalContext } };
    };
  // Without `onFailure` a call goes ahead where its hook fails.
  const waiting: HookMatcher = {
    matcher: guard.join("|"),
    hooks: [before],
    timeout: LONGEST_S,
    onFailure: "block",
  };
  return {
    PreToolUse: guard.length === 0 ? [] : [waiting],
    PostToolUse: [{ hooks: [after("PostToolUse")] }],
    PostToolUseFailure: [{ hooks: [after("PostToolUseFailure")] }],
  };
}

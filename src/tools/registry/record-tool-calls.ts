import type { Json } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { isToolName } from "./registry.ts";
import type { ToolEvent } from "./tool.ts";

export interface RecordToolCallsOptions {
  /** SHA-256 of the canonical form of a JSON value, base64url: `digest.json`. */
  readonly digest: (args: Json) => string;
  /** Hears of what could not be recorded. */
  readonly onFault?: (error: unknown) => void;
}

/** A listener of a dispatcher. */
export interface ToolCallRecorder {
  (event: ToolEvent): void;
  /** Resolves once every call heard of so far is in the log, or could not be recorded. */
  settled(): Promise<void>;
}

/**
 * Puts every call into the log as it ends: which tool, which call, the digest of its arguments, how
 * it failed; never content. No call waits for it or fails because of it.
 * @example
 * ```ts
 * import { createClient, digest } from "earshot";
 * import { createToolDispatcher, createToolRegistry, recordToolCalls, TOOL_SETS } from "earshot/tools";
 *
 * const earshot = createClient({ url: "http://127.0.0.1:4242", key: process.env["EARSHOT_KEY"] ?? "" });
 * const recorder = recordToolCalls(earshot, { digest: digest.json, onFault: console.error });
 * const registry = createToolRegistry(TOOL_SETS.classic);
 * const dispatcher = createToolDispatcher({ registry, listeners: [recorder] });
 * await recorder.settled();
 * ```
 */
export function recordToolCalls(
  earshot: Pick<Earshot, "recordToolCall">,
  { digest, onFault = () => {} }: RecordToolCallsOptions,
): ToolCallRecorder {
  const underWay = new Set<Promise<void>>();

  async function record(event: ToolEvent): Promise<void> {
    if (event.type === "tool.started") return;
    const { tool, call, run, args, result } = event;
    try {
      await earshot.recordToolCall({
        tool: isToolName(tool) ? tool : UNNAMED,
        call,
        ...present({ run }),
        argsDigest: digest(withoutSecrets(args)),
        ...present({ error: result.ok ? undefined : result.error.error_type }),
      });
    } catch (error) {
      onFault(error);
    }
  }

  const listen = (event: ToolEvent) => {
    const recorded = record(event).finally(() => underWay.delete(recorded));
    underWay.add(recorded);
  };
  return Object.assign(listen, {
    async settled() {
      await Promise.allSettled(underWay);
    },
  });
}

/** Arguments that may hold a secret are left out: even a digest would let it be guessed. */
function withoutSecrets(args: Json): Json {
  if (args === null || typeof args !== "object" || !("secret_args" in args)) return args;
  return { ...args, tool_args: null };
}

/** If a model called something that is not a name, its text is content, and stays out. */
const UNNAMED = "unnamed";

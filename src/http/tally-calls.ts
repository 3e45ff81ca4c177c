import type { IncomingMessage } from "node:http";
import { isEarshotError } from "../domain/errors.ts";
import type { Caller } from "../domain/people/principal.ts";
import type { Tally, TallyKind } from "../ports/system/tally.ts";

/** What is known of a call when it ends. */
export interface Seen {
  /** Absent where it was not let in. */
  caller?: Caller;
  /** It asked for what anyone may read. */
  isPublic?: true;
  /** Of the table, or the path of a mount; absent where nothing was found. */
  operation?: string;
  /** Which tool it calls, where there is one of that name. */
  tool?: string;
}

/** Keys of ours begin so, also those of web sessions, which are none; any other bearer is a token. */
const OWN_KEY = /^Bearer +ear_(?:live|web)_/i;

/** Counts a call as soon as it is known who makes it. */
export function tallyCall(tally: Tally, { principal }: Caller): void {
  tally.count("calls", principal.workspace);
}

/** Counts a call that was refused, with what it was refused for where that is a violation. */
export function tallyRefusal(
  tally: Tally,
  { incoming, error, seen }: { incoming: IncomingMessage; error: unknown; seen: Seen },
): void {
  const workspace = seen.caller?.principal.workspace;
  if (workspace === undefined && seen.isPublic !== true) tally.count("calls");
  const kind = kindOf(error, { incoming, isKnown: workspace !== undefined });
  if (kind !== undefined) tally.count(kind, workspace);
}

function kindOf(
  error: unknown,
  { incoming, isKnown }: { incoming: IncomingMessage; isKnown: boolean },
): TallyKind | undefined {
  if (!isEarshotError(error)) return undefined;
  switch (error.code) {
    case "NOT_SIGNED_IN":
      return keyOrToken(incoming.headers.authorization);
    case "RATE_LIMITED":
      return "limited";
    case "NOT_ALLOWED":
      if (error.details?.["reason"] === "agent_halted") return isKnown ? undefined : "refused_key";
      // What is refused for no right before it is known who calls, the guard has refused.
      return violationOf(error.details?.["right"]) ?? (isKnown ? undefined : "refused_origin");
    default:
      return undefined;
  }
}

/** A call that presents nothing is no attempt at anything. */
function keyOrToken(presented: string | undefined): TallyKind | undefined {
  if (presented === undefined) return undefined;
  return OWN_KEY.test(presented) ? "refused_key" : "refused_token";
}

/** A key lacks one right; a token without a scope lacks them all. */
function violationOf(right: unknown): TallyKind | undefined {
  if (typeof right !== "string" && !Array.isArray(right)) return undefined;
  return right === "answer" || right === "decide" ? "refused_decision" : "refused_scope";
}

import type { IncomingMessage } from "node:http";
import { isEarshotError } from "../domain/errors.ts";
import type { Caller } from "../domain/people/principal.ts";
import type { Tally, TallyKind } from "../ports/system/tally.ts";

/** The facts of a call at its end. */
export interface Seen {
  /** Absent if the call was refused. */
  caller?: Caller;
  /** It asked for something that anyone may read. */
  isPublic?: true;
  /** A name of the table, or the path of a mount; absent if nothing was found. */
  operation?: string;
  /** The tool that it calls, if there is one of that name. */
  tool?: string;
}

/** Our keys begin like this, and so do secrets of web sessions and invitations; any other bearer is a token. */
const OWN_KEY = /^Bearer +ear_(?:live|web|invite)_/i;

/** Counts a call once its caller is known. */
export function tallyCall(tally: Tally, { principal }: Caller): void {
  tally.count("calls", principal.workspace);
}

/** Counts a refused call, and the violation if it was refused for one. */
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
      // NOT_ALLOWED before the caller is known comes from the guard.
      return violationOf(error.details?.["right"]) ?? (isKnown ? undefined : "refused_origin");
    default:
      return undefined;
  }
}

/** A call that presents no key is no attempt to get in. */
function keyOrToken(presented: string | undefined): TallyKind | undefined {
  if (presented === undefined) return undefined;
  return OWN_KEY.test(presented) ? "refused_key" : "refused_token";
}

/** A key lacks one right; a token without a scope lacks all of them. */
function violationOf(right: unknown): TallyKind | undefined {
  if (typeof right !== "string" && !Array.isArray(right)) return undefined;
  return right === "answer" || right === "decide" ? "refused_decision" : "refused_scope";
}

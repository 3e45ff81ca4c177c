import { DEFAULT_REASONS } from "../../domain/inbox/saved-replies.ts";
import { isSameJson } from "../../domain/json-equal.ts";
import { say } from "./messages/messages.ts";

/** Those that a person has saved; until then common ones, in the language of the page. */
export function ownReasons(saved: readonly string[]): readonly string[] {
  if (!isSameJson([...saved], [...DEFAULT_REASONS])) return saved;
  return [say("reason.not-now"), say("reason.target"), say("reason.risky")];
}

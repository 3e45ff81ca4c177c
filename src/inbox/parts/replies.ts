import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { DEFAULT_REASONS, type SavedReplies } from "../../domain/inbox/saved-replies.ts";
import { isSameJson } from "../../domain/json-equal.ts";
import { api } from "../server/api.ts";
import { say } from "./messages/messages.ts";

/* What the operator often says; the server keeps it. */

export type Replies = Omit<SavedReplies, "operator">;

const saved = signal<Replies>({ answers: [], reasons: DEFAULT_REASONS });
let isAsked = false;

/** For a user of an application, who has none: nobody is asked for them. */
export function withoutReplies(): void {
  isAsked = true;
}

/** Asked for when it is first needed; until it is there, common reasons and no answers. */
export function useReplies(): Replies {
  useEffect(() => {
    if (isAsked) return;
    isAsked = true;
    api.replies().then(
      (known) => {
        saved.value = known;
      },
      () => {
        isAsked = false;
      },
    );
  }, []);
  const { answers, reasons } = saved.value;
  return { answers, reasons: ownReasons(reasons) };
}

export async function saveReplies(replies: Replies): Promise<void> {
  saved.value = await api.setReplies(replies);
}

/** Those that a person has saved; until then common ones, in the language of the page. */
function ownReasons(saved: readonly string[]): readonly string[] {
  if (!isSameJson([...saved], [...DEFAULT_REASONS])) return saved;
  return [say("reason.not-now"), say("reason.target"), say("reason.risky")];
}

import { useRef, useState } from "preact/hooks";
import type { RequestId } from "../../../domain/id.ts";
import { present } from "../../../domain/present.ts";
import { dropDraft } from "../../browser/drafts.ts";
import { isSignedOut } from "../../server/me.ts";
import { type Failure, failureOf, wordsOf } from "../../server/reach.ts";
import { toast } from "../../ui/toast.tsx";
import { isOutdated, problemWords } from "./problem-words.ts";
import { undoable, undoLast } from "./undo.ts";

export interface Acting {
  readonly isBusy: boolean;
  /** About the last thing that went wrong. */
  readonly error: string | undefined;
  /** Does one thing at a time; false if it went wrong, which `error` then says. */
  run(work: () => Promise<unknown>): Promise<boolean>;
  /** Something else was started: the last error no longer matters. */
  forget(): void;
}

/** For a view that shows a request and can change it: one change at a time, and errors in words. */
export function useActing(reload: () => void): Acting {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | undefined>(undefined);
  // Two presses can come before the page is drawn again.
  const isRunning = useRef(false);
  async function run(work: () => Promise<unknown>): Promise<boolean> {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
      return true;
    } catch (thrown) {
      if (!isSignedOut(thrown)) setFailure(failureOf(thrown, problemWords(thrown)));
      if (isOutdated(thrown)) reload();
      return false;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }
  return { isBusy, error: wordsOf(failure), run, forget: () => setFailure(undefined) };
}

const PARTS = ["", ".edit", ".reason", ".note", ".ask", ".respond"] as const;

/** What was typed about a request and is useless once it is decided. */
export function dropDraftsOf(id: RequestId): void {
  for (const part of PARTS) dropDraft(id + part);
}

/** After the operator's own decision: announces it and goes on to the next. */
export function decided(id: RequestId, { words, next }: { words: string; next: () => void }): void {
  dropDraftsOf(id);
  const isHeld = undoable.value.some((one) => one.id === id);
  toast(words, {
    kind: "good",
    isInRow: true,
    ...present({ undo: isHeld ? () => void undoLast() : undefined }),
  });
  next();
}

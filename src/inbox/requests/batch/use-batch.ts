import { useEffect, useState } from "preact/hooks";
import type { RequestId } from "../../../domain/id.ts";
import type { ShownRequest } from "../../../domain/requests/request.ts";
import { renewLook } from "../../browser/looked.ts";
import { toast } from "../../ui/toast.tsx";
import { failuresOf } from "../pane/failures-of.ts";
import { noteHeld } from "../pane/undo.ts";
import { say } from "./messages/messages.ts";

type Did = "answered" | "approved" | "rejected";

export interface Batch {
  readonly isBusy: boolean;
  /** What could not be done, in words; the dialog stays open to show it. */
  readonly failures: readonly string[];
  /** Does it to each in turn, once. */
  each<T extends { readonly id: RequestId }>(
    all: readonly T[],
    { did, act }: { readonly did: Did; readonly act: (one: T) => Promise<ShownRequest> },
  ): Promise<void>;
}

/** For a dialog that does one thing to several requests: those that failed are told, and no other. */
export function useBatch(onDone: () => void): Batch {
  const [isBusy, setBusy] = useState(false);
  const [failures, setFailures] = useState<readonly string[]>([]);
  // The dialog asks for confirmation: a key pressed before it opened does not confirm.
  useEffect(renewLook, []);
  return {
    isBusy,
    failures,
    async each(all, { did, act }) {
      if (isBusy || failures.length > 0 || all.length === 0) return;
      setBusy(true);
      const done: ShownRequest[] = [];
      const failed = await failuresOf(all, async (one) => {
        done.push(await act(one));
      });
      noteHeld(done);
      setBusy(false);
      const kind = failed.length === 0 ? "good" : "error";
      toast(say(`done.${did}`, { done: all.length - failed.length, all: all.length }), { kind });
      setFailures(failed);
      if (failed.length === 0) onDone();
    },
  };
}

import { useState } from "preact/hooks";
import type { RequestId } from "../../../domain/id.ts";
import { DECIDES } from "../../browser/looked.ts";
import { api } from "../../server/api.ts";
import { Button } from "../../ui/button.tsx";
import { type Acting, decided } from "../pane/acting.ts";

interface Props {
  readonly id: RequestId;
  readonly acting: Acting;
  readonly onDecided: () => void;
}

/** Takes a request back for its agent: nobody answers it then. Two presses. */
export function CancelButton({ id, acting, onDecided }: Props) {
  const [isArmed, setArmed] = useState(false);
  async function press(): Promise<void> {
    if (!isArmed) {
      setArmed(true);
      return;
    }
    if (await acting.run(() => api.cancel({ id }))) {
      decided(id, { words: "Cancelled: nobody answers it now.", next: onDecided });
    }
  }
  return (
    <Button {...DECIDES} kind="quiet" onBlur={() => setArmed(false)} onClick={() => void press()}>
      {isArmed ? "Press again to cancel it" : "Cancel request"}
    </Button>
  );
}

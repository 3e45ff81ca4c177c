import { useState } from "preact/hooks";
import type { QuestionRequest } from "../../../domain/requests/request.ts";
import { DECIDES } from "../../browser/looked.ts";
import { api } from "../../server/api.ts";
import { can } from "../../server/me.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import type { Acting } from "../pane/acting.ts";

const WEEK_MS = 7 * 24 * 60 * 60_000;

interface Props {
  readonly request: QuestionRequest;
  readonly acting: Acting;
}

/** Has the same question of this agent answered so for a week. Two presses. */
export function StandButton({ request: { id, status, erasedAt }, acting }: Props) {
  const [isArmed, setArmed] = useState(false);
  if (status !== "answered" || erasedAt !== undefined || !can("permit")) return null;

  async function press(): Promise<void> {
    if (!isArmed) {
      setArmed(true);
      return;
    }
    const give = () => api.permit({ scope: "answer", like: id, forMs: WEEK_MS });
    setArmed(false);
    if (await acting.run(give))
      toast("This question gets this answer for 7 days.", { kind: "good" });
  }
  return (
    <Button {...DECIDES} kind="quiet" onBlur={() => setArmed(false)} onClick={() => void press()}>
      {isArmed ? "Press again: for 7 days nobody is asked this" : "Give this answer for 7 days"}
    </Button>
  );
}

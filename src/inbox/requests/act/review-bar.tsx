import { useState } from "preact/hooks";
import { present } from "../../../domain/present.ts";
import { isForOthers, type ShownRequest } from "../../../domain/requests/request.ts";
import type { ReviewOutcome } from "../../../domain/requests/review.ts";
import { KEYS } from "../../browser/key-table.ts";
import { useKeys } from "../../browser/keys.ts";
import { DECIDES } from "../../browser/looked.ts";
import { api } from "../../server/api.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { type Acting, decided } from "../pane/acting.ts";
import { say } from "./messages/messages.ts";

interface Props {
  readonly request: ShownRequest;
  readonly acting: Acting;
  readonly onDecided: () => void;
  readonly reload: () => void;
  readonly days: number;
}

const STAYING = [
  {
    shortcut: KEYS.keepWaiting,
    label: say("keep"),
    outcome: { do: "keep" },
    done: say("keep.done"),
  },
  {
    shortcut: KEYS.remind,
    label: say("remind"),
    outcome: { do: "remind" },
    done: say("remind.done"),
  },
  {
    shortcut: KEYS.askOwners,
    label: say("owners"),
    outcome: { do: "escalate" },
    done: say("owners.done"),
  },
] as const satisfies readonly {
  readonly outcome: ReviewOutcome;
  readonly [name: string]: unknown;
}[];

/** What can be done about a request that nobody has answered for more than a day. */
export function ReviewBar({ request, acting, onDecided, reload, days }: Props) {
  const { id } = request;
  const mayEnd = !isForOthers(request);
  const [isArmed, setArmed] = useState(false);

  async function keep({ outcome, done }: (typeof STAYING)[number]): Promise<void> {
    if (!(await acting.run(() => api.review({ id, outcome })))) return;
    toast(done, { kind: "good" });
    reload();
  }

  async function abandon(): Promise<void> {
    if (!isArmed) {
      setArmed(true);
      return;
    }
    if (await acting.run(() => api.review({ id, outcome: { do: "abandon" } }))) {
      decided(id, { words: say("give-up.done"), next: onDecided });
    }
  }

  useKeys("request", {
    ...Object.fromEntries(STAYING.map((one) => [one.shortcut.key, () => void keep(one)])),
    ...present({ [KEYS.giveUp.key]: mayEnd ? () => void abandon() : undefined }),
  });
  return (
    <div class="decide-more">
      <span class="muted small">{say("open-for", { days })}</span>
      {STAYING.map((one) => (
        <Button
          {...DECIDES}
          key={one.label}
          kind="quiet"
          shortcut={one.shortcut}
          onClick={() => void keep(one)}
        >
          {one.label}
        </Button>
      ))}
      {mayEnd ? (
        <Button
          {...DECIDES}
          kind="quiet"
          shortcut={KEYS.giveUp}
          onBlur={() => setArmed(false)}
          onClick={() => void abandon()}
        >
          {say(isArmed ? "give-up.armed" : "give-up")}
        </Button>
      ) : null}
    </div>
  );
}

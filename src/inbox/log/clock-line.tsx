import { toMs } from "../../domain/timestamp.ts";
import type { ClockState } from "../../ports/earshot/status.ts";
import { briefly } from "../browser/spans.ts";
import { useAction } from "../parts/use-action.ts";
import { api } from "../server/api.ts";
import { me } from "../server/me.ts";
import { Button } from "../ui/button.tsx";
import { Time } from "../ui/time.tsx";
import { clockNow } from "./clock-now.ts";
import { say, sayWith } from "./messages/messages.ts";

/** Says that the clock jumped and waits for an owner, or that it is behind. */
export function ClockLine({ clock }: { readonly clock: ClockState }) {
  const accepting = useAction();
  const { now, told, state } = clock;
  const off = briefly(Math.abs(toMs(told) - toMs(now)));
  if (state === "behind") {
    return <p>{say("clock.behind", { off })}</p>;
  }
  const mayAccept = me.value?.rights.includes("policy") === true;
  const accept = () =>
    accepting.run(async () => {
      clockNow.value = await api.acceptClock({ told });
    });
  return (
    <p>
      {sayWith("clock.jumped", { off, at: <Time at={told} /> })}{" "}
      {mayAccept ? (
        <Button kind="quiet" busy={accepting.isBusy} onClick={accept}>
          {say("clock.accept")}
        </Button>
      ) : null}
      {accepting.error ?? null}
    </p>
  );
}

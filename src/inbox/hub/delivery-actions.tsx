import type { ShownDelivery } from "../../ports/earshot/hub.ts";
import { KEYS } from "../browser/key-table.ts";
import { TwoPress } from "../parts/two-press.tsx";
import { useAction } from "../parts/use-action.ts";
import { api } from "../server/api.ts";
import { can } from "../server/me.ts";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast.tsx";

interface Props {
  readonly delivery: ShownDelivery;
  /** Tells it from others for those who hear the page. */
  readonly label: string;
  readonly onChange: () => void;
}

/** What one can do about a delivery that failed or waits. */
export function DeliveryActions({ delivery: { id, status }, label, onChange }: Props) {
  const { isBusy, error, run } = useAction();
  if (!can("answer") || (status !== "failed" && status !== "queued")) return null;
  const change = (made: () => Promise<unknown>, words: string) =>
    run(async () => {
      await made();
      toast(words, { kind: "good" });
      onChange();
    });
  return (
    <div class="buttons">
      {status === "failed" ? (
        <Button
          class="resend"
          busy={isBusy}
          aria-label={`Resend ${label}`}
          aria-keyshortcuts={KEYS.resend.key}
          onClick={() => change(() => api.resendDelivery({ id }), "It is on its way again.")}
        >
          Resend
        </Button>
      ) : null}
      <TwoPress
        label={label}
        armed="Press again to drop"
        busy={isBusy}
        onConfirm={() => change(() => api.dropDelivery({ id }), "It is dropped.")}
      >
        Drop
      </TwoPress>
      {error === undefined ? null : <p class="error">{error}</p>}
    </div>
  );
}

import { useKeys } from "../../browser/keys.ts";
import { DECIDES } from "../../browser/looked.ts";
import { Button } from "../../ui/button.tsx";
import type { Approval } from "./use-approval.ts";

interface Props {
  readonly approval: Approval;
  readonly isBusy: boolean;
}

const ARMED = "Press again to approve";

/** What approves first of all. None of it is ever the default of the Enter key. */
export function ApproveButtons({ approval, isBusy }: Props) {
  const { isOffered, passkey, gate, armed } = approval;
  if (!isOffered) return null;
  if (passkey.use === "required")
    return <ByPasskey approval={approval} isBusy={isBusy} isFirst={true} />;
  return (
    <Button
      {...DECIDES}
      kind="primary"
      keyHint="A"
      aria-keyshortcuts="a"
      disabled={gate.kind !== "ready"}
      busy={isBusy}
      onClick={approval.press}
    >
      {armed === "plain" ? ARMED : wordsOf(approval)}
    </Button>
  );
}

/** A passkey beside another way to approve. */
export function PasskeyButton({ approval, isBusy }: Props) {
  const isThere = approval.isOffered && approval.passkey.use === "possible";
  useKeys("request", isThere ? { p: approval.pressPasskey } : {});
  if (!isThere) return null;
  return <ByPasskey approval={approval} isBusy={isBusy} isFirst={false} />;
}

function ByPasskey({ approval, isBusy, isFirst }: Props & { readonly isFirst: boolean }) {
  return (
    <Button
      {...DECIDES}
      {...(isFirst ? ({ kind: "primary", keyHint: "A" } as const) : { keyHint: "P" })}
      aria-keyshortcuts={isFirst ? "a" : "p"}
      disabled={approval.passkey.gate.kind !== "ready"}
      busy={isBusy}
      onClick={approval.pressPasskey}
    >
      {approval.armed === "passkey" ? ARMED : "Approve with a passkey"}
    </Button>
  );
}

function wordsOf({ isEdited }: Approval): string {
  return isEdited ? "Approve with changes" : "Approve";
}

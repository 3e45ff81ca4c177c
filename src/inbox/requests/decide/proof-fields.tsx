import type { ApprovalNeeds } from "../../../ports/earshot/inbox.ts";
import { onEnter } from "../../browser/keys.ts";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import type { Approval } from "./use-approval.ts";

interface Props {
  readonly approval: Approval;
  readonly needs: ApprovalNeeds | undefined;
}

/** What proves who approves, and that they have looked. */
export function ProofFields({ approval, needs }: Props) {
  // Nothing is proved before all of it has been seen.
  const isSeen = approval.isOffered && approval.passkey.gate.kind === "ready";
  if (needs === undefined || !isSeen || needs.passkey === "required") return null;
  if (needs.missing === "passphrase") {
    return (
      <p>
        <a href="/settings">Set a passphrase in Settings</a>
      </p>
    );
  }
  const submit = onEnter(approval.pressProved);
  return (
    <>
      {needs.typed ? (
        <Field label="First digits of the digest">
          <Input
            class="mono digits"
            value={approval.typed}
            maxLength={64}
            placeholder="6 digits"
            onInput={approval.setTyped}
            onKeyDown={submit}
          />
        </Field>
      ) : null}
      {needs.passphrase ? (
        <Field label="Passphrase">
          <Input
            type="password"
            autocomplete="current-password"
            value={approval.passphrase}
            onInput={approval.setPassphrase}
            onKeyDown={submit}
          />
        </Field>
      ) : null}
    </>
  );
}

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { type EarshotError, isEarshotError } from "../../domain/errors.ts";
import { Field } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { Input } from "../ui/input.tsx";
import { say } from "./messages/messages.ts";
import { type Action, useAction } from "./use-action.ts";

/** What a call carries if the operator's passphrase was asked for. */
export interface Proof {
  readonly passphrase?: string;
}

type Change = (proof: Proof) => Promise<void>;

interface Asked {
  readonly change: Change;
  readonly error: string | undefined;
  settle(done: Promise<void>): void;
  /** Closing the dialog changes nothing. */
  leave(): void;
}

interface ProvedAction extends Omit<Action, "run"> {
  /**
   * Tries without a passphrase, and asks for it if one is needed; ends when it is done or
   * abandoned.
   */
  run(change: Change): void;
  readonly dialog: ComponentChildren;
}

/** A change that takes the operator's passphrase if one is set. */
export function useProvedAction(): ProvedAction {
  const action = useAction();
  const [asked, setAsked] = useState<Asked>();

  async function attempt(change: Change, proof: Proof): Promise<void> {
    try {
      await change(proof);
    } catch (error) {
      if (!isAskedFor(error)) throw error;
      const said = error.details?.["reason"] === "no_passphrase" ? undefined : error.message;
      const { promise, resolve } = Promise.withResolvers<void>();
      setAsked({ change, error: said, settle: resolve, leave: resolve });
      await promise;
    }
  }

  const dialog =
    asked === undefined ? null : (
      <PassphraseDialog
        error={asked.error}
        onLeave={() => {
          setAsked(undefined);
          asked.leave();
        }}
        onGive={(passphrase) => {
          setAsked(undefined);
          asked.settle(attempt(asked.change, { passphrase }));
        }}
      />
    );
  return { ...action, run: (change) => action.run(() => attempt(change, {})), dialog };
}

/** Whether another passphrase can help: after too many wrong ones, or if none is set, it cannot. */
function isAskedFor(error: unknown): error is EarshotError {
  if (!isEarshotError(error, "STEP_UP_NEEDED")) return false;
  const reason = error.details?.["reason"];
  return reason === "no_passphrase" || reason === "wrong_passphrase";
}

interface DialogProps {
  readonly error: string | undefined;
  readonly onLeave: () => void;
  readonly onGive: (passphrase: string) => void;
}

function PassphraseDialog({ error, onLeave, onGive }: DialogProps) {
  const [passphrase, setPassphrase] = useState("");
  return (
    <FormDialog
      title={say("prove")}
      submit={say("continue")}
      isReady={passphrase !== ""}
      onSubmit={() => onGive(passphrase)}
      onClose={onLeave}
    >
      <Field label={say("passphrase")} error={error}>
        <Input
          type="password"
          autocomplete="current-password"
          autoFocus
          value={passphrase}
          onInput={setPassphrase}
        />
      </Field>
    </FormDialog>
  );
}

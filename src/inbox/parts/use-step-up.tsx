import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { type EarshotError, isEarshotError } from "../../domain/errors.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";

type Change = (passphrase?: string) => Promise<void>;

interface Asked {
  readonly change: Change;
  readonly error: string | undefined;
  settle(done: Promise<void>): void;
  /** Whoever closes the dialog has changed nothing. */
  leave(): void;
}

export interface StepUp {
  /** Tries without a passphrase, and asks for it where one is needed; resolves when it is done or left. */
  attempt(change: Change): Promise<void>;
  readonly dialog: ComponentChildren;
}

/** For changes that take one's own passphrase where one is set. */
export function useStepUp(): StepUp {
  const [asked, setAsked] = useState<Asked>();

  async function attempt(change: Change, passphrase?: string): Promise<void> {
    try {
      await (passphrase === undefined ? change() : change(passphrase));
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
          asked.settle(attempt(asked.change, passphrase));
        }}
      />
    );
  return { attempt: (change) => attempt(change), dialog };
}

/** Whether another passphrase can help: after too many wrong ones, or where none is set, none does. */
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
    <Dialog
      title="Prove that it is you"
      onClose={onLeave}
      actions={
        <>
          <Button onClick={onLeave}>Cancel</Button>
          <Button kind="primary" type="submit" form="prove" disabled={passphrase === ""}>
            Continue
          </Button>
        </>
      }
    >
      <form
        id="prove"
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          onGive(passphrase);
        }}
      >
        <Field label="Your passphrase" error={error}>
          <Input
            type="password"
            autocomplete="current-password"
            autoFocus
            value={passphrase}
            onInput={setPassphrase}
          />
        </Field>
      </form>
    </Dialog>
  );
}

import { useState } from "preact/hooks";
import type { JsonObject } from "../../domain/json.ts";
import { useAction } from "../parts/use-action.ts";
import { useStepUp } from "../parts/use-step-up.tsx";
import { api } from "../server/api.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { Notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast.tsx";
import { createPasskey, withPasskeyProof } from "./web-authn.ts";

interface Props {
  /** One of those registered can prove them where the session alone does not. */
  readonly hasOthers: boolean;
  readonly onClose: () => void;
  readonly onAdded: () => void;
}

export function RegisterPasskey({ hasOthers, onClose, onAdded }: Props) {
  const [name, setName] = useState("");
  const action = useAction();
  const stepUp = useStepUp();
  const register = () =>
    action.run(() =>
      stepUp.attempt(async (passphrase) => {
        const proof = passphrase === undefined ? {} : { passphrase };
        const options = await creationOptions(proof, hasOthers);
        await api.addPasskey({ name: name.trim(), response: await createPasskey(options) });
        toast("The passkey is registered.", { kind: "good" });
        onAdded();
        onClose();
      }),
    );
  return (
    <Dialog
      title="Register a passkey"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            form="new-passkey"
            busy={action.isBusy}
            disabled={name.trim() === ""}
          >
            Register
          </Button>
        </>
      }
    >
      <form
        id="new-passkey"
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          register();
        }}
      >
        <Field label="Name" hint="For you to tell it from others, such as Laptop or Blue key.">
          <Input autoFocus maxLength={128} value={name} onInput={setName} />
        </Field>
        {action.error === undefined ? null : <Notice kind="error">{action.error}</Notice>}
      </form>
      {stepUp.dialog}
    </Dialog>
  );
}

/** Where the session alone may not register one, another passkey proves who asks. */
async function creationOptions(
  input: { readonly passphrase?: string },
  hasOthers: boolean,
): Promise<JsonObject> {
  if (!hasOthers) return await api.passkeyCreation(input);
  return await withPasskeyProof((proof) => api.passkeyCreation({ ...input, ...proof }));
}

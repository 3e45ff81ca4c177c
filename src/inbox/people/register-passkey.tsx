import { useState } from "preact/hooks";
import type { JsonObject } from "../../domain/json.ts";
import { useProvedAction } from "../parts/use-proved-action.tsx";
import { api } from "../server/api.ts";
import { Field } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { Input } from "../ui/input.tsx";
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
  const action = useProvedAction();
  const register = () =>
    action.run(async (proof) => {
      const options = await creationOptions(proof, hasOthers);
      await api.addPasskey({ name: name.trim(), response: await createPasskey(options) });
      toast("The passkey is registered.", { kind: "good" });
      onAdded();
      onClose();
    });
  return (
    <FormDialog
      title="Register a passkey"
      submit="Register"
      isReady={name.trim() !== ""}
      action={action}
      onSubmit={register}
      onClose={onClose}
    >
      <Field label="Name" hint="For you to tell it from others, such as Laptop or Blue key.">
        <Input autoFocus maxLength={128} value={name} onInput={setName} />
      </Field>
    </FormDialog>
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

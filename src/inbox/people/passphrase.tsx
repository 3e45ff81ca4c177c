import { useState } from "preact/hooks";
import { present } from "../../domain/present.ts";
import { Section } from "../parts/section.tsx";
import { useProvedAction } from "../parts/use-proved-action.tsx";
import { api } from "../server/api.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { Notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast.tsx";
import { withPasskeyProof } from "./web-authn.ts";

const LEAST = 12;
const MOST = 256;

/** Sets or changes the passphrase; if there is one already, the server asks for it. */
export function PassphraseSetting() {
  const [passphrase, setPassphrase] = useState("");
  const [again, setAgain] = useState("");
  const action = useProvedAction();
  const differs = again !== "" && again !== passphrase;
  const save = () =>
    action.run(async ({ passphrase: former }) => {
      const before = present({ former });
      await withPasskeyProof((proof) => api.setPassphrase({ passphrase, ...before, ...proof }));
      setPassphrase("");
      setAgain("");
      toast("The passphrase is set.", { kind: "good" });
    });
  return (
    <Section
      title="Passphrase"
      about="Proves again who you are when a rule asks for it. To change it, you enter the old one. To set the first, you use your passkey. Without a passkey, set the first in an inbox that was opened from a terminal (npx earshot open), or there: npx earshot passphrase."
    >
      <form
        class="stack narrow"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Field
          label="New passphrase"
          hint={`${LEAST} characters or more; several words are easy to keep in mind.`}
        >
          <Input
            type="password"
            autocomplete="new-password"
            maxLength={MOST}
            value={passphrase}
            onInput={setPassphrase}
          />
        </Field>
        <Field label="Once more" error={differs ? "It is not the same." : undefined}>
          <Input
            type="password"
            autocomplete="new-password"
            maxLength={MOST}
            value={again}
            onInput={setAgain}
          />
        </Field>
        <div>
          <Button
            type="submit"
            busy={action.isBusy}
            disabled={passphrase.length < LEAST || passphrase !== again}
          >
            Set the passphrase
          </Button>
        </div>
        {action.error === undefined ? null : <Notice kind="error">{action.error}</Notice>}
      </form>
      {action.dialog}
    </Section>
  );
}

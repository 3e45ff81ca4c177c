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
import { say } from "./messages/messages.ts";
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
      toast(say("passphrase.set-now"), { kind: "good" });
    });
  return (
    <Section title={say("passphrase")} about={say("passphrase.about")}>
      <form
        class="stack narrow"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Field label={say("passphrase.new")} hint={say("passphrase.hint", { least: LEAST })}>
          <Input
            type="password"
            autocomplete="new-password"
            maxLength={MOST}
            value={passphrase}
            onInput={setPassphrase}
          />
        </Field>
        <Field
          label={say("passphrase.again")}
          error={differs ? say("passphrase.differs") : undefined}
        >
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
            {say("passphrase.set")}
          </Button>
        </div>
        {action.error === undefined ? null : <Notice kind="error">{action.error}</Notice>}
      </form>
      {action.dialog}
    </Section>
  );
}

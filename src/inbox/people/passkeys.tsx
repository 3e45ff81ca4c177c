import { useState } from "preact/hooks";
import type { JsonObject } from "../../domain/json.ts";
import type { Passkey } from "../../ports/earshot/operators.ts";
import { Loading } from "../parts/loading.tsx";
import { RecordTable } from "../parts/record-table.tsx";
import { Name } from "../parts/said.tsx";
import { Section } from "../parts/section.tsx";
import { TwoPress } from "../parts/two-press.tsx";
import { useLive } from "../parts/use-live.ts";
import { useProvedAction } from "../parts/use-proved-action.tsx";
import { api } from "../server/api.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { Input } from "../ui/input.tsx";
import { Notice } from "../ui/notice.tsx";
import { Time } from "../ui/time.tsx";
import { toast } from "../ui/toast.tsx";
import { say, sayWith } from "./messages/messages.ts";
import { createPasskey, withPasskeyProof } from "./web-authn.ts";

/** The operator's own passkeys: they sign in, and prove who decides HIGH and CRITICAL. */
export function Passkeys() {
  const passkeys = useLive(/^passkey\./, () => api.listPasskeys());
  const [isAdding, setAdding] = useState(false);
  const isHere = "PublicKeyCredential" in globalThis && !/^[\d.]+$/.test(location.hostname);
  return (
    <Section
      title={say("passkeys")}
      about={say("passkeys.about")}
      actions={
        isHere ? (
          <Button kind="primary" onClick={() => setAdding(true)}>
            {say("passkeys.register")}
          </Button>
        ) : null
      }
    >
      {isHere ? null : <NotHere />}
      <Loading from={passkeys} what={say("passkeys.what")}>
        {({ items }) => <Table items={items} onChange={passkeys.reload} />}
      </Loading>
      {isAdding ? (
        <RegisterPasskey
          hasOthers={(passkeys.value?.items.length ?? 0) > 0}
          onClose={() => setAdding(false)}
          onAdded={passkeys.reload}
        />
      ) : null}
    </Section>
  );
}

function NotHere() {
  const { port, hostname } = location;
  if (!/^[\d.]+$/.test(hostname)) {
    return <Notice kind="warn">{say("passkeys.unsupported")}</Notice>;
  }
  return (
    <Notice kind="warn">
      {sayWith("passkeys.here", {
        link: <a href={`http://localhost:${port}/settings`}>localhost</a>,
        host: hostname,
      })}
    </Notice>
  );
}

interface TableProps {
  readonly items: readonly Passkey[];
  readonly onChange: () => void;
}

function Table({ items, onChange }: TableProps) {
  if (items.length === 0) return <p class="muted">{say("passkeys.none")}</p>;
  return (
    <RecordTable
      caption={say("passkeys.yours")}
      head={[
        say("name"),
        say("passkeys.good-for"),
        say("passkeys.registered"),
        say("passkeys.last-used"),
        say("remove"),
      ]}
      rows={items.map((one) => [
        <strong key={one.id}>
          <Name text={one.name} />
        </strong>,
        <code key={one.id}>{one.rpId}</code>,
        <Time key={one.id} at={one.createdAt} />,
        one.lastUsedAt === undefined ? (
          say("passkeys.never")
        ) : (
          <Time key={one.id} at={one.lastUsedAt} />
        ),
        <Remove key={one.id} passkey={one} onChange={onChange} />,
      ])}
    />
  );
}

interface RemoveProps {
  readonly passkey: Passkey;
  readonly onChange: () => void;
}

function Remove({ passkey: { id, name }, onChange }: RemoveProps) {
  const { isBusy, error, run, dialog } = useProvedAction();
  const remove = () =>
    run(async (own) => {
      await withPasskeyProof((proof) => api.removePasskey({ id, ...own, ...proof }));
      onChange();
    });
  return (
    <>
      <TwoPress label={name} armed={say("remove.armed")} busy={isBusy} onConfirm={remove}>
        {say("remove")}
      </TwoPress>
      {error === undefined ? null : <p class="error">{error}</p>}
      {dialog}
    </>
  );
}

interface Props {
  /** A registered one can prove the operator if the session alone does not. */
  readonly hasOthers: boolean;
  readonly onClose: () => void;
  readonly onAdded: () => void;
}

function RegisterPasskey({ hasOthers, onClose, onAdded }: Props) {
  const [name, setName] = useState("");
  const action = useProvedAction();
  const register = () =>
    action.run(async (proof) => {
      const options = await creationOptions(proof, hasOthers);
      await api.addPasskey({ name: name.trim(), response: await createPasskey(options) });
      toast(say("passkeys.registered-now"), { kind: "good" });
      onAdded();
      onClose();
    });
  return (
    <FormDialog
      title={say("passkeys.register")}
      submit={say("passkeys.submit")}
      isReady={name.trim() !== ""}
      action={action}
      onSubmit={register}
      onClose={onClose}
    >
      <Field label={say("name")} hint={say("passkeys.name-hint")}>
        <Input autoFocus maxLength={128} value={name} onInput={setName} />
      </Field>
    </FormDialog>
  );
}

/** If the session alone may not register one, another passkey proves who asks. */
async function creationOptions(
  input: { readonly passphrase?: string },
  hasOthers: boolean,
): Promise<JsonObject> {
  if (!hasOthers) return await api.passkeyCreation(input);
  return await withPasskeyProof((proof) => api.passkeyCreation({ ...input, ...proof }));
}

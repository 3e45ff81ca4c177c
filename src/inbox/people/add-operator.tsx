import { useState } from "preact/hooks";
import type { Role } from "../../domain/people/principal.ts";
import type { SignInLink } from "../../ports/earshot/operators.ts";
import { ROLES } from "../parts/roles.ts";
import { useAction } from "../parts/use-action.ts";
import { useStepUp } from "../parts/use-step-up.tsx";
import { api } from "../server/api.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { Notice } from "../ui/notice.tsx";
import { Select } from "../ui/select.tsx";

interface Props {
  /** So far one person decides. */
  readonly isSecond: boolean;
  readonly onClose: () => void;
  readonly onAdded: (link: SignInLink) => void;
}

/** Makes a person known and a link for them. */
export function AddOperator({ isSecond, onClose, onAdded }: Props) {
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("approver");
  const action = useAction();
  const stepUp = useStepUp();
  const add = () =>
    action.run(() =>
      stepUp.attempt(async (passphrase) => {
        const proof = passphrase === undefined ? {} : { passphrase };
        const { name: operator } = await api.addOperator({ name: name.trim(), role, ...proof });
        onAdded(await api.createSignInLink({ operator, ...proof }));
      }),
    );
  return (
    <Dialog
      title="Add an operator"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            form="new-operator"
            busy={action.isBusy}
            disabled={name.trim() === ""}
          >
            Add and make a link
          </Button>
        </>
      }
    >
      <form
        id="new-operator"
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <Field label="Name" hint="As agents and the log call them.">
          <Input autoFocus maxLength={128} value={name} onInput={setName} />
        </Field>
        <Field label="Role">
          <Select value={role} options={ROLES} onChange={setRole} />
        </Field>
        {isSecond && role !== "viewer" ? (
          <Notice kind="warn">
            From then on you no longer approve what your own agents want: another operator does. It
            stands under Others in your inbox.
          </Notice>
        ) : null}
        {action.error === undefined ? null : <Notice kind="error">{action.error}</Notice>}
      </form>
      {stepUp.dialog}
    </Dialog>
  );
}

import { useState } from "preact/hooks";
import type { Role } from "../../domain/people/principal.ts";
import type { SignInLink } from "../../ports/earshot/operators.ts";
import { CopyText } from "../parts/copy-text.tsx";
import { ROLES } from "../parts/roles.ts";
import { Name } from "../parts/said.tsx";
import { useProvedAction } from "../parts/use-proved-action.tsx";
import { api } from "../server/api.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { Input } from "../ui/input.tsx";
import { Notice } from "../ui/notice.tsx";
import { Select } from "../ui/select.tsx";
import { Time } from "../ui/time.tsx";

interface Props {
  /** So far only one person decides. */
  readonly isSecond: boolean;
  readonly onClose: () => void;
  readonly onAdded: (link: SignInLink) => void;
}

/** Adds a person and makes a link for them. */
export function AddOperator({ isSecond, onClose, onAdded }: Props) {
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("approver");
  const action = useProvedAction();
  const add = () =>
    action.run(async (proof) => {
      const { name: operator } = await api.addOperator({ name: name.trim(), role, ...proof });
      onAdded(await api.createSignInLink({ operator, ...proof }));
    });
  return (
    <FormDialog
      title="Add an operator"
      submit="Add and make a link"
      isReady={name.trim() !== ""}
      action={action}
      onSubmit={add}
      onClose={onClose}
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
    </FormDialog>
  );
}

interface LinkDialogProps {
  readonly link: SignInLink;
  readonly onClose: () => void;
}

/** A link to hand over: shown once. */
export function LinkDialog({ link, onClose }: LinkDialogProps) {
  return (
    <Dialog
      title="Hand the link over"
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p>
        Signs in <Name text={link.operator.name} /> ({link.operator.role}), once. It ends{" "}
        <Time at={link.expiresAt} />.
      </p>
      <CopyText what="the link" text={`${location.origin}/sign-in#${link.token}`} />
      <Notice kind="warn">
        Whoever opens it first is in. Give it to this person alone; it is not shown again.
      </Notice>
    </Dialog>
  );
}

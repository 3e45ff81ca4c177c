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
import { say, sayWith } from "./messages/messages.ts";

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
      title={say("add")}
      submit={say("add.submit")}
      isReady={name.trim() !== ""}
      action={action}
      onSubmit={add}
      onClose={onClose}
    >
      <Field label={say("name")} hint={say("name.hint")}>
        <Input autoFocus maxLength={128} value={name} onInput={setName} />
      </Field>
      <Field label={say("role")}>
        <Select value={role} options={ROLES} onChange={setRole} />
      </Field>
      {isSecond && role !== "viewer" ? <Notice kind="warn">{say("add.second")}</Notice> : null}
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
      title={say("link")}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {say("done")}
        </Button>
      }
    >
      <p>
        {sayWith("link.about", {
          who: <Name text={link.operator.name} />,
          role: say(`role.${link.operator.role}`),
          when: <Time at={link.expiresAt} />,
        })}
      </p>
      <CopyText what={say("link.what")} text={`${location.origin}/sign-in#${link.token}`} />
      <Notice kind="warn">{say("link.warning")}</Notice>
    </Dialog>
  );
}

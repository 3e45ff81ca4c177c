import { useState } from "preact/hooks";
import type { PrincipalKind, Role } from "../../domain/people/principal.ts";
import type { CreatedKey } from "../../ports/earshot/earshot.ts";
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

const KINDS = [
  { value: "agent", label: "An agent: it asks and tells" },
  { value: "service", label: "A service: it watches, and redeems grants" },
  { value: "person", label: "A person: it answers and decides" },
] as const;

interface Props {
  readonly onClose: () => void;
  readonly onMade: () => void;
}

/** Makes a key and shows its secret once. */
export function NewKeyDialog({ onClose, onMade }: Props) {
  const [made, setMade] = useState<CreatedKey>();
  const show = (created: CreatedKey) => {
    setMade(created);
    onMade();
  };
  return made === undefined ? (
    <Form onClose={onClose} onMade={show} />
  ) : (
    <Dialog
      title="Take the key with you"
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          I have it
        </Button>
      }
    >
      <Notice kind="warn">It is shown only this once.</Notice>
      <p>
        The key of {made.principal.kind} <Name text={made.principal.name} />:
      </p>
      <CopyText what="the key" text={made.secret} />
    </Dialog>
  );
}

interface FormProps {
  readonly onClose: () => void;
  readonly onMade: (created: CreatedKey) => void;
}

function Form({ onClose, onMade }: FormProps) {
  const [kind, setKind] = useState<PrincipalKind>("agent");
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("approver");
  const action = useProvedAction();
  const make = () =>
    action.run(async (proof) => {
      const ofPerson = kind === "person" ? { role, ...proof } : {};
      onMade(await api.createKey({ kind, name: name.trim(), ...ofPerson }));
    });
  return (
    <FormDialog
      title="New key"
      submit="Make the key"
      isReady={name.trim() !== ""}
      action={action}
      onSubmit={make}
      onClose={onClose}
    >
      <Field label="For">
        <Select value={kind} options={KINDS} onChange={setKind} />
      </Field>
      <Field label="Name" hint="An existing name gets another key; a new name is added.">
        <Input autoFocus maxLength={128} value={name} onInput={setName} />
      </Field>
      {kind === "person" ? (
        <Field label="Role">
          <Select value={role} options={ROLES} onChange={setRole} />
        </Field>
      ) : null}
    </FormDialog>
  );
}

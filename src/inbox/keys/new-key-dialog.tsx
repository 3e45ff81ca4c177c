import { useState } from "preact/hooks";
import type { Role } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import { DAY_MS } from "../../domain/time.ts";
import type { CreatedKey, CreateKeyInput } from "../../ports/earshot/earshot.ts";
import { CopyText } from "../parts/copy-text.tsx";
import { ROLES } from "../parts/roles.ts";
import { Name } from "../parts/said.tsx";
import { useProvedAction } from "../parts/use-proved-action.tsx";
import { api } from "../server/api.ts";
import { can, me } from "../server/me.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { Input } from "../ui/input.tsx";
import { Notice } from "../ui/notice.tsx";
import { Select } from "../ui/select.tsx";
import { Time } from "../ui/time.tsx";

const KINDS = [
  { value: "agent", label: "An agent: it asks and tells" },
  { value: "service", label: "A service: it watches, and redeems grants" },
  { value: "person", label: "Another person, who is invited: it answers and decides" },
  { value: "own", label: "You, in a terminal" },
] as const;
type Whose = (typeof KINDS)[number]["value"];

const RIGHT_FOR = { agent: "keys", service: "keys", person: "people" } as const;

/** Everybody makes keys of their own. */
function isOffered({ value }: (typeof KINDS)[number]): boolean {
  return value === "own" || can(RIGHT_FOR[value]);
}

const NEVER = "never";
const ENDS = [
  { value: NEVER, label: "Never" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
];

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
      title={
        made.key.invitation === undefined ? "Take the key with you" : "Hand the invitation over"
      }
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          I have it
        </Button>
      }
    >
      <Notice kind="warn">It is shown only this once.</Notice>
      <Made made={made} />
    </Dialog>
  );
}

function Made({ made: { key, principal, secret } }: { readonly made: CreatedKey }) {
  if (key.invitation === undefined) {
    return (
      <>
        <p>
          The key of {principal.kind} <Name text={principal.name} />:
        </p>
        <CopyText what="the key" text={secret} />
      </>
    );
  }
  return (
    <>
      <p>
        For <Name text={principal.name} /> and nobody else, once, until{" "}
        <Time at={key.invitation.expiresAt} />: whoever opens it first is{" "}
        <Name text={principal.name} /> here.
      </p>
      <CopyText what="the link" text={`${location.origin}/sign-in#${secret}`} />
      <p>
        In a terminal they make their own key with the part behind the <code>#</code>:{" "}
        <code>npx earshot keys accept</code>.
      </p>
    </>
  );
}

interface FormProps {
  readonly onClose: () => void;
  readonly onMade: (created: CreatedKey) => void;
}

function Form({ onClose, onMade }: FormProps) {
  const kinds = KINDS.filter(isOffered);
  const [kind, setKind] = useState<Whose>(kinds[0]?.value ?? "own");
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("approver");
  const [label, setLabel] = useState("");
  const [days, setDays] = useState(NEVER);
  const action = useProvedAction();
  const make = () =>
    action.run(async (proof) => {
      const more = present({
        label: label.trim() === "" ? undefined : label.trim(),
        expiresInMs: days === NEVER ? undefined : Number(days) * DAY_MS,
      });
      const input = inputOf({ kind, name: name.trim(), role });
      onMade(await api.createKey({ ...input, ...more, ...proof }));
    });
  return (
    <FormDialog
      title="New key"
      submit="Make the key"
      isReady={kind === "own" || name.trim() !== ""}
      action={action}
      onSubmit={make}
      onClose={onClose}
    >
      <Field label="For">
        <Select value={kind} options={kinds} onChange={setKind} />
      </Field>
      {kind === "own" ? null : (
        <Field
          label="Name"
          hint="A new name is added. An agent or service that is known gets another key; a person who can get in has to agree."
        >
          <Input autoFocus maxLength={128} value={name} onInput={setName} />
        </Field>
      )}
      {kind === "person" ? (
        <Field label="Role">
          <Select value={role} options={ROLES} onChange={setRole} />
        </Field>
      ) : null}
      <Field label="What it is for" hint="Tells keys of one holder apart; it may stay empty.">
        <Input maxLength={128} value={label} onInput={setLabel} />
      </Field>
      <Field label="Ends">
        <Select value={days} options={ENDS} onChange={setDays} />
      </Field>
    </FormDialog>
  );
}

function inputOf({
  kind,
  name,
  role,
}: {
  readonly kind: Whose;
  readonly name: string;
  readonly role: Role;
}): CreateKeyInput {
  switch (kind) {
    case "own":
      return { kind: "person", name: me.value?.principal.name ?? "" };
    case "person":
      return { kind, name, role };
    default:
      return { kind, name };
  }
}

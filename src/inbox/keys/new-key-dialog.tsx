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
import { say, sayWith } from "./messages/messages.ts";

const KINDS = [
  { value: "agent", label: say("whose.agent") },
  { value: "service", label: say("whose.service") },
  { value: "person", label: say("whose.person") },
  { value: "own", label: say("whose.own") },
] as const;
type Whose = (typeof KINDS)[number]["value"];

const RIGHT_FOR = { agent: "keys", service: "keys", person: "people" } as const;

/** Everybody makes keys of their own. */
function isOffered({ value }: (typeof KINDS)[number]): boolean {
  return value === "own" || can(RIGHT_FOR[value]);
}

const NEVER = "never";
const ENDS = [
  { value: NEVER, label: say("ends.never") },
  { value: "30", label: say("ends.30") },
  { value: "90", label: say("ends.90") },
  { value: "365", label: say("ends.365") },
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
      title={say(made.key.invitation === undefined ? "made.take" : "made.hand-over")}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {say("made.done")}
        </Button>
      }
    >
      <Notice kind="warn">{say("made.once")}</Notice>
      <Made made={made} />
    </Dialog>
  );
}

function Made({ made: { key, principal, secret } }: { readonly made: CreatedKey }) {
  if (key.invitation === undefined) {
    return (
      <>
        <p>{sayWith(`made-of.${principal.kind}`, { who: <Name text={principal.name} /> })}</p>
        <CopyText what={say("key.what")} text={secret} />
      </>
    );
  }
  return (
    <>
      <p>
        {sayWith("made.invitation", {
          who: <Name text={principal.name} />,
          when: <Time at={key.invitation.expiresAt} />,
          also: <Name text={principal.name} />,
        })}
      </p>
      <CopyText what={say("link.what")} text={`${location.origin}/sign-in#${secret}`} />
      <p>
        {sayWith("made.accept", {
          sign: <code>#</code>,
          command: <code>npx earshot keys accept</code>,
        })}
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
      title={say("new-key")}
      submit={say("new-key.submit")}
      isReady={kind === "own" || name.trim() !== ""}
      action={action}
      onSubmit={make}
      onClose={onClose}
    >
      <Field label={say("for")}>
        <Select value={kind} options={kinds} onChange={setKind} />
      </Field>
      {kind === "own" ? null : (
        <Field label={say("name")} hint={say("name.hint")}>
          <Input autoFocus maxLength={128} value={name} onInput={setName} />
        </Field>
      )}
      {kind === "person" ? (
        <Field label={say("role")}>
          <Select value={role} options={ROLES} onChange={setRole} />
        </Field>
      ) : null}
      <Field label={say("what-for")} hint={say("what-for.hint")}>
        <Input maxLength={128} value={label} onInput={setLabel} />
      </Field>
      <Field label={say("ends")}>
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

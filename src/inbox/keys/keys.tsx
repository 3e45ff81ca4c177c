import { useState } from "preact/hooks";
import type { ListedKey } from "../../ports/earshot/earshot.ts";
import { visibleText } from "../../render/visible-text.ts";
import { shortId } from "../log/event-words.ts";
import { Loading } from "../parts/loading.tsx";
import { RecordTable } from "../parts/record-table.tsx";
import { Name } from "../parts/said.tsx";
import { Section } from "../parts/section.tsx";
import { TwoPress } from "../parts/two-press.tsx";
import { useAction } from "../parts/use-action.ts";
import { useLive } from "../parts/use-live.ts";
import { api } from "../server/api.ts";
import { Button } from "../ui/button.tsx";
import { Time } from "../ui/time.tsx";
import { toast } from "../ui/toast.tsx";
import { Toggle } from "../ui/toggle.tsx";
import { say, sayWith } from "./messages/messages.ts";
import { NewKeyDialog } from "./new-key-dialog.tsx";

/** The bearer keys and invitations that the viewer may revoke: their own at least. */
export function Keys() {
  const keys = useLive(/^(?:key|invitation)\./, () => api.listKeys());
  const [isMaking, setMaking] = useState(false);
  const [isAll, setAll] = useState(false);
  return (
    <Section
      title={say("keys")}
      about={say("keys.about")}
      actions={
        <>
          <Toggle label={say("keys.revoked")} checked={isAll} onChange={setAll} />
          <Button kind="primary" onClick={() => setMaking(true)}>
            {say("new-key")}
          </Button>
        </>
      }
    >
      <Loading from={keys} what={say("keys.what")}>
        {({ items }) => (
          <KeyTable items={isAll ? items : items.filter(isGood)} onChange={keys.reload} />
        )}
      </Loading>
      {isMaking ? <NewKeyDialog onClose={() => setMaking(false)} onMade={keys.reload} /> : null}
    </Section>
  );
}

function isGood({ key }: ListedKey): boolean {
  return key.revokedAt === undefined;
}

interface TableProps {
  readonly items: readonly ListedKey[];
  readonly onChange: () => void;
}

function KeyTable({ items, onChange }: TableProps) {
  if (items.length === 0) return <p class="muted">{say("keys.none")}</p>;
  return (
    <RecordTable
      caption={say("keys")}
      head={[
        say("of"),
        say("kind"),
        say("key"),
        say("for"),
        say("rights"),
        say("made"),
        say("last-use"),
        say("ends"),
        say("state"),
      ]}
      rows={items.map(({ key, principal }) => [
        <strong key={key.id}>
          <Name text={principal.name} />
        </strong>,
        principal.kind === "person" ? say(`role.${principal.role}`) : say(`kind.${principal.kind}`),
        <code key={key.id} title={key.id}>
          {shortId(key.id)}
        </code>,
        key.label === undefined ? "" : visibleText(key.label, { keepLines: false }),
        <Rights key={key.id} of={key} />,
        <Time key={key.id} at={key.createdAt} />,
        <LastUse key={key.id} of={key} />,
        key.expiresAt === undefined ? "" : <Time key={key.id} at={key.expiresAt} />,
        key.revokedAt === undefined ? (
          <Revoke key={key.id} of={{ key, principal }} onChange={onChange} />
        ) : (
          <span key={key.id} class="muted">
            {sayWith(key.invitation === undefined ? "revoked" : "over", {
              when: <Time at={key.revokedAt} />,
            })}
          </span>
        ),
      ])}
    />
  );
}

function LastUse({ of: { usedAt, invitation } }: { readonly of: ListedKey["key"] }) {
  if (invitation !== undefined) {
    return <>{sayWith("invitation", { when: <Time at={invitation.expiresAt} /> })}</>;
  }
  return usedAt === undefined ? (
    <span class="muted">{say("last-use.none")}</span>
  ) : (
    <Time at={usedAt} />
  );
}

function Rights({ of: { scopes, unattended } }: { readonly of: ListedKey["key"] }) {
  return (
    <details class="rights">
      <summary>
        {say(unattended === true ? "rights.script" : "rights.count", { count: scopes.length })}
      </summary>
      <code>{scopes.join(", ")}</code>
    </details>
  );
}

/** Nobody receives the answers to what its agent has asked. */
async function tellLeftOpen({ id, name }: ListedKey["principal"]): Promise<void> {
  const { items } = await api.listAgents();
  const agent = items.find(({ principal }) => principal.id === id);
  if (agent === undefined || agent.keys > 0 || agent.openRequests === 0) return;
  const whose = visibleText(name, { keepLines: false });
  toast(say("left-open", { count: agent.openRequests, whose }), { kind: "error" });
}

interface RevokeProps {
  readonly of: ListedKey;
  readonly onChange: () => void;
}

function Revoke({ of: { key, principal }, onChange }: RevokeProps) {
  const { isBusy, error, run } = useAction();
  const revoke = () =>
    run(async () => {
      await api.revokeKey({ id: key.id });
      onChange();
      await tellLeftOpen(principal);
    });
  return (
    <>
      <TwoPress
        label={say("key-of", { name: principal.name })}
        armed={say("revoke.armed")}
        busy={isBusy}
        onConfirm={revoke}
      >
        {say("revoke")}
      </TwoPress>
      {error === undefined ? null : <p class="error">{error}</p>}
    </>
  );
}

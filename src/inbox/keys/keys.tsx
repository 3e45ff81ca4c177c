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
import { NewKeyDialog } from "./new-key-dialog.tsx";

/** The bearer keys and invitations that the viewer may revoke: their own at least. */
export function Keys() {
  const keys = useLive(/^(?:key|invitation)\./, () => api.listKeys());
  const [isMaking, setMaking] = useState(false);
  const [isAll, setAll] = useState(false);
  return (
    <Section
      title="Keys"
      about="A key is how a program signs in, or a person at a terminal. Its secret is shown once, when it is made; a revoked key is refused at once and for good. With an invitation its person makes their own key, once."
      actions={
        <>
          <Toggle label="Show revoked ones" checked={isAll} onChange={setAll} />
          <Button kind="primary" onClick={() => setMaking(true)}>
            New key
          </Button>
        </>
      }
    >
      <Loading from={keys} what="keys">
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
  if (items.length === 0) return <p class="muted">There is none.</p>;
  return (
    <RecordTable
      caption="Keys"
      head={["Of", "Kind", "Key", "For", "Rights", "Made", "Last use", "Ends", "State"]}
      rows={items.map(({ key, principal }) => [
        <strong key={key.id}>
          <Name text={principal.name} />
        </strong>,
        principal.kind === "person" ? principal.role : principal.kind,
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
            {key.invitation === undefined ? "revoked" : "over"} <Time at={key.revokedAt} />
          </span>
        ),
      ])}
    />
  );
}

function LastUse({ of: { usedAt, invitation } }: { readonly of: ListedKey["key"] }) {
  if (invitation !== undefined) {
    return (
      <>
        invitation until <Time at={invitation.expiresAt} />
      </>
    );
  }
  return usedAt === undefined ? <span class="muted">not noted</span> : <Time at={usedAt} />;
}

function Rights({ of: { scopes, unattended } }: { readonly of: ListedKey["key"] }) {
  return (
    <details class="rights">
      <summary>
        {scopes.length} {scopes.length === 1 ? "right" : "rights"}
        {unattended === true ? ", decides by script" : ""}
      </summary>
      {scopes.join(", ")}
    </details>
  );
}

/** Nobody receives the answers to what its agent has asked. */
async function tellLeftOpen({ id, name }: ListedKey["principal"]): Promise<void> {
  const { items } = await api.listAgents();
  const agent = items.find(({ principal }) => principal.id === id);
  if (agent === undefined || agent.keys > 0 || agent.openRequests === 0) return;
  const count =
    agent.openRequests === 1 ? "1 request stays" : `${agent.openRequests} requests stay`;
  const whose = visibleText(name, { keepLines: false });
  toast(`${count} open of ${whose}. Reject all, above, closes them.`, { kind: "error" });
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
        label={`key of ${principal.name}`}
        armed="Press again to revoke"
        busy={isBusy}
        onConfirm={revoke}
      >
        Revoke
      </TwoPress>
      {error === undefined ? null : <p class="error">{error}</p>}
    </>
  );
}

import { useState } from "preact/hooks";
import type { Permission } from "../../domain/policy/permission.ts";
import { toTimestamp } from "../../domain/timestamp.ts";
import { grouped } from "../charts/words.ts";
import { Loading } from "../parts/loading.tsx";
import { RecordTable } from "../parts/record-table.tsx";
import { Name } from "../parts/said.tsx";
import { Section } from "../parts/section.tsx";
import { TwoPress } from "../parts/two-press.tsx";
import { useAction } from "../parts/use-action.ts";
import { useLive } from "../parts/use-live.ts";
import { api } from "../server/api.ts";
import { can } from "../server/me.ts";
import { nowMs } from "../ui/clock.ts";
import { Time } from "../ui/time.tsx";
import { Toggle } from "../ui/toggle.tsx";
import { say } from "./messages/messages.ts";
import { coversText, endText, isInForce } from "./permission-words.ts";

/** What people said yes to in advance. */
export function Permissions() {
  const permissions = useLive(/^permission\./, () => api.listPermissions());
  const [isAll, setAll] = useState(false);
  const now = toTimestamp(nowMs.value);
  return (
    <Section
      title={say("permissions")}
      about={say("permissions.about")}
      actions={<Toggle label={say("permissions.ended")} checked={isAll} onChange={setAll} />}
    >
      <Loading from={permissions} what={say("permissions.what")}>
        {({ items }) => {
          const shown = isAll ? items : items.filter((one) => isInForce(one, now));
          return shown.length === 0 ? (
            <p class="muted">{say("permissions.none")}</p>
          ) : (
            <PermissionTable items={shown} now={now} onChange={permissions.reload} />
          );
        }}
      </Loading>
    </Section>
  );
}

interface TableProps {
  readonly items: readonly Permission[];
  readonly now: string;
  readonly onChange: () => void;
}

function PermissionTable({ items, now, onChange }: TableProps) {
  return (
    <RecordTable
      caption={say("permissions")}
      head={[say("agent"), say("covers"), say("uses"), say("ends"), say("given-by"), say("state")]}
      rows={items.map((one) => [
        <Name key={one.id} text={one.agentName} />,
        coversText(one),
        <span key={one.id} class="figure">
          {grouped(one.uses)}
        </span>,
        <Time key={one.id} at={one.until} />,
        <span key={one.id}>
          <Name text={one.givenBy.name} />{" "}
          <span class="muted">{say("via", { door: one.givenBy.via })}</span>
        </span>,
        isInForce(one, now) && can("permit") ? (
          <Revoke key={one.id} permission={one} onChange={onChange} />
        ) : (
          endText(one, now)
        ),
      ])}
    />
  );
}

interface RevokeProps {
  readonly permission: Permission;
  readonly onChange: () => void;
}

function Revoke({ permission, onChange }: RevokeProps) {
  const { isBusy, error, run } = useAction();
  const revoke = () =>
    run(async () => {
      await api.revokePermission({ id: permission.id });
      onChange();
    });
  return (
    <>
      <TwoPress
        label={coversText(permission)}
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

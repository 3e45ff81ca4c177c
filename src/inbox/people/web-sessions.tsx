import { inTime } from "../../domain/in-words.ts";
import { WEB_SESSION_LIFE_MS } from "../../domain/limits.ts";
import type { WebSession } from "../../ports/earshot/operators.ts";
import { visibleText } from "../../render/visible-text.ts";
import { Loading } from "../parts/loading.tsx";
import { RecordTable } from "../parts/record-table.tsx";
import { Name } from "../parts/said.tsx";
import { Section } from "../parts/section.tsx";
import { TwoPress } from "../parts/two-press.tsx";
import { useAction } from "../parts/use-action.ts";
import { useLive } from "../parts/use-live.ts";
import { api } from "../server/api.ts";
import { can } from "../server/me.ts";
import { Time } from "../ui/time.tsx";

/** Where the operator is signed in; owners see everybody. */
export function WebSessions() {
  const sessions = useLive(/^web_session\./, () => api.listWebSessions());
  return (
    <Section
      title="Signed in"
      about={`Each browser by itself, for ${inTime(WEB_SESSION_LIFE_MS)}. Revoking one ends it at once and takes the votes with it that were given in it; signing out leaves them.`}
    >
      <Loading from={sessions} what="web sessions">
        {({ items }) => (
          <RecordTable
            caption={can("people") ? "Web sessions of everybody" : "Your web sessions"}
            head={["Operator", "Browser", "Since", "Ends", "Link made", "Revoke"]}
            rows={items.map((one) => [
              <Name key={one.id} text={one.name} />,
              visibleText(one.browser, { keepLines: false }),
              <Time key={one.id} at={one.createdAt} />,
              <Time key={one.id} at={one.expiresAt} />,
              one.atTerminal ? "at a terminal" : "elsewhere: HIGH takes a passkey",
              <Revoke key={one.id} session={one} onChange={sessions.reload} />,
            ])}
          />
        )}
      </Loading>
    </Section>
  );
}

interface RevokeProps {
  readonly session: WebSession;
  readonly onChange: () => void;
}

function Revoke({ session, onChange }: RevokeProps) {
  const { isBusy, error, run } = useAction();
  if (session.isCurrent === true) return <span class="muted">this one</span>;
  const revoke = () =>
    run(async () => {
      await api.revokeWebSession({ id: session.id });
      onChange();
    });
  return (
    <>
      <TwoPress
        label={`${session.name}, ${session.browser}`}
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

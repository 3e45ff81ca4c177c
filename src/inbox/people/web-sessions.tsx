import { WEB_SESSION_LIFE_MS } from "../../domain/limits.ts";
import type { WebSession } from "../../ports/earshot/operators.ts";
import { visibleText } from "../../render/visible-text.ts";
import { inTime } from "../browser/spans.ts";
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
import { say } from "./messages/messages.ts";

/** Where the operator is signed in; owners see everybody. */
export function WebSessions() {
  const sessions = useLive(/^web_session\./, () => api.listWebSessions());
  return (
    <Section
      title={say("signed-in")}
      about={say("sessions.about", { span: inTime(WEB_SESSION_LIFE_MS) })}
    >
      <Loading from={sessions} what={say("sessions.what")}>
        {({ items }) => (
          <RecordTable
            caption={say(can("people") ? "sessions.all" : "sessions.own")}
            head={[
              say("sessions.operator"),
              say("sessions.browser"),
              say("sessions.since"),
              say("sessions.ends"),
              say("sessions.link-made"),
              say("revoke"),
            ]}
            rows={items.map((one) => [
              <Name key={one.id} text={one.name} />,
              visibleText(one.browser, { keepLines: false }),
              <Time key={one.id} at={one.createdAt} />,
              <Time key={one.id} at={one.expiresAt} />,
              say(one.atTerminal ? "sessions.at-terminal" : "sessions.elsewhere"),
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
  if (session.isCurrent === true) return <span class="muted">{say("sessions.this-one")}</span>;
  const revoke = () =>
    run(async () => {
      await api.revokeWebSession({ id: session.id });
      onChange();
    });
  return (
    <>
      <TwoPress
        label={`${session.name}, ${session.browser}`}
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

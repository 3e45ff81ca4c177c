import type { SessionId } from "../../domain/id.ts";
import type { Session } from "../../domain/sessions/session.ts";
import { visibleText } from "../../render/visible-text.ts";
import { errorText } from "../parts/error-text.ts";
import { Fact } from "../parts/fact.tsx";
import { Loading } from "../parts/loading.tsx";
import { Name } from "../parts/said.tsx";
import { useLive } from "../parts/use-live.ts";
import { api } from "../server/api.ts";
import { Notice } from "../ui/notice.tsx";
import { Time } from "../ui/time.tsx";
import { Chain } from "./chain.tsx";
import { SessionActions } from "./session-actions.tsx";
import { SessionState } from "./session-state.tsx";
import { causeText, isLive, taskText } from "./session-words.ts";
import { SessionTranscript } from "./transcript.tsx";
import { useEntries } from "./use-entries.ts";

export function SessionView({ id }: { readonly id: SessionId }) {
  const detail = useLive(/^(?:session|request)\./, () => api.showSession({ id }));
  const { entries, error } = useEntries(id);
  return (
    <article class="run" aria-label="Session">
      <p class="crumbs">
        <a href="/sessions">All sessions</a>
      </p>
      <Loading from={detail} what="the session">
        {(shown) => (
          <>
            <Head session={shown.session} />
            <SessionActions detail={shown} onChange={detail.reload} />
            {shown.chain.length > 1 ? <Chain chain={shown.chain} current={id} /> : null}
            {error === undefined ? null : <Notice kind="error">{errorText(error)}</Notice>}
            <SessionTranscript entries={entries} isLive={isLive(shown.session)} />
          </>
        )}
      </Loading>
    </article>
  );
}

function Head({ session }: { readonly session: Session }) {
  const { agentName, createdAt, endedAt, reason, conversation } = session;
  return (
    <header class="run-head">
      <h2>
        <bdi>{taskText(session)}</bdi>
      </h2>
      <dl class="run-facts">
        <Fact name="Agent">
          <Name text={agentName} />
        </Fact>
        <Fact name="State">
          <SessionState session={session} />
        </Fact>
        <Fact name="Started by">
          <bdi>{causeText(session)}</bdi>
        </Fact>
        <Fact name="Started">
          <Time at={createdAt} />
        </Fact>
        {endedAt === undefined ? null : (
          <Fact name="Ended">
            <Time at={endedAt} />
          </Fact>
        )}
        <Fact name="Conversation">
          <a href={`/conversations/${conversation}`}>Open</a>
        </Fact>
      </dl>
      {reason === undefined ? null : <p class="said">{visibleText(reason)}</p>}
    </header>
  );
}

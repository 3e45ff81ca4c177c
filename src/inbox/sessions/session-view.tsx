import type { SessionId } from "../../domain/id.ts";
import type { Json } from "../../domain/json.ts";
import type { Session, SessionEntry } from "../../domain/sessions/session.ts";
import { visibleText } from "../../render/visible-text.ts";
import { errorText } from "../parts/error-text.ts";
import { Fact } from "../parts/fact.tsx";
import { Loading } from "../parts/loading.tsx";
import { Name } from "../parts/said.tsx";
import { Transcript } from "../parts/transcript.tsx";
import { FULL, type Step, useGrowing } from "../parts/use-growing.ts";
import { useLive } from "../parts/use-live.ts";
import { api } from "../server/api.ts";
import { Notice } from "../ui/notice.tsx";
import { Time } from "../ui/time.tsx";
import { AgentText } from "../words/agent-text.tsx";
import { Chain } from "./chain.tsx";
import { say } from "./messages/messages.ts";
import { SessionActions } from "./session-actions.tsx";
import { SessionState } from "./session-state.tsx";
import { causeText, headOf, isLive, taskText } from "./session-words.ts";

export function SessionView({ id }: { readonly id: SessionId }) {
  const detail = useLive(/^(?:session|request)\./, () => api.showSession({ id }));
  const { entries, error } = useGrowing(id, (after) => readEntries(id, after));
  return (
    <article class="run" aria-label={say("session")}>
      <p class="crumbs">
        <a href="/sessions">{say("all")}</a>
      </p>
      <Loading from={detail} what={say("what")}>
        {(shown) => (
          <>
            <Head session={shown.session} />
            <SessionActions detail={shown} onChange={detail.reload} />
            {shown.chain.length > 1 ? <Chain chain={shown.chain} current={id} /> : null}
            {error === undefined ? null : <Notice kind="error">{errorText(error)}</Notice>}
            <Transcript
              steps={entries}
              isLive={isLive(shown.session)}
              nothing={{
                live: say("nothing-yet"),
                over: say("nothing"),
              }}
              live={say("not-ended")}
              Reply={AgentText}
            />
          </>
        )}
      </Loading>
    </article>
  );
}

async function readEntries(id: SessionId, after: number) {
  const { items, session } = await api.sessionEntries({ id, after, limit: FULL });
  return { entries: items.map(stepOf), isLive: isLive(session) };
}

function stepOf({ seq, at, body }: SessionEntry): Step {
  const calls = body.kind === "reply" ? body.calls : [];
  return {
    place: seq,
    at,
    kind: body.kind,
    kindText: say(`kind.${body.kind}`),
    head: headOf(body),
    text: "text" in body ? body.text : "",
    data: calls.map(({ name, args }) => ({ name, value: args as Json })),
  };
}

function Head({ session }: { readonly session: Session }) {
  const { agentName, createdAt, endedAt, reason, conversation } = session;
  return (
    <header class="run-head">
      <h2>
        <bdi>{taskText(session)}</bdi>
      </h2>
      <dl class="run-facts">
        <Fact name={say("agent")}>
          <Name text={agentName} />
        </Fact>
        <Fact name={say("state")}>
          <SessionState session={session} />
        </Fact>
        <Fact name={say("started-by")}>
          <bdi>{causeText(session)}</bdi>
        </Fact>
        <Fact name={say("started")}>
          <Time at={createdAt} />
        </Fact>
        {endedAt === undefined ? null : (
          <Fact name={say("ended")}>
            <Time at={endedAt} />
          </Fact>
        )}
        <Fact name={say("conversation")}>
          <a href={`/conversations/${conversation}`}>{say("conversation.open")}</a>
        </Fact>
      </dl>
      {reason === undefined ? null : <p class="said">{visibleText(reason)}</p>}
    </header>
  );
}

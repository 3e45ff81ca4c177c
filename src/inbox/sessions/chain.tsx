import type { ShownRequest } from "../../domain/requests/request.ts";
import type { Session } from "../../domain/sessions/session.ts";
import { askOf } from "../parts/ask-of.ts";
import { Name, Said } from "../parts/said.tsx";
import { useLoad } from "../parts/use-load.ts";
import { closedDetail, closedWords } from "../parts/words.ts";
import { api } from "../server/api.ts";
import { Time } from "../ui/time.tsx";
import { say, sayWith } from "./messages/messages.ts";
import { SessionState } from "./session-state.tsx";
import { causeText, taskText } from "./session-words.ts";

interface Props {
  readonly chain: readonly Session[];
  readonly current: Session["id"];
}

/** The sessions that continue one another, and what lies between each and the next. */
export function Chain({ chain, current }: Props) {
  const ids = chain.flatMap(({ waitsFor }) => (waitsFor === undefined ? [] : [waitsFor.request]));
  const versions = chain.map(({ version }) => version).join(" ");
  const asked = useLoad(() => readRequests(ids), `${ids.join(" ")} ${versions}`).value;
  return (
    <section class="section" aria-label={say("continuations")}>
      <h3>{say("continuations")}</h3>
      <ol class="chain">
        {chain.map((session, index) => (
          <li key={session.id}>
            {index === 0 ? null : (
              <Between former={chain[index - 1]} next={session} asked={asked} />
            )}
            <p class="chain-session">
              <a
                href={`/sessions/${session.id}`}
                aria-current={session.id === current ? "page" : undefined}
                title={session.id}
              >
                <bdi>{taskText(session)}</bdi>
              </a>
              <SessionState session={session} />
              <Time at={session.createdAt} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface BetweenProps {
  readonly former: Session | undefined;
  readonly next: Session;
  readonly asked: ReadonlyMap<string, ShownRequest> | undefined;
}

/** Why there is a next one: what was asked and what became of it, a resume, or a retry. */
function Between({ former, next, asked }: BetweenProps) {
  if (next.cause === "retry") {
    return <p class="chain-link">{say("retried")}</p>;
  }
  if (next.cause === "resume")
    return (
      <p class="chain-link">
        {sayWith("resumed", {
          who: next.from === undefined ? say("resumed.somebody") : <Name text={next.from} />,
        })}
      </p>
    );
  const waited = former?.waitsFor;
  if (waited === undefined)
    return <p class="chain-link">{say("went-on", { cause: causeText(next) })}</p>;
  const request = asked?.get(waited.request);
  const outcome = request === undefined || request.status === "open" ? undefined : request;
  const detail = outcome === undefined ? undefined : closedDetail(outcome);
  return (
    <div class="chain-link">
      <p>
        <a href={`/${waited.request}`}>
          <bdi>
            {request === undefined
              ? say("request", { id: waited.request.slice(-6) })
              : askOf(request)}
          </bdi>
        </a>{" "}
        {outcome === undefined ? null : <span>{closedWords(outcome)}</span>}
      </p>
      {detail === undefined ? null : <Said text={detail} />}
    </div>
  );
}

/** One that cannot be read keeps its id as its name. */
async function readRequests(
  ids: readonly ShownRequest["id"][],
): Promise<ReadonlyMap<string, ShownRequest>> {
  const read = await Promise.allSettled(ids.map((id) => api.show({ id })));
  return new Map(
    read.flatMap((one) =>
      one.status === "fulfilled" ? [[one.value.request.id, one.value.request] as const] : [],
    ),
  );
}

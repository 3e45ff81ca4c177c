import type { PrincipalId } from "../../domain/id.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";
import { shownAnswer } from "../../domain/requests/shown-answer.ts";
import type { Actor } from "../../domain/surface.ts";
import { oneLine } from "../../render/visible-text.ts";
import { Name, Said } from "../parts/said.tsx";
import { LevelMark } from "../ui/level-mark.tsx";
import { StatusMark } from "../ui/status-mark.tsx";
import { Time } from "../ui/time.tsx";
import { AgentText } from "../words/agent-text.tsx";
import { say, sayWith } from "./messages/messages.ts";
import { type Entry, isRequest } from "./thread-pages.ts";

const WIDTH = 300;

interface EntryProps {
  readonly entry: Entry;
  readonly agent: PrincipalId | undefined;
}

export function ThreadEntry({ entry, agent }: EntryProps) {
  if (isRequest(entry)) return <RequestEntry request={entry} />;
  return (
    <li class="entry">
      <p class="entry-head">
        <By actor={entry.from} />
        <Time at={entry.createdAt} />
      </p>
      {entry.lateAnswerTo === undefined ? null : (
        <p class="entry-note">
          {sayWith("late", {
            link: <a href={`/${entry.lateAnswerTo}`}>{say("late.link")}</a>,
          })}
        </p>
      )}
      {entry.corrects === undefined ? null : (
        <p class="entry-note">
          {sayWith("corrects", {
            link: <a href={`/${entry.corrects}`}>{say("corrects.link")}</a>,
          })}
        </p>
      )}
      {entry.from.principal === agent ? (
        <AgentText text={entry.text} />
      ) : (
        <Said text={entry.text} />
      )}
    </li>
  );
}

function By({ actor: { name, via } }: { readonly actor: Actor }) {
  return (
    <span>
      <strong>
        <Name text={name} />
      </strong>{" "}
      <span class="muted">{say("via", { via })}</span>
    </span>
  );
}

function RequestEntry({ request }: { readonly request: ShownRequest }) {
  const { id, agentName, createdAt, status, kind } = request;
  return (
    <li class="entry entry-request">
      <p class="entry-head">
        <strong>
          <Name text={agentName} />
        </strong>
        <Time at={createdAt} />
        <StatusMark status={status} />
        {kind === "authorization" ? <LevelMark level={request.authorization.demand.level} /> : null}
      </p>
      <Asked request={request} />
      <Outcome request={request} />
      <a href={`/${id}`} class="entry-open">
        {say(status === "open" ? "open-to-answer" : "open")}
      </a>
    </li>
  );
}

function Asked({ request }: { readonly request: ShownRequest }) {
  if (request.erasedAt !== undefined) return <p class="muted">{say("erased")}</p>;
  if (request.kind === "question") return <AgentText text={request.question.text} />;
  return (
    <p class="said">
      {sayWith("asks", {
        tool: <code dir="ltr">{oneLine(request.authorization.action.tool, WIDTH)}</code>,
      })}
    </p>
  );
}

function Outcome({ request }: { readonly request: ShownRequest }) {
  if (request.status === "open") return null;
  const by = "closedBy" in request ? request.closedBy : undefined;
  return (
    <div class="entry-outcome">
      {request.status === "answered" ? <Said text={shownAnswer(request.answer)} /> : null}
      {"reason" in request && request.reason !== undefined ? <Said text={request.reason} /> : null}
      <p class="entry-head">
        {by === undefined ? <span class="muted">{nobodyText(request)}</span> : <By actor={by} />}
        <Time at={request.closedAt} />
      </p>
    </div>
  );
}

function nobodyText({ status }: ShownRequest): string {
  return say(status === "expired" ? "nobody" : "by-rule");
}

import type { ComponentChildren } from "preact";
import { type ShownRequest, wasRevoked } from "../../domain/requests/request.ts";
import { MINUTE_MS } from "../../domain/time.ts";
import type { InboxDetail } from "../../ports/earshot/inbox.ts";
import { useWords } from "../../render/approval-words.ts";
import { askerWords } from "../../render/askers.ts";
import { words } from "../parts/render-words.ts";
import { nameOf } from "../parts/words.ts";
import { me } from "../server/me.ts";
import { nowMs } from "../ui/clock.ts";
import { Icon } from "../ui/icon.tsx";
import { LevelMark } from "../ui/level-mark.tsx";
import { StatusMark } from "../ui/status-mark.tsx";
import { Time } from "../ui/time.tsx";
import { exact, short } from "../ui/time-words.ts";
import { say } from "./messages/messages.ts";
import { isOfLiaison } from "./pane/liaison-question.ts";

interface Props {
  readonly detail: InboxDetail;
  readonly headingId: string;
  /** What is asked. */
  readonly heading: ComponentChildren;
}

export function Head({ detail, headingId, heading }: Props) {
  const { request, claim } = detail;
  return (
    <header class="request-head">
      <p class="request-marks">
        {request.kind === "authorization" ? (
          <LevelMark level={request.authorization.demand.level} />
        ) : (
          <span class="kind-mark">
            <Icon name="question" />
            {say("question")}
          </span>
        )}
        {request.status === "open" ? null : <StatusMark status={request.status} />}
        <Become request={request} />
        <TimeLeft request={request} />
      </p>
      <h2 id={headingId} dir="auto" class={request.kind === "question" ? "agent-said" : undefined}>
        {heading}
      </h2>
      <p class="request-where">
        <span>
          {askerWords(nameOf(request.agentName), request, words)}
          {", "}
          <Time at={request.createdAt} />
        </span>
        <ConversationLink request={request} />
        {request.to.length === 0 ? null : (
          <span>{say("asks", { names: request.to.map(nameOf).join(", ") })}</span>
        )}
        {claim === undefined ? null : (
          <span class="held">{say("held", { name: nameOf(claim.by.name) })}</span>
        )}
        <Deliveries detail={detail} />
      </p>
    </header>
  );
}

/** What the liaison asks belongs to a conversation, which has its own screen. */
function ConversationLink({ request }: { readonly request: ShownRequest }) {
  const { conversation } = request;
  if (isOfLiaison(request)) {
    return <a href={`/liaison/${conversation}`}>{say("conversation.whole")}</a>;
  }
  return <a href={`/conversations/${conversation}`}>{say("conversation")}</a>;
}

function Deliveries({ detail }: { readonly detail: InboxDetail }) {
  const own = me.value?.principal.id;
  const seen = detail.deliveries.filter(
    ({ status, operator }) => status === "seen" && operator !== own,
  );
  if (seen.length === 0) return null;
  const names = seen.map(({ name }) => nameOf(name)).join(", ");
  return (
    <span
      title={seen
        .map((one) => `${nameOf(one.name)}: ${exact(one.seenAt ?? one.sentAt)}`)
        .join("\n")}
    >
      {say("seen", { names })}
    </span>
  );
}

/** What became of an approval. */
function Become({ request }: { readonly request: ShownRequest }) {
  if (wasRevoked(request)) return <span>{say("revoked")}</span>;
  const use = request.status === "approved" ? useWords(request, nowMs.value, words) : undefined;
  return use === undefined ? null : <span>{use}</span>;
}

/** How long people may still take. */
function TimeLeft({ request }: { readonly request: ShownRequest }) {
  if (request.status !== "open" || request.expiresAt === undefined) return null;
  const ms = Date.parse(request.expiresAt) - nowMs.value;
  return (
    <span
      class={ms < 10 * MINUTE_MS ? "time-left is-soon" : "time-left"}
      title={exact(request.expiresAt)}
    >
      <Icon name="clock" />
      {ms <= 0 ? say("time-up") : say("time-left", { span: short(ms) })}
    </span>
  );
}

import type { ChannelState } from "../../ports/earshot/hub.ts";
import { visibleText } from "../../render/visible-text.ts";
import { grouped } from "../charts/words.ts";
import { channelName } from "../parts/channel-name.ts";
import { Loading } from "../parts/loading.tsx";
import { RecordTable } from "../parts/record-table.tsx";
import { Section } from "../parts/section.tsx";
import { useLive } from "../parts/use-live.ts";
import { api } from "../server/api.ts";
import { Empty } from "../ui/empty.tsx";
import { Time } from "../ui/time.tsx";
import { filterPath } from "./filter.ts";
import { say, sayWith } from "./messages/messages.ts";

/** The channels of this deployment: how each is heard, and what waits and failed on it. */
export function ChannelStates() {
  const channels = useLive(/^(?:delivery|request|message|channel)\./, () => api.channels());
  return (
    <Section title={say("channels")} about={say("channels.about")}>
      <Loading from={channels} what={say("channels.what")}>
        {({ items }) => (items.length === 0 ? <NoChannel /> : <States items={items} />)}
      </Loading>
    </Section>
  );
}

function NoChannel() {
  return (
    <Empty title={say("channels.none")}>
      {sayWith("channels.none.about", { command: <code>npx earshot channels add slack</code> })}
    </Empty>
  );
}

function States({ items }: { readonly items: readonly ChannelState[] }) {
  return (
    <RecordTable
      caption={say("channels")}
      head={[say("channel"), say("state"), say("last-heard"), say("waiting"), say("failed")]}
      rows={items.map((one) => [
        <strong key={one.channel}>{channelName(one.channel)}</strong>,
        <State key={one.channel} of={one} />,
        <LastHeard key={one.channel} of={one} />,
        <Count key={one.channel} of={one} status="queued" />,
        <Count key={one.channel} of={one} status="failed" />,
      ])}
    />
  );
}

function State({ of: { state, why, since, refused } }: { readonly of: ChannelState }) {
  return (
    <>
      <span class={`tone tone-${state === "running" ? "good" : "bad"}`}>
        {say(`state.${state}`)}
      </span>
      {since === undefined ? null : <Time at={since} />}
      {why === undefined ? null : <span class="row-note">{visibleText(why)}</span>}
      {refused === undefined ? null : (
        <span class="row-note">{say("refused", { why: visibleText(refused.why) })}</span>
      )}
    </>
  );
}

function LastHeard({ of: { lastHeardAt, state } }: { readonly of: ChannelState }) {
  if (lastHeardAt !== undefined) return <Time at={lastHeardAt} />;
  return <span class="row-note">{say(state === "failed" ? "state.never" : "state.silent")}</span>;
}

interface CountProps {
  readonly of: ChannelState;
  readonly status: "queued" | "failed";
}

function Count({ of, status }: CountProps) {
  const count = of[status];
  if (count === 0) return <span class="figure">0</span>;
  return (
    <a
      class="figure"
      href={filterPath({ status, channel: of.channel })}
      aria-label={say(`count.${status}`, {
        count: grouped(count),
        channel: channelName(of.channel),
      })}
    >
      {grouped(count)}
    </a>
  );
}

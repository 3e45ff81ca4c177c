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

/** The channels of this deployment: how each is heard, and what waits and failed on it. */
export function ChannelStates() {
  const channels = useLive(/^(?:delivery|request|message|channel)\./, () => api.channels());
  return (
    <Section title="Channels" about="Ways to reach people besides this page and the terminal.">
      <Loading from={channels} what="the channels">
        {({ items }) => (items.length === 0 ? <NoChannel /> : <States items={items} />)}
      </Loading>
    </Section>
  );
}

function NoChannel() {
  return (
    <Empty title="No channel is set up">
      People are asked here and at the terminal. To reach them elsewhere:{" "}
      <code>npx earshot channels add slack</code>
    </Empty>
  );
}

function States({ items }: { readonly items: readonly ChannelState[] }) {
  return (
    <RecordTable
      caption="Channels"
      head={["Channel", "State", "Last heard", "Waiting", "Failed"]}
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

const STATES = {
  running: ["good", "running"],
  reconnecting: ["bad", "not heard, tried again"],
  deaf: ["bad", "not heard"],
  failed: ["bad", "cannot be opened"],
} as const;

function State({ of: { state, why, since, refused } }: { readonly of: ChannelState }) {
  const [tone, words] = STATES[state];
  return (
    <>
      <span class={`tone tone-${tone}`}>{words}</span>
      {since === undefined ? null : <Time at={since} />}
      {why === undefined ? null : <span class="row-note">{visibleText(why)}</span>}
      {refused === undefined ? null : (
        <span class="row-note">
          Newer settings are wrong, so the former are used: {visibleText(refused.why)}
        </span>
      )}
    </>
  );
}

function LastHeard({ of: { lastHeardAt, state } }: { readonly of: ChannelState }) {
  if (lastHeardAt !== undefined) return <Time at={lastHeardAt} />;
  return <span class="row-note">{state === "failed" ? "never" : "nothing yet"}</span>;
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
      aria-label={`${grouped(count)} ${status === "failed" ? "failed" : "waiting"} on ${channelName(of.channel)}`}
    >
      {grouped(count)}
    </a>
  );
}
